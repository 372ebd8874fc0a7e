/**
 * The default texts of a module. A key is `group.name`; each `{}` in a text is filled in order. The browser imports
 * these files only for their types and gets the texts in force with the start-up configuration.
 */
export function defineTexts<const Texts extends Readonly<Record<`${string}.${string}`, string>>>(texts: Texts): Texts {
  return texts;
}
