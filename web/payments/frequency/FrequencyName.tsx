import { frequencyTexts } from '#common/payments/rules/payment-names.ts';
import type { Frequency } from '#common/payments/rules/payment-types.ts';
import { Text } from '#web/kit/Text.tsx';

interface FrequencyNameProps {
  readonly frequency: Frequency;
  /** Once a number is chosen, it stands in the place of the (x) of the list. */
  readonly daysBeforeDue: number | null;
}

/** What a chosen frequency is called. */
export function FrequencyName({ frequency, daysBeforeDue }: FrequencyNameProps) {
  if (frequency === 'DaysBeforeDue' && daysBeforeDue !== null) {
    return <Text of="frequency.daysBeforeDueChosen" with={[daysBeforeDue]} />;
  }
  return <Text of={frequencyTexts[frequency]} />;
}
