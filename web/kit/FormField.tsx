import type { ComponentProps } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import type { FieldNames } from '#web/ui/FieldFrame.tsx';
import { Field } from './Field.tsx';

type FormFieldProps<Props extends FieldNames, Values extends FieldValues> = Omit<
  ComponentProps<typeof Field<Props>>,
  'value' | 'onChange' | 'onBlur' | 'ref'
> & {
  readonly control: Control<Values>;
  /** Where the form keeps the entry; `name` is the input's own name, which password managers read. */
  readonly entry: FieldPath<Values>;
  /** Corrects the entry while typing. */
  readonly clean?: ((typed: string) => string) | undefined;
  /** Called after an entry. */
  readonly onEdit?: (() => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
};

/** A `Field` whose entry a form keeps. */
export function FormField<Props extends FieldNames, Values extends FieldValues>(props: FormFieldProps<Props, Values>) {
  const { control, entry, clean = (typed: string) => typed, onEdit, onBlur, ...rest } = props;
  const { field } = useController({ control, name: entry });
  const bound = {
    name: field.name,
    ...rest,
    ref: field.ref,
    value: field.value as string,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      field.onChange(clean(currentTarget.value));
      onEdit?.();
    },
    onBlur: () => {
      field.onBlur();
      onBlur?.();
    },
  };
  return <Field {...(bound as unknown as ComponentProps<typeof Field<Props>>)} />;
}
