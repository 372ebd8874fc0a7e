import { type Control, useController } from 'react-hook-form';
import { type FormField, MAX_LONG_TEXT, MAX_SHORT_TEXT } from '#common/profile/rules/request-form.ts';
import { useTexts } from '#web/institution/settings.ts';
import { dateMask } from '#web/kit/entry-masks.ts';
import { MaskedTextField } from '#web/ui/MaskedTextField.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { type Entries, entryOf } from './form-entries.ts';

interface AnswerFieldProps {
  readonly field: FormField;
  readonly control: Control<Entries>;
  readonly error: string | undefined;
}

/** One question of a form, in the institution's words. */
export function AnswerField({ field, control, error }: AnswerFieldProps) {
  const { field: kept } = useController({ control, name: entryOf(field) });
  const text = useTexts();
  const { kind, hint, required, choices } = field;
  const label = required ? field.label : (text('requests.optional', { label: field.label }) ?? field.label);
  const props = { ...kept, value: kept.value ?? '', label, hint, error, autoComplete: 'off' };
  const choose = text('requests.choose') ?? '';
  switch (kind) {
    case 'longText':
      return <TextAreaField {...props} maxLength={MAX_LONG_TEXT} />;
    case 'choice':
      return (
        <SelectField
          {...props}
          // What is not required can be left out again.
          {...(required ? { placeholder: choose } : {})}
          options={[...(required ? [] : [{ value: '', label: choose }]), ...choices.map(optionOf)]}
        />
      );
    case 'yesNo':
      return (
        <RadioCards
          label={label}
          error={error}
          cards={[
            { value: 'yes', label: text('requests.yes') },
            { value: 'no', label: text('requests.no') },
          ]}
          value={kept.value || null}
          onChange={kept.onChange}
        />
      );
    case 'date':
      return (
        <MaskedTextField {...props} mask={dateMask} hint={hint || text('requests.dateHint')} inputMode="numeric" />
      );
    case 'amount':
      return <TextField {...props} inputMode="decimal" maxLength={16} />;
    case 'shortText':
    case 'files':
      return <TextField {...props} maxLength={MAX_SHORT_TEXT} />;
  }
}

function optionOf(choice: string) {
  return { value: choice, label: choice };
}
