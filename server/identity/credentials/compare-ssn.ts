import { inTransaction } from '#server/platform/db/database.ts';
import { countTowardsLimit, forgetRequests } from '#server/platform/http/request-limits.ts';
import type { Services } from '#server/services.ts';

/** For each customer and day, in whatever way a number is tried: the SSN step, a password while typed, a password sent. */
const WRONG_SSNS = { most: 5, withinSeconds: 24 * 60 * 60 };

export interface SsnTry {
  readonly customerId: string;
  /** Null for a customer without a sign-in yet. */
  readonly userId: number | null;
  /** Nine digits. */
  readonly ssn: string;
  /** For the audit: where the number was tried. */
  readonly way: 'ssnStep' | 'newPassword';
}

/** `exhausted`: the number was not looked at. `differs` says whether that was the last try of the day. */
export type SsnComparison =
  | { readonly outcome: 'matches' }
  | { readonly outcome: 'differs'; readonly isLast: boolean }
  | { readonly outcome: 'exhausted' };

/**
 * Compares a number with the customer's social security number. Every comparison
 * is counted before the number is looked at, because each answer is a guess
 * confirmed or excluded; the right number gives the tries back.
 */
export async function compareSsn(services: Services, { customerId, userId, ssn, way }: SsnTry): Promise<SsnComparison> {
  const subject = `wrong-ssns:${customerId}`;
  const tries = await countTowardsLimit(services, subject, WRONG_SSNS);
  if (tries <= WRONG_SSNS.most && (await services.host.ssnMatches(customerId, ssn))) {
    await forgetRequests(services, subject);
    return { outcome: 'matches' };
  }
  const comparison: SsnComparison =
    tries > WRONG_SSNS.most ? { outcome: 'exhausted' } : { outcome: 'differs', isLast: tries === WRONG_SSNS.most };
  // What comes after the limit was compared with nothing; one entry says that it was tried.
  if (tries <= WRONG_SSNS.most + 1) {
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
