import { formatCents } from '#common/core/money.ts';
import { AMOUNT_ENTRY_LENGTH, formatAmountEntry } from '#common/payments/rules/amounts.ts';
import { useTexts } from '#web/institution/settings.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { Field } from '#web/kit/Field.tsx';
import type { AdditionalPrincipal } from './additional-principal.ts';

interface AdditionalPrincipalFieldProps {
  readonly additional: AdditionalPrincipal;
  readonly entry: string;
  readonly onChange: (entry: string) => void;
}

/** Additional principal in every payment, where offered (P 2). */
export function AdditionalPrincipalField({ additional, entry, onChange }: AdditionalPrincipalFieldProps) {
  const text = useTexts();
  const wrong = additional.cents === null;
  return (
    <Field
      use={TextField}
      data-width="amount"
      label="amount.additionalPrincipal"
      inputMode="decimal"
      autoComplete="off"
      maxLength={AMOUNT_ENTRY_LENGTH}
      value={entry}
      error={
        wrong ? (text('amountError.additionalPrincipal', { max: formatCents(additional.limitCents) }) ?? '') : undefined
      }
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onChange(formatAmountEntry(entry))}
    />
  );
}
