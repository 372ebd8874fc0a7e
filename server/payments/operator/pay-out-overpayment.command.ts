import { randomUUID } from 'node:crypto';
import { formatDay } from '#common/core/dates.ts';
import { type Cents, formatCents } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { paymentIdOfPayout, type SentMeans } from '#common/payments/rules/payout.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { mailCustomer, type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { lockGuard, raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { createReferenceNumber } from '#server/platform/crypto/random-tokens.ts';
import { returnReasonText } from '#server/payments/schedules/schedule-mails.ts';
import { drawReturnedMail, drawStoppedMail } from './draw-mails.ts';
import { listOnBooks } from './line-of-credit.ts';
import { type LoanName, type NotOnOurBooks, projectOnOurBooks } from './loan-on-our-books.ts';
import { type BankAccountRefusal, findPayoutAccount, type PayoutAccount, recordCredit } from './pay-out-to-bank.ts';
import { cancelCredit, markCreditReturned, type SentCredit } from './payout-credits.queries.ts';
import { findPayout, insertPayout, isPaidOutAlready, markPayoutStopped, type Payout } from './payouts.queries.ts';

export type NewPayout = LoanName & {
  readonly amountCents: Cents;
} & (
    | { /** The number of the check or wire. */ readonly reference: string; readonly means: SentMeans }
    | { /** The bank account that the customer saved. */ readonly profileId: string; readonly means: 'bank' }
  );

export type PayoutRefusal = BankAccountRefusal | NotOnOurBooks | 'NotOverpaid' | 'PaidOutAlready';

/** Returns what the customer may get back, or why nothing can be paid out. */
export function findOverpaid(
  services: Pick<Services, 'clock' | 'host'>,
  loan: LoanName,
): Promise<Result<Cents, NotOnOurBooks>> {
  const { customerId, accountNumber } = loan;
  return projectOnOurBooks(services, loan, (books) => books.findOverpaid(customerId, accountNumber));
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
  const read = () => readPayout(services, payout);
  return readThenChange(database, subject, read, async (transaction, known) => {
    if (!known.ok) return known;
    const { overpaidCents, account } = known.value;
    if (amountCents > overpaidCents) return failure('NotOverpaid');
    const reference = payout.means === 'bank' ? createReferenceNumber() : payout.reference;
    // The account is held, so no other payout of the loan runs meanwhile.
    if (await isPaidOutAlready(transaction, { accountNumber, means, reference })) return failure('PaidOutAlready');
    const moment = clock.moment();
    const { at, today } = moment;
    const payoutId = randomUUID();
    const named = { customerId, accountNumber, means, reference, amountCents };
    const recorded = {
      ...named,
      purpose: 'overpayment' as const,
      payoutId,
      paidOn: today,
      recordedBy: decision.by,
      recordedAt: at,
    };
    await insertPayout(transaction, recorded);
    if (account) await recordCredit(services, transaction, payoutId, account, moment);
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
    const told = { ...recorded, lastFour: account?.lastFour ?? '' };
    await mailCustomer(services, transaction, customerId, payoutMail(institution, told), at);
    const details = { ...named, ...(account ? { lastFour: account.lastFour } : {}), payoutId, ...decision };
    await audit.record(transaction, { event: 'overpayment-paid-out', userId: null, details });
    await within(transaction);
    return success(undefined);
  });
}

/** Also checks the bank account that takes the money. */
async function readPayout(
  services: Services,
  payout: NewPayout,
): Promise<Result<{ readonly overpaidCents: Cents; readonly account: PayoutAccount | null }, PayoutRefusal>> {
  const overpaid = await findOverpaid(services, payout);
  if (!overpaid.ok) return overpaid;
  if (payout.means !== 'bank') return success({ overpaidCents: overpaid.value, account: null });
  const account = await findPayoutAccount(services, payout.customerId, payout.profileId);
  return account.ok ? success({ overpaidCents: overpaid.value, account: account.value }) : account;
}

/**
 * Takes back a payout whose money did not reach the customer, such as a lost check that was stopped: the amount waits to
 * be paid out again. A bank credit can be stopped until it leaves with a bank file. Tells the customer.
 * @param within runs in the transaction of the change
 */
export async function stopPayout(
  services: Services,
  payoutId: string,
  decision: PaymentDecision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, 'StoppedAlready' | 'CreditSent'>> {
  const { audit, clock, database, institution } = services;
  const payout = await findPayout(database, payoutId);
  if (!payout) return failure('StoppedAlready');
  const { customerId, accountNumber, amountCents } = payout;
  const subject = accountSubject(accountNumber);
  // Waits until every change of the loan is on the books.
  return readThenChange(
    database,
    subject,
    () => isToReverse(services, payout),
    async (transaction, toReverse) => {
      if ((await findPayout(transaction, payoutId))?.stoppedAt !== null) return failure('StoppedAlready');
      if (payout.means === 'bank' && !(await cancelCredit(transaction, payoutId))) return failure('CreditSent');
      const { at, today } = clock.moment();
      await markPayoutStopped(transaction, payoutId, { ...decision, at });
      await raiseGuard(transaction, subject);
      const reversal = { paymentId: paymentIdOfPayout(payoutId), effectiveOn: today, postedAt: at.toString() };
      if (toReverse) await enqueueHostTask(services, transaction, { kind: 'reversePayment', ...reversal });
      await mailCustomer(
        services,
        transaction,
        customerId,
        payout.purpose === 'draw' ? drawStoppedMail(institution, payout) : stoppedMail(institution, payout),
        at,
      );
      const details = { customerId, accountNumber, payoutId, amountCents, ...decision };
      await audit.record(transaction, { event: 'payout-stopped', userId: null, details });
      await within(transaction);
      return success(undefined);
    },
  );
}

/** A draw by bank credit is on the books once its bank file is made. */
async function isToReverse(services: Services, { payoutId, purpose, means }: Payout): Promise<boolean> {
  return purpose !== 'draw' || means !== 'bank' || (await listOnBooks(services, [payoutId])).has(payoutId);
}

type Told = Pick<Payout, 'payoutId' | 'accountNumber' | 'means' | 'reference' | 'amountCents' | 'paidOn'>;

function payoutMail(
  institution: Services['institution'],
  { payoutId, accountNumber, means, reference, amountCents, lastFour }: Told & { readonly lastFour: string },
): PaymentMail {
  const values = { amount: formatCents(amountCents), loan: shownLoan(institution, accountNumber), reference };
  const occasion = `payout-${payoutId}`;
  const subject = { key: 'payoutMail.subject' } as const;
  if (means === 'bank')
    return { occasion, subject, body: { key: 'payoutMail.bankBody', values: { ...values, lastFour } } };
  const key = ({ check: 'payoutMail.checkBody', wire: 'payoutMail.wireBody' } as const)[means];
  return { occasion, subject, body: { key, values } };
}

/**
 * Takes back a payout that the customer's bank sent back: its amount waits to be paid out again, and the customer is
 * told. Returns false if the bank sent it back before.
 */
export async function returnCredit(
  services: Services,
  transaction: Transaction,
  { payoutId, lastFour }: Pick<SentCredit, 'payoutId' | 'lastFour'>,
  code: string,
): Promise<boolean> {
  const { audit, clock, institution } = services;
  const { at, today } = clock.moment();
  const payout = await findPayout(transaction, payoutId);
  if (!payout) throw new Error(`Payout ${payoutId} was not found`);
  const { customerId, accountNumber, amountCents } = payout;
  await lockGuard(transaction, accountSubject(accountNumber));
  if (!(await markCreditReturned(transaction, payoutId, { code, at }))) return false;
  const decision = { by: 'bank', reason: code };
  await markPayoutStopped(transaction, payoutId, { ...decision, at });
  await raiseGuard(transaction, accountSubject(accountNumber));
  const reversal = { paymentId: paymentIdOfPayout(payoutId), effectiveOn: today, postedAt: at.toString() };
  await enqueueHostTask(services, transaction, { kind: 'reversePayment', ...reversal });
  const sent = { ...payout, lastFour };
  const mail =
    payout.purpose === 'draw' ? drawReturnedMail(institution, sent, code) : creditReturnedMail(institution, sent, code);
  await mailCustomer(services, transaction, customerId, mail, at);
  const details = { customerId, accountNumber, payoutId, amountCents, code };
  await audit.record(transaction, { event: 'payout-returned', userId: null, details });
  return true;
}

function creditReturnedMail(
  institution: Services['institution'],
  payout: Told & { readonly lastFour: string },
  code: string,
): PaymentMail {
  const { payoutId, accountNumber, amountCents, paidOn, lastFour } = payout;
  const loan = shownLoan(institution, accountNumber);
  const reason = returnReasonText(institution, code);
  return {
    occasion: `payout-returned-${payoutId}`,
    subject: { key: 'payoutMail.returnedSubject' },
    body: {
      key: 'payoutMail.returnedBody',
      values: { amount: formatCents(amountCents), loan, lastFour, date: formatDay(paidOn), reason, code },
    },
  };
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
