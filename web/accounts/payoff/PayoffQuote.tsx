import { useState } from 'react';
import { useOption } from '#web/institution/settings.ts';
import type { Day } from '#common/core/dates.ts';
import { lazily } from '#web/kit/lazily.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Button } from '#web/ui/Button.tsx';

const PayoffQuoteDialog = lazily(async () => (await import('./PayoffQuoteDialog.tsx')).PayoffQuoteDialog);

interface PayoffQuoteProps {
  readonly accountNumber: string;
  readonly description: string;
  readonly today: Day;
  /** Whether a payment is offered. */
  readonly mayPay: boolean;
}

/** Opens the payoff quote, where the institution offers it (M 6). */
export function PayoffQuote({ accountNumber, description, today, mayPay }: PayoffQuoteProps) {
  const offered = useOption('globalOptions.usePayoffQuoteOption');
  const [open, setOpen] = useState(false);
  if (!offered) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <ControlName of="payoffQuote.open" />
      </Button>
      {open && (
        <PayoffQuoteDialog
          accountNumber={accountNumber}
          description={description}
          today={today}
          mayPay={mayPay}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
