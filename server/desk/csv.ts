/** Returns lines with a header, as RFC 4180 has them. Numbers are written as they are. */
export function toCsv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const isFigure = /^-?\d+(\.\d+)?$/.test(value);
  // A spreadsheet would run a name that begins like a formula.
  const text = !isFigure && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
