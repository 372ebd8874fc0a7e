import type { LoginErrorCode } from '#common/identity/sign-in.api.ts';
import type { TextKey, TextValues } from '#common/contract/all-texts.ts';
import type { CallResult } from '#web/data/client.ts';

export interface LoginMessage {
  readonly text: TextKey;
  readonly values?: TextValues<TextKey>;
  readonly offline: boolean;
}

const texts: ReadonlyMap<string, TextKey> = new Map<LoginErrorCode, TextKey>([
  ['LockedOnBadPassword', 'loginError.maxAttempts'],
  ['MaxAttemptsReached', 'loginError.maxAttempts'],
  ['Invalid', 'loginError.invalid'],
  ['Restricted', 'loginError.restricted'],
  ['MFANoEmail', 'loginError.noEmail'],
]);

const offline: LoginMessage = { text: 'loginError.offline', offline: true };

/** Error catalog of the sign-in (A 8). */
export function loginMessage(result: Exclude<CallResult<unknown>, { kind: 'answer' }>): LoginMessage {
  if (result.kind === 'unreachable') {
    const { portalDown, reference } = result;
    if (!portalDown || reference === undefined) return offline;
    return { text: 'loginError.unavailable', values: { reference }, offline: false };
  }
  if (result.status !== 403) return offline;
  const code = result.codes[0] ?? '';
  if (code === 'maintenanceModeEnabled' || code === 'ServerError') return offline;
  const minutes = minutesUntilNextCode(code);
  if (minutes !== undefined) return { text: 'loginError.tooManyCodes', values: { minutes }, offline: false };
  return { text: texts.get(code) ?? 'loginError.notAuthorized', offline: false };
}

/** From `TooManyCodes 12`. */
export function minutesUntilNextCode(code: string | undefined): string | undefined {
  return /^TooManyCodes (\d+)$/.exec(code ?? '')?.[1];
}
