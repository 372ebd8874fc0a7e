import { inTransaction } from '#server/platform/db/database.ts';
import { countTowardsLimit, forgetRequests } from '#server/platform/http/request-limits.ts';
import type { Services } from '#server/services.ts';

/** Per customer and day, over all ways: the SSN step, a typed password, a submitted password. */
const WRONG_SSNS = { max: 5, withinSeconds: 24 * 60 * 60 };

export interface SsnTry {
  readonly customerId: string;
  /** Null for a customer without a login. */
  readonly userId: number | null;
  /** Nine digits. */
  readonly ssn: string;
  readonly way: 'ssnStep' | 'newPassword';
}

/** `exhausted`: not compared. `differs` tells whether it was the day's last attempt. */
export type SsnComparison =
  | { readonly outcome: 'matches' }
  | { readonly outcome: 'differs'; readonly isLast: boolean }
  | { readonly outcome: 'exhausted' };

/**
 * Compares a number with the customer's SSN. Counts the attempt first, because each answer confirms or excludes a
 * guess; the right number isn't counted.
 */
export async function compareSsn(services: Services, { customerId, userId, ssn, way }: SsnTry): Promise<SsnComparison> {
  const subject = `wrong-ssns:${customerId}`;
  const tries = await countTowardsLimit(services, subject, WRONG_SSNS);
  if (tries <= WRONG_SSNS.max && (await services.host.ssnMatches(customerId, ssn))) {
    await forgetRequests(services, subject);
    return { outcome: 'matches' };
  }
  const comparison: SsnComparison =
    tries > WRONG_SSNS.max ? { outcome: 'exhausted' } : { outcome: 'differs', isLast: tries === WRONG_SSNS.max };
  // Attempts past the limit aren't compared; one audit entry records them.
  if (tries <= WRONG_SSNS.max + 1) {
    await inTransaction(services.database, (transaction) =>
      services.audit.record(transaction, {
        event: 'ssn-refused',
        userId,
        details: { customerId, way, outcome: comparison.outcome },
      }),
    );
  }
  return comparison;
}
