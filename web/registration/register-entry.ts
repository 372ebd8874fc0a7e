import type { Path, RegisterOptions, UseFormReturn } from 'react-hook-form';
import type { RegistrationValues } from './registration-values.ts';

/** Connects a field to the form. Updates its message on every change, since sections are validated without a submit. */
export function registerEntry<Name extends Path<RegistrationValues>>(
  form: UseFormReturn<RegistrationValues>,
  name: Name,
  options: RegisterOptions<RegistrationValues, Name> = {},
) {
  return form.register(name, {
    ...options,
    onChange: (event) => {
      options.onChange?.(event);
      if (form.getFieldState(name).error) void form.trigger(name);
    },
  });
}
