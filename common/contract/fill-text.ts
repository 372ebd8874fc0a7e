/** Fills each `{}` of a text in order; one without a value becomes empty. */
export function fillText(text: string, fills: readonly string[]): string {
  let next = 0;
  return text.replaceAll('{}', () => fills[next++] ?? '');
}

export function countPlaces(text: string): number {
  return text.split('{}').length - 1;
}
