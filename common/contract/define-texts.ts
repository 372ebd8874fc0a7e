/**
 * The default texts of a module. A key is `group.name`; a `{name}` in a text is filled with the value of that name. The browser imports
 * these files only for their types and gets the texts in force with the start-up configuration.
 */
export function defineTexts<const Texts extends Readonly<Record<`${string}.${string}`, string>>>(texts: Texts): Texts {
  return texts;
}

/** Texts that institutions may reword but not hide, with the rule that requires them, for the error message. */
export function requireTexts<Key extends string>(rule: string, keys: readonly Key[]): Readonly<Record<Key, string>> {
  return Object.fromEntries(keys.map((key) => [key, rule])) as Record<Key, string>;
}
