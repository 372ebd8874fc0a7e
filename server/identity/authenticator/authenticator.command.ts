import { failure, type Result, success } from '#common/core/results.ts';
import {
  deleteAuthenticator,
  deleteSetup,
  findAuthenticator,
  findSetup,
  keepSetup,
  replaceRecoveryCodes,
  upsertAuthenticator,
} from './authenticators.queries.ts';
import { authenticatorIdentity } from './check-authenticator-code.ts';
import { createRecoveryCodes, hashRecoveryCodes } from './recovery-codes.ts';
import { createTotpSecret, findTotpStep, totpAddress } from './totp.ts';
import { type ConfirmationError, confirmPassword } from '#server/identity/credentials/confirm-password.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { countTowardsLimit } from '#server/platform/http/request-limits.ts';
import { type SecurityChange, tellSecurityChange } from '#server/identity/users/tell-security-change.ts';
import { distrustDevicesOfUser } from '#server/identity/sessions/devices.queries.ts';
import type { Services } from '#server/services.ts';

/** Guards against load, not guessing: the user setting up an app can see its key. */
const FIRST_CODES = { max: 20, withinSeconds: 15 * 60 };

export interface Setup {
  readonly key: string;
  readonly address: string;
}

/** Requires the password; creates a new key. The current app keeps working until the new one has shown a code. */
export async function beginSetup(
  services: Services,
  session: Session,
  password: string,
): Promise<Result<Setup, ConfirmationError>> {
  const { database, clock, cipher, institution } = services;
  const confirmed = await confirmPassword(services, session, password);
  if (!confirmed.ok) return confirmed;
  const key = createTotpSecret();
  const sealed = cipher.encrypt(key, authenticatorIdentity(session.userId));
  await keepSetup(database, session.sessionId, sealed, clock.now());
  const issuer = institution.texts['shell.institutionName'] ?? institution.id;
  return success({ key, address: totpAddress(key, issuer, session.loginName) });
}

export type SetupError = 'Expired' | 'Invalid' | 'MaxAttemptsReached';

/**
 * Accepts the app's first code. From now on its codes are required, also on devices trusted so far.
 * @returns the recovery codes, shown only this once
 */
export async function finishSetup(
  services: Services,
  session: Session,
  code: string,
): Promise<Result<readonly string[], SetupError>> {
  const { database, clock, cipher } = services;
  const { userId, sessionId } = session;
  const tries = await countTowardsLimit(services, `authenticator-setup:${sessionId}`, FIRST_CODES);
  if (tries > FIRST_CODES.max) return failure('MaxAttemptsReached');
  const at = clock.now();
  const sealed = await findSetup(database, sessionId, at);
  if (!sealed) return failure('Expired');
  const step = findTotpStep(cipher.decrypt(sealed, authenticatorIdentity(userId)), code, at);
  if (step === undefined) return failure('Invalid');
  const codes = createRecoveryCodes();
  const hashed = await hashRecoveryCodes(codes);
  return inTransaction(database, async (transaction) => {
    if (!(await deleteSetup(transaction, sessionId))) return failure('Expired');
    await upsertAuthenticator(transaction, { userId, secretSealed: sealed, step, confirmedAt: at });
    await replaceRecoveryCodes(transaction, userId, hashed);
    await distrustDevicesOfUser(transaction, userId);
    await note(services, transaction, 'authenticator-added', {
      userId,
      body: { key: 'securityMail.authenticatorAddedBody' },
    });
    return success(codes);
  });
}

/** Requires the password; replaces the ten codes. */
export async function renewRecoveryCodes(
  services: Services,
  session: Session,
  password: string,
): Promise<Result<readonly string[], ConfirmationError | 'NoAuthenticator'>> {
  const { database } = services;
  const { userId } = session;
  const confirmed = await confirmPassword(services, session, password);
  if (!confirmed.ok) return confirmed;
  const codes = createRecoveryCodes();
  const hashed = await hashRecoveryCodes(codes);
  return inTransaction(database, async (transaction) => {
    if (!(await findAuthenticator(transaction, userId))) return failure('NoAuthenticator');
    await replaceRecoveryCodes(transaction, userId, hashed);
    await note(services, transaction, 'recovery-codes-made', {
      userId,
      body: { key: 'securityMail.recoveryCodesMadeBody' },
    });
    return success(codes);
  });
}

/** Requires the password; sign-in no longer asks for the app's code. */
export async function removeAuthenticator(
  services: Services,
  session: Session,
  password: string,
): Promise<Result<true, ConfirmationError>> {
  const { database } = services;
  const { userId } = session;
  const confirmed = await confirmPassword(services, session, password);
  if (!confirmed.ok) return confirmed;
  await inTransaction(database, async (transaction) => {
    if (!(await deleteAuthenticator(transaction, userId))) return;
    await note(services, transaction, 'authenticator-removed', {
      userId,
      body: { key: 'securityMail.authenticatorRemovedBody' },
    });
  });
  return success(true);
}

async function note(
  services: Services,
  transaction: Transaction,
  event: string,
  change: SecurityChange,
): Promise<void> {
  await services.audit.record(transaction, { event, userId: change.userId, details: {} });
  await tellSecurityChange(services, transaction, change);
}
