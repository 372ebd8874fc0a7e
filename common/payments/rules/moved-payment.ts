const PREFIX = 'moved-';

/** Returns the id, in the books, of the posting that moved a payment of the portal to another loan. */
export function paymentIdOfMove(moveId: string): string {
  return `${PREFIX}${moveId}`;
}

export function isMove(paymentId: string | null): boolean {
  return paymentId?.startsWith(PREFIX) ?? false;
}
