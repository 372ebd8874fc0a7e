import type { ComponentType } from 'react';
import type { RegisterOptions } from 'react-hook-form';
import type { SwitchKey } from '#common/contract/all-options.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import type { TextFieldProps } from '#web/ui/TextField.tsx';
import { registerEntry } from './register-entry.ts';
import type { RegistrationValues } from './registration-values.ts';
import type { Registration } from './use-registration.ts';

/** Fields with their own label and placeholder; the account type has cards instead. */
type FieldName = Exclude<keyof RegistrationValues, 'accountType'>;

type RegisterFieldProps<Props extends TextFieldProps> = Omit<
  Props,
  'label' | 'labelHidden' | 'hint' | 'name' | 'placeholder' | 'error' | 'ref' | 'onChange' | 'onBlur'
> & {
  readonly registration: Registration;
  readonly use: ComponentType<Props>;
  readonly name: FieldName;
  readonly hideWhen?: SwitchKey;
  readonly rules?: RegisterOptions<RegistrationValues, FieldName>;
  readonly hint?: TextKey;
  readonly ownLabel?: { readonly label: string; readonly labelHidden: boolean };
  /** Replaces the rules' message. */
  readonly error?: string | undefined;
};

/** A wizard field; its name determines label, placeholder, entry and message. */
export function RegisterField<Props extends TextFieldProps>(props: RegisterFieldProps<Props>) {
  const { registration, use: Control, name, rules, error: ownError, ownLabel, ...rest } = props;
  const { form } = registration;
  const text = useTexts();
  const error = useFieldErrors(form.formState.errors);
  const field = {
    ...rest,
    placeholder: text(`registerPlaceholder.${name}`) ?? undefined,
    error: ownError ?? error(name),
    ...registerEntry(form, name, rules),
  };
  if (ownLabel) return <Control {...({ ...field, ...ownLabel } as unknown as Props)} />;
  const named = { ...field, use: Control, label: `registerLabel.${name}` satisfies TextKey };
  return <Field {...(named as unknown as Parameters<typeof Field<Props>>[0])} />;
}
