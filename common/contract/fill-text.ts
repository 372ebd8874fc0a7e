type Values = Readonly<Record<string, string>>;

/** By name, or in order while texts still have `{}`. */
export type Fills = Values | readonly (string | Values | undefined)[];

/** Fills each `{name}` of a text; one without a value becomes empty. */
export function fillText(text: string, fills: Fills): string {
  const values = (Array.isArray(fills) && typeof fills[0] === 'object' ? fills[0] : fills) as Values;
  let next = 0;
  return text.replaceAll(/\{(\w*)\}/g, (_place, name: string) => values[name === '' ? next++ : name] ?? '');
}

export function countPlaces(text: string): number {
  return text.split('{}').length - 1;
}
