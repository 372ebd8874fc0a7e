import type { PasskeyCreationOptions, PasskeyRequestOptions } from '#common/identity/passkeys.api.ts';
import type { CreatedPasskey, SignedChallenge } from '#common/identity/passkeys.wire.ts';
import { inTransaction, type Queryable, type Transaction } from '#server/platform/db/database.ts';
import { createToken } from '#server/platform/crypto/random-tokens.ts';
import { keepChallenge, takeChallenge } from '#server/identity/passkeys/challenges.ts';
import { type RelyingParty, relyingPartyOf } from '#server/identity/passkeys/relying-party.ts';
import {
  creationOptionsFor,
  readAssertion,
  readNewPasskey,
  requestOptionsFor,
} from '#server/identity/passkeys/webauthn.ts';
import { DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import type { Services } from '#server/services.ts';
import { findInvited, findLastRightsGiver, findStaff, spendInvitation, type Staff } from './staff.queries.ts';
import {
  deleteStaffPasskeys,
  findStaffPasskey,
  insertStaffPasskey,
  recordStaffPasskeyUse,
} from './staff-passkeys.queries.ts';

/** Devices list these passkeys under another name than those of customers. */
function partyOf({ institution }: Services, deskUrl: string): RelyingParty {
  const party = relyingPartyOf(institution, deskUrl);
  return { ...party, name: `${party.name} desk` };
}

/** @returns the challenge, and the cookie that ties it to the browser */
export async function beginPasskeyEntry(
  services: Services,
  deskUrl: string,
): Promise<{ readonly cookie: string; readonly options: PasskeyRequestOptions }> {
  const cookie = createToken();
  const options = await challengeFor(services, deskUrl, entrySubject(cookie));
  return { cookie, options };
}

export async function challengeFor(
  services: Services,
  deskUrl: string,
  subject: string,
): Promise<PasskeyRequestOptions> {
  const options = requestOptionsFor(partyOf(services, deskUrl));
  await keepChallenge(services.database, subject, options.challenge, services.clock.now());
  return options;
}

export function entrySubject(cookie: string): string {
  return `desk-entry:${cookie}`;
}

export function confirmationSubject(sessionId: number): string {
  return `desk-confirmation:${sessionId}`;
}

export interface PasskeyProof {
  readonly deskUrl: string;
  /** Whose challenge was signed; it is used up either way. */
  readonly subject: string | undefined;
  readonly signed: SignedChallenge;
}

/**
 * Verifies the signed challenge and records the use of the passkey.
 * @param proved runs in the same transaction
 * @throws DeskRefusal 403 `PasskeyRefused`
 */
export async function proveStaffPasskey(
  services: Services,
  { deskUrl, subject, signed }: PasskeyProof,
  proved: (transaction: Transaction, staff: Staff) => Promise<void>,
): Promise<void> {
  const { database, clock, log } = services;
  const challenge = subject === undefined ? undefined : await takeChallenge(database, subject, clock.now());
  const passkey = challenge === undefined ? undefined : await findStaffPasskey(database, signed.credentialId);
  if (challenge === undefined || !passkey) throw new DeskRefusal(403, 'PasskeyRefused');
  const { passkeyId, staffId, emailAddress } = passkey;
  const refusal = new DeskRefusal(403, 'PasskeyRefused', { staffId, emailAddress });
  const read = await readAssertion(log, partyOf(services, deskUrl), challenge, passkey, signed);
  if (!read) throw refusal;
  await inTransaction(database, async (transaction) => {
    const used = await recordStaffPasskeyUse(transaction, passkeyId, read.signCount, clock.now());
    const staff = used ? await findStaff(transaction, staffId) : undefined;
    if (!staff) throw refusal;
    await proved(transaction, staff);
  });
}

/** @throws DeskRefusal 404 for an invitation that is unknown, used or expired */
export async function beginEnrollment(
  services: Services,
  deskUrl: string,
  token: string,
): Promise<{ readonly staff: Staff; readonly options: PasskeyCreationOptions }> {
  const { database, clock } = services;
  const staff = await findInvited(database, token, clock.now());
  if (!staff) throw new DeskRefusal(404, 'InvitationOver');
  const owner = { userHandle: staff.userHandle, loginName: staff.emailAddress, personalName: staff.name };
  await assertMayEnroll(services, database, staff);
  const options = creationOptionsFor(partyOf(services, deskUrl), owner, []);
  await keepChallenge(database, enrollmentSubject(token), options.challenge, clock.now());
  return { staff, options };
}

/**
 * Adds the passkey a browser has made for an invitation, in place of earlier ones.
 * @param enter runs in the same transaction
 * @throws DeskRefusal 404 for an invitation that is over, 403 for an invalid passkey
 */
export async function enrollPasskey(
  services: Services,
  deskUrl: string,
  { token, passkey }: { readonly token: string; readonly passkey: CreatedPasskey },
  enter: (transaction: Transaction, staff: Staff) => Promise<void>,
): Promise<void> {
  const { database, clock, log } = services;
  const at = clock.now();
  const challenge = await takeChallenge(database, enrollmentSubject(token), at);
  const made =
    challenge === undefined ? undefined : await readNewPasskey(log, partyOf(services, deskUrl), challenge, passkey);
  if (!made) throw new DeskRefusal(403, 'PasskeyRefused', await findInvited(database, token, at));
  await inTransaction(database, async (transaction) => {
    const staff = await findInvited(transaction, token, at);
    if (!staff) throw new DeskRefusal(404, 'InvitationOver');
    await assertMayEnroll(services, transaction, staff);
    if (!(await spendInvitation(transaction, token, at))) throw new DeskRefusal(404, 'InvitationOver');
    await deleteStaffPasskeys(transaction, staff.staffId);
    await insertStaffPasskey(transaction, { staffId: staff.staffId, ...made }, at);
    await enter(transaction, staff);
  });
}

/** Beside an identity provider, only an operator at the command line lets someone in: the provider may be down. */
async function assertMayEnroll({ config }: Services, queryable: Queryable, staff: Staff): Promise<void> {
  if (config.desk?.provider === undefined) return;
  if ((await findLastRightsGiver(queryable, staff.staffId)) === null) return;
  throw new DeskRefusal(403, 'ProviderSignsIn', staff);
}

function enrollmentSubject(token: string): string {
  return `desk-enrollment:${token}`;
}
