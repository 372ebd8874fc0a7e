import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';

/** What EncryptedString carries: the id of a scheduled or recurring payment, sealed for one person and account. */
export function sealSetUpHandle(
  services: Pick<Services, 'cipher'>,
  session: Pick<Session, 'userId'>,
  accountNumber: string,
  id: string,
): string {
  return Buffer.from(services.cipher.encrypt(id, identityOf(session, accountNumber))).toString('base64url');
}

/** @returns nothing when it was changed, or made for another person or account. */
export function openSetUpHandle(
  services: Pick<Services, 'cipher'>,
  session: Pick<Session, 'userId'>,
  accountNumber: string,
  handle: string,
): string | undefined {
  try {
    return services.cipher.decrypt(Buffer.from(handle, 'base64url'), identityOf(session, accountNumber));
  } catch {
    return undefined;
  }
}

function identityOf(session: Pick<Session, 'userId'>, accountNumber: string): string {
  return `set-up-payment:${session.userId}:${accountNumber}`;
}
