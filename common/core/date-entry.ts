/**
 * Gives a month or a day of one digit its zero once the person has closed it, as in `5/` or `05/3-`.
 * Nothing is touched after that: a digit that is deleted from the middle stays deleted. A date that is
 * pasted with the year first, as in `1979-05-23`, is turned around.
 */
export function padDateEntry(typed: string): string {
  const yearFirst = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T.*)?\s*$/.exec(typed);
  if (yearFirst) {
    const [, year = '', month = '', day = ''] = yearFirst;
    return `${month.padStart(2, '0')}/${day.padStart(2, '0')}/${year}`;
  }
  return typed.replace(/^(\d)[/.-]$/, '0$1/').replace(/^(\d\d)\/(\d)[/.-]$/, '$1/0$2/');
}
