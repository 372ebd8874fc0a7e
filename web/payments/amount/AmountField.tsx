import { type Control, type FieldPath, type FieldValues, get, useController } from 'react-hook-form';
import { findAmountEntryError, formatAmountEntry } from '#common/payments/rules/amount-entries.ts';
import { AMOUNT_ENTRY_LENGTH, type AmountLimits } from '#common/payments/rules/amounts.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useTexts } from '#web/institution/settings.ts';
import { TextField, type TextFieldProps } from '#web/ui/TextField.tsx';
import { FormField } from '#web/kit/FormField.tsx';

interface AmountFieldProps<Values extends FieldValues> {
  readonly label: TextKey;
  readonly limits: AmountLimits;
  readonly control: Control<Values>;
  readonly entry: FieldPath<Values>;
  /** Called after an entry. */
  readonly onEdit?: () => void;
}

/** A dollar amount, formatted and validated on blur. */
export function AmountField<Values extends FieldValues>(props: AmountFieldProps<Values>) {
  const { label, limits, control, entry, onEdit } = props;
  const text = useTexts();
  const { field, fieldState, formState } = useController({ control, name: entry });
  // Validate an existing entry at once; it may no longer be valid.
  const isGiven = get(formState.defaultValues, entry) !== '';
  const shows = isGiven || fieldState.isTouched || formState.isSubmitted;
  const problem = shows ? findAmountEntryError(field.value, limits) : undefined;
  return (
    <FormField<TextFieldProps, Values>
      use={TextField}
      data-width="amount"
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={AMOUNT_ENTRY_LENGTH}
      disabled={limits.aboveCardMaximum}
      control={control}
      entry={entry}
      error={problem && (text<TextKey>(problem.key, problem.values) ?? '')}
      formatted={formatAmountEntry}
      onEdit={onEdit}
    />
  );
}
