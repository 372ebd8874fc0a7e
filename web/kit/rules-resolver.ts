import type { FieldErrors as FormErrors, FieldValues, Resolver } from 'react-hook-form';
import type { FieldErrors } from '#common/core/field-errors.ts';

/** Validates a form with the rules shared with the server; error messages are text keys, at the desk sentences. */
export function rulesResolver<Values extends FieldValues, Entry extends object, Key extends string>(
  validate: (values: Values) => FieldErrors<Entry, Key>,
): Resolver<Values> {
  return (values) => {
    const wrong = Object.entries(validate(values));
    if (wrong.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(
      wrong.map(([name, message]) => [name, { type: 'rule', message }]),
    ) as FormErrors<Values>;
    return { values: {}, errors };
  };
}
