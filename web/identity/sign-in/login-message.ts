import type { LoginErrorCode } from '#common/identity/sign-in.api.ts';
import type { TextKey, TextValues } from '#common/contract/all-texts.ts';
import type { CallResult } from '#web/data/client.ts';

/** With `loginError.offline`, the message takes the place of the form. */
export interface LoginMessage {
  readonly text: TextKey;
  readonly values?: TextValues<TextKey>;
  /** Names the failure in the server's log, which a proxy that answers instead doesn't know. */
  readonly reference?: string | undefined;
}

type Failed = Exclude<CallResult<unknown>, { kind: 'answer' }>;

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
export function loginMessage(result: Failed): LoginMessage {
  if (result.kind === 'unreachable' || result.status !== 403) return outageMessage(result);
  const code = result.codes[0] ?? '';
  const minutes = minutesUntilNextCode(code);
  if (minutes !== undefined) return { text: 'loginError.tooManyCodes', values: { minutes } };
  return { text: texts.get(code) ?? 'loginError.notAuthorized' };
}

/** For a call that can only fail because something is down; the form stays where only the database is. */
export function outageMessage(result: Failed): LoginMessage {
  const isPortalDown = result.kind === 'unreachable' && result.portalDown;
  return isPortalDown
    ? { text: 'loginError.unavailable', reference: result.reference }
    : { text: 'loginError.offline' };
}

/** From `TooManyCodes 12`. */
export function minutesUntilNextCode(code: string | undefined): string | undefined {
  return /^TooManyCodes (\d+)$/.exec(code ?? '')?.[1];
}
