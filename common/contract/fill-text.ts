/** Fills each `{name}` of a text; one without a value becomes empty. */
export function fillText(text: string, values: Readonly<Record<string, string>> = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (_place, name: string) => values[name] ?? '');
}
