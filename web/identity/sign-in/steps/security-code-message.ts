import type { SecurityCodeErrorCode } from '#common/identity/sign-in-steps.api.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { Refused, Unreachable } from '#web/data/client.ts';

const texts: ReadonlyMap<string, TextKey> = new Map<SecurityCodeErrorCode, TextKey>([
  ['CodeExpired', 'securityCodeError.expired'],
  ['MaxAttemptsReached', 'securityCodeError.maxAttempts'],
]);

/** The error catalogue of the security code (A 8). */
export function securityCodeMessage(failure: Refused | Unreachable): TextKey {
  if (failure.kind === 'unreachable' || failure.status !== 403) return 'securityCodeError.failed';
  return texts.get(failure.codes[0] ?? '') ?? 'securityCodeError.invalid';
}
