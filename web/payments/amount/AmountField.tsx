import { useState } from 'react';
import {
  AMOUNT_ENTRY_LENGTH,
  type AmountLimits,
  findAmountEntryError,
  formatAmountEntry,
} from '#common/payments/rules/amounts.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useTexts } from '#web/institution/settings.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { Field } from '#web/kit/Field.tsx';

interface AmountFieldProps {
  readonly label: TextKey;
  readonly limits: AmountLimits;
  readonly entry: string;
  /** The person has tried to go on: what is wrong shows. */
  readonly asked: boolean;
  readonly onChange: (entry: string) => void;
}

/** Dollars as typed, formatted once the field is left; what is wrong shows then, too. */
export function AmountField({ label, limits, entry, asked, onChange }: AmountFieldProps) {
  const text = useTexts();
  // An entry that was here before is judged at once: it may not stand any more.
  const [left, setLeft] = useState(entry !== '');
  const problem = left || asked ? findAmountEntryError(entry, limits) : undefined;
  return (
    <Field
      use={TextField}
      data-width="amount"
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={AMOUNT_ENTRY_LENGTH}
      disabled={limits.aboveCardMaximum}
      value={entry}
      error={problem && (text(problem.key, ...problem.fill) ?? '')}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        setLeft(true);
        onChange(formatAmountEntry(entry));
      }}
    />
  );
}
