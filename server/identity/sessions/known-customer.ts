import { HostUnavailable } from '#server/host/host-errors.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { findSealedCustomer } from './sessions.queries.ts';

/** The facts that pages show of the customer who is signed in. */
export type KnownCustomer = Pick<
  HostCustomer,
  'customerId' | 'companyNumber' | 'personalName' | 'emailAddress' | 'branch'
>;

type Kept = Pick<HostCustomer, 'personalName' | 'emailAddress' | 'branch'>;

export function sealCustomer(cipher: FieldCipher, customer: HostCustomer): Uint8Array {
  const { customerId, personalName, emailAddress, branch } = customer;
  const kept: Kept = { personalName, emailAddress, branch };
  return cipher.encrypt(JSON.stringify(kept), identityOf(customerId));
}

/**
 * Returns the customer as the host knows them now, or, while it doesn't answer, as it knew them at sign-in. Undefined if
 * the host no longer has them.
 * @throws HostUnavailable for a session from before they were kept
 */
export async function findKnownCustomer(
  { host, database, cipher }: Pick<Services, 'host' | 'database' | 'cipher'>,
  { sessionId, customerId, companyNumber }: Pick<Session, 'sessionId' | 'customerId' | 'companyNumber'>,
): Promise<KnownCustomer | undefined> {
  try {
    return await host.findCustomer(customerId);
  } catch (error) {
    if (!(error instanceof HostUnavailable)) throw error;
    const sealed = await findSealedCustomer(database, sessionId);
    if (!sealed) throw error;
    const kept = JSON.parse(cipher.decrypt(sealed, identityOf(customerId))) as Kept;
    return { customerId, companyNumber, ...kept };
  }
}

function identityOf(customerId: string): string {
  return `session-customer:${customerId}`;
}
