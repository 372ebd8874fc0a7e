import type { PasskeyRequestOptions } from '#common/identity/passkeys.api.ts';
import type { SignedChallenge } from '#common/identity/passkeys.wire.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { findAuthenticator } from '#server/identity/authenticator/authenticators.queries.ts';
import { checkAuthenticatorCode } from '#server/identity/authenticator/check-authenticator-code.ts';
import { keepChallenge } from '#server/identity/passkeys/challenges.ts';
import { listPasskeys } from '#server/identity/passkeys/passkeys.queries.ts';
import { provePasskey } from '#server/identity/passkeys/prove-passkey.ts';
import type { RelyingParty } from '#server/identity/passkeys/relying-party.ts';
import { requestOptionsFor } from '#server/identity/passkeys/webauthn.ts';
import { markConfirmed } from '#server/identity/sessions/session-proofs.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';

const PASSKEY_REQUESTS = { max: 30, withinSeconds: 600 };

type ConfirmedSession = Pick<Session, 'sessionId' | 'userId'>;

export type OtherWay = 'passkey' | 'authenticatorCode';

/** Returns the stronger proofs that the customer has set up. Returns none under single sign-on. */
export async function listOtherWays(services: Services, { userId }: ConfirmedSession): Promise<OtherWay[]> {
  const { database, institution } = services;
  const { options } = institution;
  if (options['loginOptions.useSingleSignOnOption']) return [];
  const ways: OtherWay[] = [];
  if (options['loginOptions.usePasskeysOption']) {
    const passkeys = await listPasskeys(database, userId);
    if (passkeys.some(({ isBlocked }) => !isBlocked)) ways.push('passkey');
  }
  if (options['loginOptions.useAuthenticatorOption'] && (await findAuthenticator(database, userId))) {
    ways.push('authenticatorCode');
  }
  return ways;
}

/**
 * Takes a code of the app. Recovery codes are for a sign-in without the app and are refused here.
 * @throws Refusal 403 NotNow for a customer without an app.
 */
export async function confirmByApp(
  services: Services,
  session: ConfirmedSession,
  code: string,
): Promise<Result<true, 'Invalid' | 'MaxAttemptsReached'>> {
  if (!(await listOtherWays(services, session)).includes('authenticatorCode')) throw new Refusal(403, 'NotNow');
  const typed = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(typed)) return failure('Invalid');
  const checked = await checkAuthenticatorCode(services, session.userId, typed);
  if (checked.ok) {
    await markConfirmed(services.database, session.sessionId, services.clock.now());
    return success(true);
  }
  await recordRefusal(services, session, { by: 'authenticatorCode', code: checked.error });
  return checked;
}

export async function beginPasskeyConfirmation(
  services: Services,
  party: RelyingParty,
  session: ConfirmedSession,
): Promise<PasskeyRequestOptions> {
  await limitRequests(services, `passkey-confirmations:${session.userId}`, PASSKEY_REQUESTS);
  const options = requestOptionsFor(party);
  await keepChallenge(services.database, subjectOf(session), options.challenge, services.clock.now());
  return options;
}

/** Takes what a passkey signed for this session. Another customer's passkey, on a shared device, proves nothing. */
export async function confirmByPasskey(
  services: Services,
  party: RelyingParty,
  session: ConfirmedSession,
  signed: SignedChallenge,
): Promise<Result<true, 'Invalid'>> {
  const { proved, userId } = await provePasskey(services, party, subjectOf(session), signed);
  if (proved && userId === session.userId) {
    await markConfirmed(services.database, session.sessionId, services.clock.now());
    return success(true);
  }
  await recordRefusal(services, session, { by: 'passkey', code: 'Invalid' });
  return failure('Invalid');
}

async function recordRefusal(
  { database, audit }: Services,
  { userId }: ConfirmedSession,
  details: { readonly by: OtherWay; readonly code: string },
): Promise<void> {
  await inTransaction(database, (transaction) =>
    audit.record(transaction, { event: 'confirmation-refused', userId, details }),
  );
}

function subjectOf({ sessionId }: ConfirmedSession): string {
  return `passkey-confirmation:${sessionId}`;
}
