import { type DefaultValues, type FieldValues, useForm, useWatch } from 'react-hook-form';
import { collectErrors } from '#common/core/field-errors.ts';
import { rulesResolver } from '#web/kit/rules-resolver.ts';

/** Whatever a form's fields are. */
export interface EntriesForm {
  readonly handleSubmit: (onValid: () => true) => () => Promise<true | undefined>;
}

/**
 * What staff enter into the fields of a form. `check` returns a sentence for each wrong entry; its field shows it once
 * the form was submitted.
 */
export function useEntries<Entries extends FieldValues>(
  start: DefaultValues<Entries>,
  check?: (entries: Entries) => Readonly<Partial<Record<keyof Entries, string | undefined>>>,
) {
  const form = useForm<Entries>({
    defaultValues: start,
    resolver: rulesResolver((entries: Entries) => (check ? collectErrors<Entries, string>(check(entries)) : {})),
    // The form focuses the first field on the page that is wrong, of whichever form it is.
    shouldFocusError: false,
  });
  const { control } = form;
  return { form, control, entries: useWatch({ control, compute: (entries: Entries) => entries }) };
}
