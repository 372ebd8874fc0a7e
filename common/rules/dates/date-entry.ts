/**
 * Gives a month or a day of one digit its zero once the person has closed it, as in `5/` or `05/3-`.
 * Nothing is touched after that: a digit that is deleted from the middle stays deleted.
 */
export function padDateEntry(typed: string): string {
  return typed.replace(/^(\d)[/.-]$/, '0$1/').replace(/^(\d\d)\/(\d)[/.-]$/, '$1/0$2/');
}
