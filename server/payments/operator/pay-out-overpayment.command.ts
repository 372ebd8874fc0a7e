import { randomUUID } from 'node:crypto';
import { formatDay } from '#common/core/dates.ts';
import { type Cents, formatCents } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { paymentIdOfPayout, type PayoutMeans } from '#common/payments/rules/payout.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { mailCustomer, type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { findPayout, insertPayout, isPaidOutAlready, markPayoutStopped, type Payout } from './payouts.queries.ts';
import { hasFiguresFromFiles } from './waive-late-charge.command.ts';

export interface NewPayout {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly means: PayoutMeans;
  /** The number of the check or wire. */
  readonly reference: string;
  readonly amountCents: Cents;
}

export type PayoutRefusal =
  | 'NotALoan'
  | 'NotOverpaid'
  | 'PaidOutAlready'
  /** The core's own staff does this. */
  | 'CoreDoesThis'
  | 'FiguresFromFiles';

/** Returns what the customer may get back, or why nothing can be paid out. */
export async function findOverpaid(
  services: Pick<Services, 'clock' | 'host'>,
  { customerId, accountNumber }: Pick<NewPayout, 'customerId' | 'accountNumber'>,
): Promise<Result<Cents, PayoutRefusal>> {
  const { servicing } = services.host;
  if (!servicing) return failure('CoreDoesThis');
  const overpaidCents = await servicing.findOverpaid(customerId, accountNumber);
  if (overpaidCents === undefined) return failure('NotALoan');
  if (await hasFiguresFromFiles(services, customerId, accountNumber)) return failure('FiguresFromFiles');
  return success(overpaidCents);
}

/**
 * Records that an overpayment, or a part of it, went back to the customer, and tells them.
 * @param within runs in the transaction of the change
 */
export function payOutOverpayment(
  services: Services,
  payout: NewPayout,
  decision: PaymentDecision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, PayoutRefusal>> {
  const { audit, clock, database, institution } = services;
  const { customerId, accountNumber, means, amountCents } = payout;
  const subject = accountSubject(accountNumber);
  const read = () => findOverpaid(services, payout);
  return readThenChange(database, subject, read, async (transaction, overpaid) => {
    if (!overpaid.ok) return overpaid;
    if (amountCents > overpaid.value) return failure('NotOverpaid');
    // Nobody else pays out of the loan meanwhile: the account is held.
    if (await isPaidOutAlready(transaction, payout)) return failure('PaidOutAlready');
    const { at, today } = clock.moment();
    const payoutId = randomUUID();
    const recorded = { ...payout, payoutId, paidOn: today, recordedBy: decision.by, recordedAt: at };
    await insertPayout(transaction, recorded);
    await raiseGuard(transaction, subject);
    await enqueueHostTask(services, transaction, {
      kind: 'payOutOverpayment',
      paymentId: paymentIdOfPayout(payoutId),
      accountNumber,
      means,
      amountCents,
      effectiveOn: today,
      postedAt: at.toString(),
    });
    await mailCustomer(services, transaction, customerId, payoutMail(institution, recorded), at);
    const details = { ...payout, payoutId, ...decision };
    await audit.record(transaction, { event: 'overpayment-paid-out', userId: null, details });
    await within(transaction);
    return success(undefined);
  });
}

/**
 * Takes back a payout whose money did not reach the customer, such as a lost check that was stopped: it waits to be
 * paid out again. The customer is told.
 * @param within runs in the transaction of the change
 */
export async function stopPayout(
  services: Services,
  payoutId: string,
  decision: PaymentDecision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, 'StoppedAlready'>> {
  const { audit, clock, database, institution } = services;
  const payout = await findPayout(database, payoutId);
  if (!payout) return failure('StoppedAlready');
  const { customerId, accountNumber, amountCents } = payout;
  const subject = accountSubject(accountNumber);
  // Waits until the payout itself is on the books.
  return readThenChange(
    database,
    subject,
    () => Promise.resolve(),
    async (transaction) => {
      if ((await findPayout(transaction, payoutId))?.stoppedAt !== null) return failure('StoppedAlready');
      const { at, today } = clock.moment();
      await markPayoutStopped(transaction, payoutId, { ...decision, at });
      await raiseGuard(transaction, subject);
      const reversal = { paymentId: paymentIdOfPayout(payoutId), effectiveOn: today, postedAt: at.toString() };
      await enqueueHostTask(services, transaction, { kind: 'reversePayment', ...reversal });
      await mailCustomer(services, transaction, customerId, stoppedMail(institution, payout), at);
      const details = { accountNumber, payoutId, amountCents, ...decision };
      await audit.record(transaction, { event: 'payout-stopped', userId: null, details });
      await within(transaction);
      return success(undefined);
    },
  );
}

type Told = Pick<Payout, 'payoutId' | 'accountNumber' | 'means' | 'reference' | 'amountCents' | 'paidOn'>;

function payoutMail(institution: Services['institution'], payout: Told): PaymentMail {
  const { payoutId, accountNumber, means, reference, amountCents } = payout;
  const values = { amount: formatCents(amountCents), loan: shownLoan(institution, accountNumber), reference };
  const key = ({ check: 'payoutMail.checkBody', wire: 'payoutMail.wireBody' } as const)[means];
  return { occasion: `payout-${payoutId}`, subject: { key: 'payoutMail.subject' }, body: { key, values } };
}

function stoppedMail(institution: Services['institution'], payout: Told): PaymentMail {
  const { payoutId, accountNumber, reference, amountCents, paidOn } = payout;
  const loan = shownLoan(institution, accountNumber);
  return {
    occasion: `payout-stopped-${payoutId}`,
    subject: { key: 'payoutMail.stoppedSubject' },
    body: {
      key: 'payoutMail.stoppedBody',
      values: { amount: formatCents(amountCents), loan, reference, date: formatDay(paidOn) },
    },
  };
}
