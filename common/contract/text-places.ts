/** Filled from `institution.json` as the institution is loaded; no text has a value of its own by these names. */
export const detailNames = ['institution', 'shortName', 'phone', 'hours', 'address'] as const;

export type DetailName = (typeof detailNames)[number];

/** The names of the values that a text needs: `amount` and `date` for `{amount} on {date}`. */
export type PlacesOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, DetailName> | PlacesOf<Rest>
  : never;

const details: readonly string[] = detailNames;

/** Returns what is in braces, in order: places of the text, details of the institution, and mistakes. */
export function namesIn(text: string): string[] {
  return Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name);
}

/** See {@link PlacesOf}; each name once. */
export function placesOf(text: string): string[] {
  return [...new Set(namesIn(text).filter((name) => !details.includes(name)))];
}
