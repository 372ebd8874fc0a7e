import type { MaskInputOptions } from 'maska';
import { padDateEntry } from '#common/core/date-entry.ts';

/** Eleven digits begin with the 1 of the country, as phones and address books put it; no area code does. */
function withoutCountryCode(typed: string): string {
  return typed.replace(/^\D*1(?=(?:\D*\d){10}\D*$)/, '');
}

export const phoneMask: MaskInputOptions = { mask: '(###) ###-####', preProcess: withoutCountryCode };
/** As the profile writes telephones (M 9). */
export const dashedPhoneMask: MaskInputOptions = { mask: '###-###-####', preProcess: withoutCountryCode };
/** `MM/DD/YYYY`; `5/3/1979` may be typed too. A mask that adds the slash ahead would have it left over when digits are deleted. */
export const dateMask: MaskInputOptions = { mask: '##/##/####', preProcess: padDateEntry };
export const zipMask: MaskInputOptions = { mask: '#####' };
