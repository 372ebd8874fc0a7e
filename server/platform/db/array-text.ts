/**
 * Formats an array for PostgreSQL, to be cast like `…::text::bigint[]`; several times faster than the drivers' own
 * format.
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
