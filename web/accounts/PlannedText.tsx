import { type Day, formatDayMedium } from '#common/core/dates.ts';
import {
  hasPaused,
  livePayments,
  type PlannedPayment,
  type PlannedPayments,
} from '#common/payments/rules/planned-payments.ts';
import { Money } from '#web/kit/Money.tsx';
import { NoBreak } from '#web/kit/NoBreak.tsx';
import { Text } from '#web/kit/Text.tsx';

/** Says what will be paid without doing anything, or that it is paused; nothing where nothing is set up. */
export function PlannedText({ planned }: { readonly planned: PlannedPayments }) {
  const live = livePayments(planned);
  const [autopay] = live.autopay;
  const [scheduled, ...others] = live.scheduled;
  const paused = hasPaused(planned);
  if (!autopay && !scheduled && !paused) return null;
  return (
    <>
      {paused && <Text of="planned.paused" />}
      {paused && (autopay ?? scheduled) && ' '}
      {autopay && <AutopayText payment={autopay} />}
      {autopay && scheduled && ' '}
      {scheduled && others.length === 0 && (
        <Text
          of="planned.scheduled"
          with={{ amount: <Amount payment={scheduled} />, date: <On on={scheduled.on} /> }}
        />
      )}
      {scheduled && others.length > 0 && (
        <Text
          of="planned.severalScheduled"
          with={{
            count: String(others.length + 1),
            amount: <Amount payment={scheduled} />,
            date: <On on={scheduled.on} />,
          }}
        />
      )}
    </>
  );
}

function AutopayText({ payment }: { readonly payment: PlannedPayment }) {
  const on = <On key="on" on={payment.on} />;
  const from = <Ending key="from" lastFour={payment.lastFour} />;
  if (payment.cents === null) return <Text of="planned.autopayTotalDue" with={{ date: on, method: from }} />;
  return <Text of="planned.autopay" with={{ amount: <Amount payment={payment} />, date: on, method: from }} />;
}

function Ending({ lastFour }: { readonly lastFour: string }) {
  return (
    <NoBreak>
      <Text of="planned.ending" with={{ lastFour }} />
    </NoBreak>
  );
}

function Amount({ payment: { cents } }: { readonly payment: PlannedPayment }) {
  return cents === null ? <Text of="planned.totalDue" /> : <Money cents={cents} />;
}

/** `Nov 27, 2026`. */
function On({ on }: { readonly on: Day }) {
  return (
    <time dateTime={on}>
      <NoBreak>{formatDayMedium(on)}</NoBreak>
    </time>
  );
}
