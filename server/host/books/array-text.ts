/**
 * PostgreSQL's text of an array, to be cast as `…::text::bigint[]`; the drivers'
 * own way takes several times as long.
 */
export function arrayText(values: readonly ArrayElement[]): string {
  return `{${values.map(elementText).join(',')}}`;
}

export type ArrayElement = string | number | boolean | Uint8Array | null;

function elementText(value: ArrayElement): string {
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`;
  if (typeof value !== 'string') return String(value);
  return `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, String.raw`\$&`) : value}"`;
}
