import { frequencyTexts } from '#common/payments/rules/payment-names.ts';
import type { Frequency } from '#common/payments/rules/payment-types.ts';
import { Text } from '#web/kit/Text.tsx';

interface FrequencyNameProps {
  readonly frequency: Frequency;
  /** Replaces the (x) of the list's text once chosen. */
  readonly daysBeforeDue: number | null;
}

export function FrequencyName({ frequency, daysBeforeDue }: FrequencyNameProps) {
  if (frequency === 'DaysBeforeDue' && daysBeforeDue !== null) {
    return <Text of="frequency.daysBeforeDueChosen" with={{ days: daysBeforeDue }} />;
  }
  return <Text of={frequencyTexts[frequency]} />;
}
