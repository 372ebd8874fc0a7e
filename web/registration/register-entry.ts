import type { Path, RegisterOptions, UseFormReturn } from 'react-hook-form';
import type { RegistrationValues } from './registration-values.ts';

/**
 * Ties a field to the form. A message goes or changes as soon as the entry does,
 * although a section is checked without the form being submitted.
 */
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
