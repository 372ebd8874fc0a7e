import { DayText } from '#web/kit/DayText.tsx';
import { FrequencyName } from './FrequencyName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { DoneLine } from '../DoneLine.tsx';
import type { FrequencyPlan } from '../frequency-plan.ts';
import type { PaymentFacts } from '../payment-facts.ts';

export function FrequencyDone({ facts: { plan } }: { readonly facts: PaymentFacts }) {
  const frequency = plan?.frequency;
  if (!frequency) return null;
  return <DoneLine title={<Title frequency={frequency} />} detail={<When frequency={frequency} />} />;
}

function Title({ frequency: { value, payoff, recurrence } }: { readonly frequency: FrequencyPlan }) {
  return (
    <>
      <FrequencyName frequency={value.frequency} daysBeforeDue={recurrence?.daysBeforeDue ?? null} />
      {payoff.chosen && (
        <>
          {' · '}
          <Text of="payoffChoice.label" />
        </>
      )}
    </>
  );
}

function When({ frequency: { timing, payOn } }: { readonly frequency: FrequencyPlan }) {
  const day = <DayText key="day" day={payOn} />;
  if (timing === 'immediate') return <Text of="frequency.payNowHint" with={{ date: day }} />;
  if (timing === 'scheduled') return <Text of="frequency.onDay" with={{ date: day }} />;
  return <Text of="frequency.firstPayment" with={{ date: day }} />;
}
