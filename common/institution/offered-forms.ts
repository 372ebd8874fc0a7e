import type { RequestForm } from '#common/profile/rules/request-form.ts';
import type { Institution } from './institution.ts';

/** The forms that customers may send now. Where they may not upload, forms ask for no files. */
export function offeredForms({ forms, options }: Pick<Institution, 'forms' | 'options'>): RequestForm[] {
  const takesFiles = options['documentOptions.allowUpload'];
  return forms
    .filter(({ key }) => !options['formOptions.notOffered'].includes(key))
    .map((form) => ({ ...form, fields: form.fields.filter(({ kind }) => takesFiles || kind !== 'files') }));
}
