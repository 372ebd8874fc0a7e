const PREFIX = 'again-';

/** Returns the id, in the books, of a payment that was applied again because of another posting. */
export function paymentIdOfAppliedAgain(cause: string, index: number | ''): string {
  return `${PREFIX}${cause}-${index}`;
}

export function isAppliedAgain(paymentId: string | null): boolean {
  return paymentId?.startsWith(PREFIX) ?? false;
}
