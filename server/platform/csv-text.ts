/**
 * Returns a text as a cell of a CSV file (RFC 4180). Prefixes an apostrophe to text that a spreadsheet would run as a
 * formula (CWE-1236), also by the wide signs of East Asian keyboards.
 */
export function csvText(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text.trimStart()) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
