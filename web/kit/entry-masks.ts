import type { MaskInputOptions } from 'maska';

/** Eleven digits start with the country code 1, as in address books; no area code does. */
function withoutCountryCode(typed: string): string {
  return typed.replace(/^\D*1(?=(?:\D*\d){10}\D*$)/, '');
}

export const phoneMask: MaskInputOptions = { mask: '(###) ###-####', preProcess: withoutCountryCode };
/** The profile's phone format (M 9). */
export const dashedPhoneMask: MaskInputOptions = { mask: '###-###-####', preProcess: withoutCountryCode };
/** `MM/DD/YYYY`; also accepts `5/3/1979`. A mask that adds slashes ahead would leave them behind when deleting. */
export const dateMask: MaskInputOptions = { mask: '##/##/####', preProcess: padDateEntry };
export const zipMask: MaskInputOptions = { mask: '#####' };

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
