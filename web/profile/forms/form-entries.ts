import { parseUsDay } from '#common/core/dates.ts';
import type { FormField, RequestForm } from '#common/profile/rules/request-form.ts';

/** What was typed, by `accountNumber`, and `answer-` with the name of a field. */
export type Entries = Record<string, string>;

export function entryOf({ name }: Pick<FormField, 'name'>): string {
  return `answer-${name}`;
}

export function emptyEntries({ fields }: RequestForm, accountNumber: string): Entries {
  return { accountNumber, ...Object.fromEntries(fields.map((field) => [entryOf(field), ''])) };
}

/** As the server takes them; files are apart. */
export function answersOf({ fields }: RequestForm, entries: Entries): Record<string, string> {
  const asked = fields.filter(({ kind }) => kind !== 'files');
  return Object.fromEntries(
    asked.map((field) => {
      const entry = (entries[entryOf(field)] ?? '').trim();
      return [field.name, field.kind === 'date' ? (parseUsDay(entry) ?? entry) : entry];
    }),
  );
}
