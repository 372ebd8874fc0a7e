import { unsealNumbers } from '#server/payments/settlement/bank-drafts.queries.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { subtractCents, ZERO } from '#common/core/money.ts';
import { paymentIdOfPayout } from '#common/payments/rules/payout.ts';
import { type BankCredit, findEntryProblem } from '#server/payments-network/nacha/bank-file.ts';
import { planDraw } from '#server/payments/operator/draw-on-line.command.ts';
import { findOverpaid } from '#server/payments/operator/pay-out-overpayment.command.ts';
import {
  collectCredits,
  type CollectedCredit,
  holdCredit,
  listUnsentCredits,
  listWaitingCredits,
  lockCollectedCredits,
  releaseCredit,
  type UnsentCredit,
} from '#server/payments/operator/payout-credits.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import type { Day } from '#common/core/dates.ts';

export interface WritableCredit {
  readonly payoutId: string;
  readonly credit: BankCredit;
}

const CAME_BACK =
  'a payment that it was to give back came back itself; stop the credit, or it leaves once the loan is overpaid again';
const LINE_ENDED =
  'the line of credit was closed, charged off, or put on hold; stop the draw, or it leaves once the line can be drawn on';

/**
 * Holds credits that should no longer leave, because nobody can fetch them back: refunds of loans on which more was paid
 * out than came, as after a draft that the bank returned, and draws on lines that can't be drawn on any more. They go on
 * once that has changed.
 */
export async function holdDoubtfulCredits(services: Services): Promise<void> {
  const { audit, database } = services;
  for (const credit of await listUnsentCredits(database, [CAME_BACK, LINE_ENDED])) {
    const { payoutId, held } = credit;
    const reason = await findDoubt(services, credit);
    if ((reason !== undefined) === held) continue;
    await inTransaction(database, async (transaction) => {
      if (reason === undefined) return releaseCredit(transaction, payoutId);
      if (!(await holdCredit(transaction, payoutId, reason))) return;
      await audit.record(transaction, { event: 'bank-credit-held', userId: null, details: { payoutId, reason } });
    });
  }
}

/** Returns why a credit must not leave now. */
async function findDoubt(
  services: Services,
  { purpose, customerId, accountNumber }: UnsentCredit,
): Promise<string | undefined> {
  if (purpose === 'draw') {
    const line = await planDraw(services, { customerId, accountNumber });
    return line.ok && line.value.obstacle !== null ? LINE_ENDED : undefined;
  }
  const overpaid = await findOverpaid(services, { customerId, accountNumber });
  return overpaid.ok && overpaid.value < 0 ? CAME_BACK : undefined;
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
