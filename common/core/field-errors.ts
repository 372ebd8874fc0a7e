export type FieldErrors<Entry, ErrorKey extends string> = Readonly<Partial<Record<keyof Entry, ErrorKey>>>;

/** Drops valid fields, so a valid form returns an empty record. */
export function collectErrors<Entry, ErrorKey extends string>(
  found: Readonly<Partial<Record<keyof Entry, ErrorKey | undefined>>>,
): FieldErrors<Entry, ErrorKey> {
  const wrong = Object.entries(found).filter(([, error]) => error !== undefined);
  return Object.fromEntries(wrong) as FieldErrors<Entry, ErrorKey>;
}

export function hasErrors(errors: Readonly<Partial<Record<string, string>>>): boolean {
  return Object.keys(errors).length > 0;
}
