import type { LoginErrorCode } from '#common/identity/sign-in.api.ts';
import type { TextKey, TextValues } from '#common/contract/all-texts.ts';
import type { CallResult } from '#web/data/client.ts';

/** With `loginError.offline`, the message takes the place of the form. */
export interface LoginMessage {
  readonly text: TextKey;
  readonly values?: TextValues<TextKey>;
}

const texts: ReadonlyMap<string, TextKey> = new Map<LoginErrorCode, TextKey>([
  ['LockedOnBadPassword', 'loginError.maxAttempts'],
  ['MaxAttemptsReached', 'loginError.maxAttempts'],
  ['Invalid', 'loginError.invalid'],
  ['Restricted', 'loginError.restricted'],
  ['MFANoEmail', 'loginError.noEmail'],
  ['maintenanceModeEnabled', 'loginError.offline'],
  ['ServerError', 'loginError.offline'],
]);

/** Error catalog of the sign-in (A 8). */
export function loginMessage(result: Exclude<CallResult<unknown>, { kind: 'answer' }>): LoginMessage {
  if (result.kind === 'unreachable' && result.portalDown) {
    return { text: 'loginError.unavailable', values: { reference: result.reference ?? '' } };
  }
  if (result.kind === 'unreachable' || result.status !== 403) return { text: 'loginError.offline' };
  const code = result.codes[0] ?? '';
  const minutes = minutesUntilNextCode(code);
  if (minutes !== undefined) return { text: 'loginError.tooManyCodes', values: { minutes } };
  return { text: texts.get(code) ?? 'loginError.notAuthorized' };
}

/** From `TooManyCodes 12`. */
export function minutesUntilNextCode(code: string | undefined): string | undefined {
  return /^TooManyCodes (\d+)$/.exec(code ?? '')?.[1];
}
