import type { SecurityCodeErrorCode } from '#common/identity/sign-in-steps.api.ts';
import type { ProblemTexts } from '#web/data/problem-text.ts';

/** The error catalog of the security code (A 8). */
export const securityCodeTexts: ProblemTexts<SecurityCodeErrorCode> = {
  codes: {
    CodeExpired: 'securityCodeError.expired',
    MaxAttemptsReached: 'securityCodeError.maxAttempts',
    Invalid: 'securityCodeError.invalid',
  },
  other: 'securityCodeError.invalid',
  failed: 'securityCodeError.failed',
  refusedWith: [403],
};
