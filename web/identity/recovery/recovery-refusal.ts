import type { RecoveryErrorCode } from '#common/identity/recovery.api.ts';
import type { ProblemTexts } from '#web/data/problem-text.ts';

/** The error catalog of the recovery (A 8). */
export const recoveryTexts: ProblemTexts<RecoveryErrorCode> = {
  codes: {
    BadQuestion: 'recoveryError.BadQuestion',
    Invalid: 'recoveryError.Invalid',
    RecoveryFailed: 'recoveryError.RecoveryFailed',
    RecoveryMaxAttempts: 'recoveryError.RecoveryMaxAttempts',
  },
  other: 'recoveryError.Invalid',
  failed: 'recoveryError.Invalid',
  serverError: 'recoveryError.Error500',
};
