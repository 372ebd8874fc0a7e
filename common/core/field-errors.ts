/** The text key of what is wrong with each field of a form; a field without one is right. */
export type FieldErrors<Entry, ErrorKey extends string> = Readonly<Partial<Record<keyof Entry, ErrorKey>>>;

/** Drops the fields that are right, so that a valid form has an empty record. */
export function collectErrors<Entry, ErrorKey extends string>(
  found: Readonly<Partial<Record<keyof Entry, ErrorKey | undefined>>>,
): FieldErrors<Entry, ErrorKey> {
  const wrong = Object.entries(found).filter(([, error]) => error !== undefined);
  return Object.fromEntries(wrong) as FieldErrors<Entry, ErrorKey>;
}

export function hasErrors(errors: Readonly<Record<string, string>>): boolean {
  return Object.keys(errors).length > 0;
}
