import { keysOf } from '#common/core/keys-of.ts';
import { frequencyBlockText } from '#common/payments/rules/availability-texts.ts';
import type { FrequencyBlock, MethodAvailability } from '#common/payments/rules/method-availability.ts';
import type { Frequency } from '#common/payments/rules/payment-types.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { frequencyTexts } from '#common/payments/rules/payment-names.ts';
import { Text } from '#web/kit/Text.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import styles from './frequency.module.css';

interface FrequencySelectProps {
  readonly options: MethodAvailability;
  readonly value: Frequency;
  readonly onChange: (frequency: Frequency) => void;
}

/**
 * The frequencies the institution offers, with unavailable ones disabled and explained. Hidden while the loan has a
 * recurring payment (P 2).
 */
export function FrequencySelect({ options, value, onChange }: FrequencySelectProps) {
  const text = useTexts();
  const { recurring, frequencies } = options;
  if (!recurring.allowed && recurring.reason === 'HasRecurring') return null;
  const shown = keysOf(frequencies).filter((each) => {
    const answer = frequencies[each];
    return answer.allowed || answer.reason !== 'NotOffered';
  });
  const reasons = [...groupByReason(options, shown)];
  const nameOf = (each: Frequency) => text(frequencyTexts[each]) ?? each;
  return (
    <div>
      <Field
        use={SelectField}
        label="frequency.label"
        options={shown.map((each) => ({ value: each, label: nameOf(each), disabled: !frequencies[each].allowed }))}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Frequency)}
      />
      {reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map(([reason, blocked]) => (
            <li key={reason}>
              {recurring.allowed ? (
                <Text
                  of="frequency.blocked"
                  with={{ frequencies: blocked.map(nameOf).join(', '), reason: <Text of={reason} /> }}
                />
              ) : (
                <Text of="frequency.recurringBlocked" with={{ reason: <Text of={reason} /> }} />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type ReasonText = ReturnType<typeof frequencyBlockText>;

function groupByReason({ frequencies }: MethodAvailability, shown: readonly Frequency[]): Map<ReasonText, Frequency[]> {
  const groups = new Map<ReasonText, Frequency[]>();
  for (const frequency of shown) {
    const answer = frequencies[frequency];
    if (answer.allowed) continue;
    const key = frequencyBlockText(answer.reason satisfies FrequencyBlock);
    groups.set(key, [...(groups.get(key) ?? []), frequency]);
  }
  return groups;
}
