import { DayText } from '#web/kit/DayText.tsx';
import { frequencyTexts } from '#common/rules/payments/payment-names.ts';
import { Text } from '#web/kit/Text.tsx';
import { DoneLine } from '../DoneLine.tsx';
import type { FrequencyPlan } from '../frequency-plan.ts';
import type { PaymentFacts } from '../payment-facts.ts';

export function FrequencyDone({ facts: { plan } }: { readonly facts: PaymentFacts }) {
  const frequency = plan?.frequency;
  if (!frequency) return null;
  return <DoneLine title={<FrequencyName frequency={frequency} />} detail={<When frequency={frequency} />} />;
}

function FrequencyName({ frequency: { value, payoff } }: { readonly frequency: FrequencyPlan }) {
  return (
    <>
      <Text of={frequencyTexts[value.frequency]} />
      {payoff.chosen && (
        <>
          {' · '}
          <Text of="payoffChoice.label" />
        </>
      )}
    </>
  );
}

function When({ frequency: { timing, payOn, rhythm } }: { readonly frequency: FrequencyPlan }) {
  const day = <DayText key="day" day={payOn} />;
  if (timing === 'immediate') return <Text of="frequency.payNowHint" with={[day]} />;
  if (timing === 'scheduled') return <Text of="frequency.onDay" with={[day]} />;
  return rhythm !== null && rhythm.daysBeforeDue > 0 ? (
    <Text of="frequency.firstPaymentDaysBefore" with={[rhythm.daysBeforeDue, day]} />
  ) : (
    <Text of="frequency.firstPayment" with={[day]} />
  );
}
