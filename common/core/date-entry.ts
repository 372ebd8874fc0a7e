/**
 * Adds the leading zero of a one-digit month or day once a separator follows, as in `5/` or `05/3-`. Never changes
 * earlier digits, so deleting one in the middle works. Reorders a pasted ISO date such as `1979-05-23`.
 */
export function padDateEntry(typed: string): string {
  const yearFirst = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T.*)?\s*$/.exec(typed);
  if (yearFirst) {
    const [, year = '', month = '', day = ''] = yearFirst;
    return `${month.padStart(2, '0')}/${day.padStart(2, '0')}/${year}`;
  }
  return typed.replace(/^(\d)[/.-]$/, '0$1/').replace(/^(\d\d)\/(\d)[/.-]$/, '$1/0$2/');
}
