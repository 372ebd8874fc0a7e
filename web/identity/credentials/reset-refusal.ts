import { passwordErrorCodes } from '#common/identity/rules/password-errors.ts';
import { type ProblemTexts, textsByCode } from '#web/data/problem-text.ts';

const resetErrorCodes = ['Expired', ...passwordErrorCodes] as const;

/** The error catalog of the password change (A 8). */
export const resetTexts: ProblemTexts<(typeof resetErrorCodes)[number]> = {
  codes: textsByCode(resetErrorCodes, (code) => `passwordError.${code}`),
  other: 'passwordError.Error',
  failed: 'passwordError.Error',
  serverError: 'passwordError.Error500',
};
