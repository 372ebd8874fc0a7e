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
  /** The customer tried to continue, so errors show. */
  readonly asked: boolean;
  readonly onChange: (entry: string) => void;
}

/** A dollar amount, formatted and validated on blur. */
export function AmountField({ label, limits, entry, asked, onChange }: AmountFieldProps) {
  const text = useTexts();
  // Validate an existing entry at once; it may no longer be valid.
  const [touched, setTouched] = useState(entry !== '');
  const problem = touched || asked ? findAmountEntryError(entry, limits) : undefined;
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
      error={problem && (text<TextKey>(problem.key, problem.values) ?? '')}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        setTouched(true);
        onChange(formatAmountEntry(entry));
      }}
    />
  );
}
