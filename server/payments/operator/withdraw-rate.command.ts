import { randomUUID } from 'node:crypto';
import { paymentIdOfRate, type WithdrawalObstacle } from '#common/accounts/rules/rate-change.ts';
import { type Day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { formatRate, type RatePpm, ratePpm } from '#common/core/rates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { PendingTerms } from '#server/host/host-loan-terms.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { mailCustomer, type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { type LoanName, type NotOnOurBooks, projectOnOurBooks } from './loan-on-our-books.ts';

/** The agreed change that is meant; another one may have taken its place. */
interface MeantRate {
  readonly rate: RatePpm;
  readonly from: Day;
}

export type WithdrawalRefusal = WithdrawalObstacle | NotOnOurBooks;

/** Returns the agreed change of a loan's rate if it can be withdrawn. */
export async function findWithdrawable(
  services: Services,
  { customerId, accountNumber }: LoanName,
): Promise<Result<PendingTerms, WithdrawalRefusal>> {
  const loan = { customerId, accountNumber };
  // Any rate will do to read the terms of today.
  const any = { ...loan, rate: ratePpm(0), newPayment: false };
  const projected = await projectOnOurBooks(services, loan, (books, on) => books.projectRate({ ...any, on, from: on }));
  if (!projected.ok) return projected;
  const { next } = projected.value.now;
  if (!next) return failure('NoRateAhead');
  return next.obstacle === null ? success(next) : failure(next.obstacle);
}

/**
 * Withdraws the agreed change of a rate before its first day, and tells the customer.
 * @param within runs in the transaction of the change
 */
export function withdrawRate(
  services: Services,
  { rate, from, ...loan }: LoanName & MeantRate,
  decision: PaymentDecision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<PendingTerms, WithdrawalRefusal>> {
  const { audit, clock, database, institution } = services;
  const { customerId, accountNumber } = loan;
  const subject = accountSubject(accountNumber);
  const read = () => findWithdrawable(services, loan);
  return readThenChange(database, subject, read, async (transaction, found) => {
    if (!found.ok) return found;
    if (found.value.rate !== rate || found.value.from !== from) return failure('NoRateAhead');
    const { at, today } = clock.moment();
    const paymentId = paymentIdOfRate(randomUUID());
    await raiseGuard(transaction, subject);
    const posting = { paymentId, accountNumber, effectiveOn: today, postedAt: at.toString() };
    await enqueueHostTask(services, transaction, { kind: 'withdrawRate', ...posting });
    const mail = withdrawnMail(institution, paymentId, accountNumber, found.value);
    await mailCustomer(services, transaction, customerId, mail, at);
    const { rate: stays } = found.value.insteadOf;
    const details = { customerId, accountNumber, rate, from, stays, ...decision };
    await audit.record(transaction, { event: 'rate-change-withdrawn', userId: null, details });
    await within(transaction);
    return found;
  });
}

function withdrawnMail(
  institution: Services['institution'],
  paymentId: string,
  accountNumber: string,
  { from, insteadOf }: PendingTerms,
): PaymentMail {
  const values = {
    loan: shownLoan(institution, accountNumber),
    date: formatDay(from),
    rate: formatRate(insteadOf.rate),
    amount: formatCents(insteadOf.installmentCents),
  };
  return {
    occasion: paymentId,
    subject: { key: 'rateWithdrawnMail.subject' },
    body: { key: 'rateWithdrawnMail.body', values },
  };
}
