/**
 * Parses database values the same on both drivers: `bigint` as a safe number (money is cents), `numeric` and `date` as
 * text, `timestamptz` as an instant.
 */
export const valueParsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: toSafeNumber, // int8
  1016: (text) => parseArray(text).map(toSafeNumber), // int8[]
  1082: (text) => text, // date
  1182: parseArray, // date[]
  1700: (text) => text, // numeric
  1184: (text) => Temporal.Instant.from(text), // timestamptz
};

function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`Too large for a number: ${text}`);
  return value;
}

function parseArray(text: string): string[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',');
}
