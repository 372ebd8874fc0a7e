import type { MaskInputOptions } from 'maska';

export const phoneMask: MaskInputOptions = { mask: '(###) ###-####' };
/** As the profile writes telephones (M 9). */
export const dashedPhoneMask: MaskInputOptions = { mask: '###-###-####' };
export const zipMask: MaskInputOptions = { mask: '#####' };
