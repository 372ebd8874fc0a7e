/** Fills the `{}` of a text in order; a `{}` without a value stays empty. */
export function fillText(text: string, fills: readonly string[]): string {
  let next = 0;
  return text.replaceAll('{}', () => fills[next++] ?? '');
}
