import type { Day } from '#common/core/dates.ts';
import { ZERO } from '#common/core/money.ts';
import type { LateChargeAssessment } from '#server/host/host.ts';
import { throwIfHostIsSilent, tryEach } from '#server/host-tasks/try-each.ts';
import { selectExpected } from '#server/payments/schedules/due-sets.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { findBusinessDay, lockBusinessDay, markCharged } from './business-days.queries.ts';

/** Loans the host charges per transaction. */
const LATE_LOANS_AT_ONCE = 500;

/**
 * Assesses the late charges of a business day, a set of loans at a time, once. Safe to interrupt and repeat: the host
 * charges no installment twice. A loan that fails is charged on a later day, as it is still late then.
 * Returns whether it came to the end.
 */
export async function chargeLateFees(services: Services, businessOn: Day, stopping: AbortSignal): Promise<boolean> {
  const day = await findBusinessDay(services.database, businessOn);
  if (day?.chargedAt != null) return true;
  const at = services.clock.now();
  for (let after: string | null = null; ;) {
    const late = await services.host.listLateLoans({ on: businessOn, after, limit: LATE_LOANS_AT_ONCE });
    const expected = await selectExpected(services.database, late.accountNumbers, businessOn);
    const loans = late.accountNumbers.map((accountNumber) => ({
      accountNumber,
      expectedCents: expected.get(accountNumber) ?? ZERO,
    }));
    if (stopping.aborted) return false;
    if (loans.length > 0) await assess(services, { on: businessOn, postedAt: at, loans });
    if (late.next === null) break;
    after = late.next;
  }
  // Counts all runs: an interrupted run or another process may have charged some loans.
  const lateCharges = await services.host.countLateCharges(businessOn);
  await inTransaction(services.database, async (transaction) => {
    const { chargedAt } = await lockBusinessDay(transaction, businessOn);
    if (chargedAt === null) await markCharged(transaction, businessOn, { lateCharges, at });
  });
  return true;
}

/** @throws Error if none of several loans can be charged, which isn't for the loans themselves */
async function assess(services: Services, assessment: LateChargeAssessment): Promise<void> {
  const { loans } = assessment;
  try {
    await services.host.assessLateCharges(assessment);
  } catch (error) {
    await throwIfHostIsSilent(services, error);
    const charged = await tryEach(services, loans, {
      work: (loan) => services.host.assessLateCharges({ ...assessment, loans: [loan] }),
      nameOf: ({ accountNumber }) => ({ accountNumber }),
      failure: 'could not assess the late charge of a loan',
    });
    if (charged === 0 && loans.length > 1) throw error;
  }
}
