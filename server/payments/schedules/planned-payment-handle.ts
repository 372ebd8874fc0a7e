import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';

/** The content of EncryptedString: the id of a scheduled or recurring payment, sealed for one user and account. */
export function sealPlannedPaymentHandle(
  services: Pick<Services, 'cipher'>,
  session: Pick<Session, 'userId'>,
  accountNumber: string,
  id: string,
): string {
  return Buffer.from(services.cipher.encrypt(id, identityOf(session, accountNumber))).toString('base64url');
}

/** Returns undefined if it was altered or issued for another user or account. */
export function openPlannedPaymentHandle(
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
