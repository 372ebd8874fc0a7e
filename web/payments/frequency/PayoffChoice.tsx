import type { Cents } from '#common/core/money.ts';
import { payoffBlockText } from '#common/payments/rules/availability-texts.ts';
import type { PayoffBlock } from '#common/payments/rules/method-availability.ts';
import type { Fetched } from '#web/data/fetched.ts';
import { useLabel } from '#web/institution/settings.ts';
import { CustomerService } from '#web/kit/CustomerService.tsx';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import type { FrequencyPlan } from '../frequency-plan.ts';
import type { FrequencyValue } from '../payment-values.ts';
import styles from './frequency.module.css';

interface PayoffChoiceProps {
  readonly frequency: FrequencyPlan;
  readonly quote: Fetched<Cents>;
  readonly onChange: (value: FrequencyValue) => void;
}

/** Reasons caused by the customer's own choice; for other reasons the toggle is hidden (P 5). */
const saidReasons: ReadonlySet<PayoffBlock> = new Set([
  'AboveCardMaximum',
  'FutureNotAllowed',
  'OnlyTodayButNotNow',
  'Overdue',
  'LockedForPayoff',
  'InDispute',
]);

/** Pay off the full amount, with the payoff on the payment day (P 2, P 4). */
export function PayoffChoice({ frequency, quote, onChange }: PayoffChoiceProps) {
  const label = useLabel('payoffChoice.label');
  const loading = useLabel('payoffChoice.loading');
  const { value, payoff } = frequency;
  // The payoff was chosen among the amounts, where it can be changed.
  if (payoff.chosen && !value.payoff) return null;
  if (!payoff.available.allowed) {
    const { reason } = payoff.available;
    return saidReasons.has(reason) ? (
      <p className={styles.hint}>
        <Text
          of="payoffChoice.blocked"
          with={{ reason: <Text of={payoffBlockText(reason)} with={{ servicePhone: <CustomerService /> }} /> }}
        />
      </p>
    ) : null;
  }
  const failed = value.payoff && value.when === 'later' && quote.state === 'failed';

  function choose(checked: boolean) {
    if (checked && quote.state === 'failed') quote.tryAgain();
    onChange({ ...value, payoff: checked });
  }
  return (
    <div className={styles.payoff}>
      <Checkbox {...label} checked={payoff.chosen} onChange={(event) => choose(event.currentTarget.checked)} />
      {payoff.chosen && quote.state === 'loading' && <SpinnerView label={loading.label} size={50} />}
      <p className={styles.hint} aria-live="polite">
        {failed ? (
          <Text of="payoffChoice.noQuote" />
        ) : (
          payoff.chosen && <QuoteLine frequency={frequency} cents={payoff.cents} />
        )}
      </p>
      {failed && (
        <Alert tone="bad">
          <Text of="paymentError.PayOffQuote" />
        </Alert>
      )}
    </div>
  );
}

interface QuoteLineProps {
  readonly frequency: FrequencyPlan;
  readonly cents: Cents | null;
}

export function QuoteLine({ frequency: { value, payOn }, cents }: QuoteLineProps) {
  if (cents === null) return null;
  return (
    <>
      {value.when === 'now' ? (
        <Text of="payoffChoice.today" />
      ) : (
        <Text of="payoffChoice.onDay" with={{ date: <DayText day={payOn} /> }} />
      )}
      {': '}
      <Money cents={cents} />
    </>
  );
}
