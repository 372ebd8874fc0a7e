import { unsealNumbers } from '#server/payments/settlement/bank-drafts.queries.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { subtractCents, ZERO } from '#common/core/money.ts';
import { paymentIdOfPayout } from '#common/payments/rules/payout.ts';
import { type BankCredit, findEntryProblem } from '#server/payments-network/nacha/bank-file.ts';
import {
  collectCredits,
  type CollectedCredit,
  holdCredit,
  listWaitingCredits,
  lockCollectedCredits,
} from '#server/payments/operator/payout-credits.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import type { Day } from '#common/core/dates.ts';

export interface WritableCredit {
  readonly payoutId: string;
  readonly credit: BankCredit;
}

/** Lets credits leave whose payout is on the books; money never goes out before. */
export async function collectPostedCredits({ database, host }: Services): Promise<void> {
  const waiting = await listWaitingCredits(database);
  if (waiting.length === 0) return;
  const records = await host.listPostings(waiting.map(({ payoutId }) => paymentIdOfPayout(payoutId)));
  const postings = new Map(records.map((record) => [record.paymentId, record]));
  const posted = waiting.filter(({ payoutId, amountCents }) => {
    const posting = postings.get(paymentIdOfPayout(payoutId));
    return posting?.reversed === false && posting.totalCents === subtractCents(ZERO, amountCents);
  });
  await inTransaction(database, (transaction) =>
    collectCredits(
      transaction,
      posted.map(({ payoutId }) => payoutId),
    ),
  );
}

/** Sets aside what fits no entry, so that it doesn't block the file. */
export async function listWritableCredits(
  services: Services,
  transaction: Transaction,
  through: Day,
): Promise<WritableCredit[]> {
  const credits: WritableCredit[] = [];
  for (const collected of await lockCollectedCredits(transaction, through)) {
    const { payoutId } = collected;
    const credit = toCredit(services, collected);
    const why = credit.ok ? findEntryProblem(credit.value) : credit.error;
    if (credit.ok && why === undefined) {
      credits.push({ payoutId, credit: credit.value });
      continue;
    }
    const reason = why ?? '';
    await holdCredit(transaction, payoutId, reason);
    const details = { payoutId, reason };
    await services.audit.record(transaction, { event: 'bank-credit-held', userId: null, details });
  }
  return credits;
}

function toCredit(services: Services, collected: CollectedCredit): Result<BankCredit> {
  const { payoutId, reference, purpose, sec, amountCents, ownerName: name, accountType: kind } = collected;
  try {
    const numbers = unsealNumbers(services, collected, `payout-credit:${payoutId}`);
    const entry = { ...numbers, sec, kind, amountCents, identification: reference, name };
    return success({ ...entry, isDraw: purpose === 'draw' });
  } catch (error) {
    services.log.error({ err: error, payoutId }, 'cannot open the numbers of a bank credit');
    return failure('its account numbers were sealed with another key');
  }
}
