import type { MaskInputOptions } from 'maska';
import { padDateEntry } from '#common/rules/dates/date-entry.ts';

/** No area code begins with 1: it is the country's, as phones and address books put it before the number. */
function withoutCountryCode(typed: string): string {
  return typed.replace(/^\D*1/, '');
}

export const phoneMask: MaskInputOptions = { mask: '(###) ###-####', preProcess: withoutCountryCode };
/** As the profile writes telephones (M 9). */
export const dashedPhoneMask: MaskInputOptions = { mask: '###-###-####', preProcess: withoutCountryCode };
/** `MM/DD/YYYY`; `5/3/1979` may be typed too. */
export const dateMask: MaskInputOptions = { mask: '##/##/####', eager: true, preProcess: padDateEntry };
export const zipMask: MaskInputOptions = { mask: '#####' };
