import type { MaskInputOptions } from 'maska';

/** No area code begins with 1: it is the country's, as phones and address books put it before the number. */
function withoutCountryCode(typed: string): string {
  return typed.replace(/^\D*1/, '');
}

export const phoneMask: MaskInputOptions = { mask: '(###) ###-####', preProcess: withoutCountryCode };
/** As the profile writes telephones (M 9). */
export const dashedPhoneMask: MaskInputOptions = { mask: '###-###-####', preProcess: withoutCountryCode };
export const zipMask: MaskInputOptions = { mask: '#####' };
