/**
 * Default wording of a feature. A key is `group.name`; `{}` in a text is filled
 * in order. The browser imports these files for their types only: the wording in
 * force comes with the start-up configuration.
 */
export function defineTexts<const Texts extends Readonly<Record<`${string}.${string}`, string>>>(texts: Texts): Texts {
  return texts;
}
