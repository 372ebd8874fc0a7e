import type { SignedChallenge } from '#common/identity/passkeys.wire.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { tellSecurityChange } from '#server/identity/users/tell-security-change.ts';
import type { Services } from '#server/services.ts';
import { takeChallenge } from './challenges.ts';
import { blockPasskey, findPasskey, type Passkey, recordPasskeyUse } from './passkeys.queries.ts';
import type { RelyingParty } from './relying-party.ts';
import { readAssertion } from './webauthn.ts';

export interface PasskeyVerdict {
  readonly proved: boolean;
  /** The owner of the named passkey; null if unknown. */
  readonly userId: number | null;
}

/**
 * Returns whether a passkey signed the challenge stored for `subject`, and its owner. Uses up the challenge either way.
 */
export async function provePasskey(
  services: Services,
  party: RelyingParty,
  subject: string | undefined,
  signed: SignedChallenge,
): Promise<PasskeyVerdict> {
  const { database, clock, log } = services;
  const challenge = subject === undefined ? undefined : await takeChallenge(database, subject, clock.now());
  const passkey = challenge === undefined ? undefined : await findPasskey(database, signed.credentialId);
  if (challenge === undefined || !passkey || passkey.isBlocked) {
    return { proved: false, userId: passkey?.userId ?? null };
  }
  const { userId } = passkey;
  const read = await readAssertion(log, party, challenge, passkey, signed);
  if (!read) return { proved: false, userId };
  const proved = await inTransaction(database, async (transaction) => {
    if (await recordPasskeyUse(transaction, passkey.passkeyId, read.signCount, clock.now())) return true;
    await block(services, transaction, passkey);
    return false;
  });
  return { proved, userId };
}

/** The counter didn't advance: two devices hold the passkey, and we can't tell which is the owner's. */
async function block(
  services: Services,
  transaction: Transaction,
  { passkeyId, userId, name }: Passkey,
): Promise<void> {
  if (!(await blockPasskey(transaction, passkeyId, services.clock.now()))) return;
  await services.audit.record(transaction, { event: 'passkey-blocked', userId, details: { passkeyId } });
  await tellSecurityChange(services, transaction, {
    userId,
    body: { key: 'securityMail.passkeyBlockedBody', values: { passkey: name } },
  });
}
