import type { LoginErrorCode } from '#common/identity/sign-in.api.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { type ConfirmationError, confirmPassword } from '#server/identity/credentials/confirm-password.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { tellSecurityChange } from '#server/identity/users/tell-security-change.ts';
import { hasEnteredPassword } from '#server/identity/sessions/session-proofs.queries.ts';
import { findUserById, holdPassword, type PortalUser } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import {
  endAppToken,
  endSessionsOfApp,
  findSpentAppToken,
  replaceAppToken,
  takeAppToken,
} from './app-tokens.queries.ts';

/** After signing in with the password, how long the app may offer fingerprint or face without asking for it again. */
const OFFER_MINUTES = 5;

/**
 * Gives the app a token for signing in with fingerprint or face, after the password or right after signing in with it.
 * The customer is notified.
 */
export async function createAppToken(
  services: Services,
  session: Session,
  deviceId: string,
  password: string | undefined,
): Promise<Result<string, ConfirmationError>> {
  const { database, clock } = services;
  const { sessionId, userId } = session;
  const confirmed = password === undefined ? undefined : await confirmPassword(services, session, password);
  if (confirmed && !confirmed.ok) return confirmed;
  const user = confirmed ? confirmed.value : await findUserById(database, userId);
  return inTransaction(database, async (transaction) => {
    if (!user || !(await holdPassword(transaction, user))) return failure('InvalidCurrentPassword');
    const since = clock.now().subtract({ minutes: OFFER_MINUTES });
    const mayHave = confirmed !== undefined || (await hasEnteredPassword(transaction, sessionId, since));
    if (!mayHave) return failure('InvalidCurrentPassword');
    const token = await writeAppToken(services, transaction, userId, deviceId);
    await tellSecurityChange(services, transaction, { userId, body: { key: 'securityMail.appAddedBody' } });
    return success(token);
  });
}

/** Returns the next token for an app that used its last one; undefined if the password has changed since. */
export function renewAppToken(services: Services, user: PortalUser, deviceId: string): Promise<string | undefined> {
  return inTransaction(services.database, async (transaction) =>
    (await holdPassword(transaction, user)) ? writeAppToken(services, transaction, user.userId, deviceId) : undefined,
  );
}

async function writeAppToken(
  services: Services,
  transaction: Transaction,
  userId: number,
  deviceId: string,
): Promise<string> {
  const token = await replaceAppToken(transaction, deviceOf(services, userId, deviceId), services.clock.now());
  await services.audit.record(transaction, { event: 'app-token-created', userId, details: {} });
  return token;
}

/** Ends sign-in from the device. */
export function removeAppToken(services: Services, userId: number, deviceId: string): Promise<void> {
  const { database, clock, audit } = services;
  return inTransaction(database, async (transaction) => {
    const ended = await endAppToken(transaction, deviceOf(services, userId, deviceId), clock.now());
    if (ended) await audit.record(transaction, { event: 'app-token-removed', userId, details: {} });
  });
}

export interface AppSignIn {
  readonly user: PortalUser;
  readonly customer: HostCustomer;
}

export interface AppTokenProof {
  readonly token: string;
  readonly deviceId: string;
  readonly ipAddress: string;
}

/**
 * Redeems an app's token. Tokens work once, so a copy is noticed: if a token comes twice, one of its holders isn't the
 * owner, and every token and session that followed from it ends.
 */
export async function acceptAppToken(
  services: Services,
  { token, deviceId, ipAddress }: AppTokenProof,
): Promise<Result<AppSignIn, LoginErrorCode>> {
  const { database, clock, host } = services;
  const userId = await takeAppToken(database, token, deviceHashOf(services, deviceId), clock.now());
  if (userId === undefined) await endFamilyOfSpentToken(services, token, ipAddress);
  const user = userId === undefined ? undefined : await findUserById(database, userId);
  if (!user) return refuse(services, { userId: null, code: 'Invalid', ipAddress });
  const customer = await host.findCustomer(user.customerId);
  if (user.restricted || !customer) return refuse(services, { userId: user.userId, code: 'Restricted', ipAddress });
  return success({ user, customer });
}

/** Notifies the customer if anything ended, because the app must be enabled again. */
function endFamilyOfSpentToken(services: Services, token: string, ipAddress: string): Promise<void> {
  const { database, clock, audit } = services;
  return inTransaction(database, async (transaction) => {
    const device = await findSpentAppToken(transaction, token);
    if (!device) return;
    const { userId } = device;
    const hadToken = await endAppToken(transaction, device, clock.now());
    const hadSession = await endSessionsOfApp(transaction, device, clock.now());
    await audit.record(transaction, {
      event: 'app-token-reused',
      userId,
      details: { ipAddress, hadToken, hadSession },
    });
    if (hadToken)
      await tellSecurityChange(services, transaction, { userId, body: { key: 'securityMail.appTokenReusedBody' } });
  });
}

interface AppRefusal {
  readonly userId: number | null;
  readonly code: LoginErrorCode;
  readonly ipAddress: string;
}

async function refuse(
  { database, audit }: Services,
  { userId, code, ipAddress }: AppRefusal,
): Promise<Result<never, LoginErrorCode>> {
  await inTransaction(database, (transaction) =>
    audit.record(transaction, { event: 'sign-in-refused', userId, details: { code, by: 'app-token', ipAddress } }),
  );
  return failure(code);
}

function deviceOf(services: Services, userId: number, deviceId: string) {
  return { userId, deviceHash: deviceHashOf(services, deviceId) };
}

/** Keyed hash of the app's name for a device. */
export function deviceHashOf({ cipher }: Pick<Services, 'cipher'>, deviceId: string): Uint8Array {
  return cipher.blindIndex(deviceId, 'app-device');
}
