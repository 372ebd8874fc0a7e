import { CalendarPlus } from 'lucide-react';
import type { Day } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { clock } from '#web/data/clock.ts';
import { useMobileApp } from '#web/data/device.ts';
import { useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Button } from '#web/ui/Button.tsx';
import { calendarFile } from './calendar-file.ts';
import type { PaymentConfirmation } from './payment-confirmation.ts';

/** Saves the payment's day, or after a payment of today the next due date, as a calendar file. */
export function CalendarButton({ confirmation }: { readonly confirmation: PaymentConfirmation }) {
  const text = useTexts();
  // The mobile app can't save files.
  const inApp = useMobileApp();
  const on = eventDay(confirmation);
  if (inApp || on === null) return null;
  const { referenceNumber, description, timing, paysTotalDue, totalCents } = confirmation;
  const title =
    timing === 'immediate' || paysTotalDue
      ? text('confirm.eventDue', { loan: description })
      : text('confirm.eventPayment', { amount: formatCents(totalCents), loan: description });

  function save(onDay: Day) {
    const file = calendarFile({ id: referenceNumber, on: onDay, title: title ?? description, nowMs: clock.nowMs() });
    const address = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }));
    const link = Object.assign(document.createElement('a'), { href: address, download: `payment-${onDay}.ics` });
    link.click();
    URL.revokeObjectURL(address);
  }
  return (
    <Button look="quiet" onClick={() => save(on)}>
      <CalendarPlus size={18} aria-hidden="true" />
      <ControlName of="confirm.addToCalendar" />
    </Button>
  );
}

function eventDay({ timing, payOn, promise }: PaymentConfirmation): Day | null {
  if (timing !== 'immediate') return payOn;
  const { outcome } = promise;
  return outcome === null || outcome.paysOff ? null : outcome.nextDueOn;
}
