import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { formatCents } from '#common/core/money.ts';
import { formatAmountEntry } from '#common/payments/rules/amount-entries.ts';
import { AMOUNT_ENTRY_LENGTH } from '#common/payments/rules/amounts.ts';
import { useTexts } from '#web/institution/settings.ts';
import { TextField, type TextFieldProps } from '#web/ui/TextField.tsx';
import { FormField } from '#web/kit/FormField.tsx';
import type { AdditionalPrincipal } from './additional-principal.ts';

interface AdditionalPrincipalFieldProps<Values extends FieldValues> {
  readonly additional: AdditionalPrincipal;
  readonly control: Control<Values>;
  readonly entry: FieldPath<Values>;
  /** Called after an entry. */
  readonly onEdit?: () => void;
}

/** Additional principal in every payment, where offered (P 2). */
export function AdditionalPrincipalField<Values extends FieldValues>(props: AdditionalPrincipalFieldProps<Values>) {
  const { additional, control, entry, onEdit } = props;
  const text = useTexts();
  const max = formatCents(additional.limitCents);
  return (
    <FormField<TextFieldProps, Values>
      use={TextField}
      data-width="amount"
      label="amount.additionalPrincipal"
      inputMode="decimal"
      autoComplete="off"
      maxLength={AMOUNT_ENTRY_LENGTH}
      control={control}
      entry={entry}
      error={additional.cents === null ? (text('amountError.additionalPrincipal', { max }) ?? '') : undefined}
      formatted={formatAmountEntry}
      onEdit={onEdit}
    />
  );
}
