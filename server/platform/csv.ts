import { csvText } from './csv-text.ts';

/** Returns lines with a header (RFC 4180). */
export function toCsv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number): string {
  const isFigure = typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(value);
  return isFigure ? String(value) : csvText(value);
}
