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
  /** Rewrites the entry on leaving the field. */
  readonly formatted?: ((typed: string) => string) | undefined;
  /** Called after an entry. */
  readonly onEdit?: (() => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
};

/** Inputs give an event; `RadioCards` and the like give the choice. */
type Given = string | { readonly currentTarget: { readonly value: string } };

/** A `Field` whose entry a form keeps. */
export function FormField<Props extends FieldNames, Values extends FieldValues>(props: FormFieldProps<Props, Values>) {
  const { control, entry, clean = (typed: string) => typed, formatted, onEdit, onBlur, ...rest } = props;
  const { field } = useController({ control, name: entry });
  const bound = {
    name: field.name,
    ...rest,
    ref: field.ref,
    value: field.value as string,
    onChange: (given: Given) => {
      field.onChange(clean(typeof given === 'string' ? given : given.currentTarget.value));
      onEdit?.();
    },
    onBlur: () => {
      field.onBlur();
      if (formatted) {
        field.onChange(formatted(field.value));
        onEdit?.();
      }
      onBlur?.();
    },
  };
  return <Field {...(bound as unknown as ComponentProps<typeof Field<Props>>)} />;
}
