import type { PasskeyCreationOptions } from '#common/identity/passkeys.api.ts';
import type { CreatedPasskey } from '#common/identity/passkeys.wire.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { type ConfirmationError, confirmPassword } from '#server/identity/credentials/confirm-password.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { tellSecurityChange } from '#server/identity/users/tell-security-change.ts';
import { keepChallenge, takeChallenge } from './challenges.ts';
import { deletePasskey, insertPasskey, listPasskeys, type Passkey } from './passkeys.queries.ts';
import type { RelyingParty } from './relying-party.ts';
import { creationOptionsFor, readNewPasskey } from './webauthn.ts';
import type { Services } from '#server/services.ts';

/** More than any customer has devices. */
const MAX_PASSKEYS = 10;

export type BeginEnrollmentError = ConfirmationError | 'TooManyPasskeys';

/** Requires the password; returns the options for creating a passkey. */
export async function beginEnrollment(
  services: Services,
  party: RelyingParty,
  session: Session,
  password: string,
): Promise<Result<PasskeyCreationOptions, BeginEnrollmentError>> {
  const { database, clock, host } = services;
  const confirmed = await confirmPassword(services, session, password);
  if (!confirmed.ok) return confirmed;
  const known = await listPasskeys(database, session.userId);
  if (known.length >= MAX_PASSKEYS) return failure('TooManyPasskeys');
  const customer = await host.findCustomer(session.customerId);
  const owner = {
    userHandle: userHandleOf(services, session, known),
    loginName: session.loginName,
    personalName: customer?.personalName ?? session.loginName,
  };
  const options = creationOptionsFor(party, owner, known);
  await keepChallenge(database, subjectOf(session), options.challenge, clock.now());
  return success(options);
}

export interface Enrollment {
  readonly session: Session;
  readonly name: string;
  readonly created: CreatedPasskey;
}

export type FinishEnrollmentError = 'Expired' | 'Invalid' | 'KnownPasskey';

/** Adds a passkey created for the session's challenge, which is used up. */
export async function finishEnrollment(
  services: Services,
  party: RelyingParty,
  { session, name, created }: Enrollment,
): Promise<Result<true, FinishEnrollmentError>> {
  const { database, clock, log, audit } = services;
  const { userId } = session;
  const challenge = await takeChallenge(database, subjectOf(session), clock.now());
  if (challenge === undefined) return failure('Expired');
  const made = await readNewPasskey(log, party, challenge, created);
  if (!made) return failure('Invalid');
  const userHandle = userHandleOf(services, session, await listPasskeys(database, userId));
  return inTransaction(database, async (transaction) => {
    if (!(await insertPasskey(transaction, { ...made, userId, userHandle, name }, clock.now()))) {
      return failure('KnownPasskey');
    }
    await audit.record(transaction, { event: 'passkey-added', userId, details: { name } });
    await tellSecurityChange(services, transaction, {
      userId,
      body: { key: 'securityMail.passkeyAddedBody', values: { passkey: name } },
    });
    return success(true);
  });
}

/** Requires the password. Removing a missing passkey succeeds. */
export async function removePasskey(
  services: Services,
  session: Session,
  passkeyId: number,
  password: string,
): Promise<Result<true, ConfirmationError>> {
  const { database, audit } = services;
  const { userId } = session;
  const confirmed = await confirmPassword(services, session, password);
  if (!confirmed.ok) return confirmed;
  await inTransaction(database, async (transaction) => {
    const name = await deletePasskey(transaction, userId, passkeyId);
    if (name === undefined) return;
    await audit.record(transaction, { event: 'passkey-removed', userId, details: { name } });
    await tellSecurityChange(services, transaction, {
      userId,
      body: { key: 'securityMail.passkeyRemovedBody', values: { passkey: name } },
    });
  });
  return success(true);
}

/** The same for all passkeys of a user, so a device keeps one entry for the portal; reveals nothing to others. */
function userHandleOf({ cipher }: Services, { userId }: Session, known: readonly Passkey[]): Uint8Array {
  return known[0]?.userHandle ?? cipher.blindIndex(String(userId), 'passkey-user');
}

/** The challenge also proves the password: only {@link beginEnrollment} gives a session one. */
function subjectOf({ sessionId }: Session): string {
  return `passkey-enrollment:${sessionId}`;
}
