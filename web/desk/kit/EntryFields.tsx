import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { Checkbox, type CheckboxProps } from '#web/ui/Checkbox.tsx';
import { type RadioCard, RadioCards } from '#web/ui/RadioCards.tsx';
import { SelectField, type SelectFieldProps } from '#web/ui/SelectField.tsx';
import { TextAreaField, type TextAreaFieldProps } from '#web/ui/TextAreaField.tsx';
import { TextField, type TextFieldProps } from '#web/ui/TextField.tsx';
import { focusWhenOpened } from './focus-when-opened.ts';

interface Kept<Entries extends FieldValues> {
  readonly control: Control<Entries>;
  /** Where the form keeps the entry. */
  readonly entry: FieldPath<Entries>;
  /** Has the focus when its dialog opens. */
  readonly first?: boolean | undefined;
}

/** The props of a control whose entry a form keeps; its error shows below it. */
function useKept<Entries extends FieldValues>({ control, entry, first = false }: Kept<Entries>) {
  const { field, fieldState } = useController({ control, name: entry });
  return {
    entered: field.value,
    onChange: field.onChange,
    ref: (element: HTMLElement | null) => {
      field.ref(element);
      if (first) focusWhenOpened(element);
    },
    error: fieldState.error?.message,
  };
}

type Field<Entries extends FieldValues, Props> = Kept<Entries> &
  Omit<Props, 'value' | 'checked' | 'error' | 'ref' | 'onChange'>;

export function TextEntry<Entries extends FieldValues>(props: Field<Entries, TextFieldProps>) {
  const { control, entry, first, ...rest } = props;
  const { entered, ...kept } = useKept({ control, entry, first });
  return <TextField {...rest} {...kept} value={String(entered)} />;
}

export function TextAreaEntry<Entries extends FieldValues>(props: Field<Entries, TextAreaFieldProps>) {
  const { control, entry, first, ...rest } = props;
  const { entered, ...kept } = useKept({ control, entry, first });
  return <TextAreaField {...rest} {...kept} value={String(entered)} />;
}

export function SelectEntry<Entries extends FieldValues>(props: Field<Entries, SelectFieldProps>) {
  const { control, entry, first, ...rest } = props;
  const { entered, ...kept } = useKept({ control, entry, first });
  return <SelectField {...rest} {...kept} value={String(entered)} />;
}

export function CheckboxEntry<Entries extends FieldValues>(props: Field<Entries, CheckboxProps>) {
  const { control, entry, first, ...rest } = props;
  const { entered, ...kept } = useKept({ control, entry, first });
  return <Checkbox {...rest} {...kept} checked={Boolean(entered)} />;
}

interface RadioEntryProps<Entries extends FieldValues, Value extends string> extends Kept<Entries> {
  readonly label: string;
  readonly cards: readonly RadioCard<Value>[];
}

export function RadioEntry<Entries extends FieldValues, Value extends string>(
  props: Omit<RadioEntryProps<Entries, Value>, 'first'>,
) {
  const { control, entry, label, cards } = props;
  const { entered, onChange, error } = useKept({ control, entry });
  return <RadioCards label={label} cards={cards} value={entered} onChange={onChange} error={error} />;
}
