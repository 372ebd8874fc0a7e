import { randomUUID } from 'node:crypto';

/** A UUID that `randomUUID` doesn't make: only its last part is random. */
const PREFIX = '00c4ec00-0000-4000-8000-';

/** An id for a charge of `processor check`, which no payment of a customer has. */
export function createCheckPaymentId(): string {
  return `${PREFIX}${randomUUID().slice(-12)}`;
}

export function isCheckPaymentId(paymentId: string): boolean {
  return paymentId.startsWith(PREFIX);
}
