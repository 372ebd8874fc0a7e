import { randomUUID } from 'node:crypto';
import type { DrawObstacle } from '#common/accounts/rules/line-draw.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { paymentIdOfPayout } from '#common/payments/rules/payout.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import { createReferenceNumber } from '#server/platform/crypto/random-tokens.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { drawMail } from './draw-mails.ts';
import { planDraw, type PlannedDraws } from './line-of-credit.ts';
import type { NotOnOurBooks } from './loan-on-our-books.ts';
import type { NewPayout } from './pay-out-overpayment.command.ts';
import { type BankAccountRefusal, findPayoutAccount, type PayoutAccount, recordCredit } from './pay-out-to-bank.ts';
import { insertPayout, isPaidOutAlready, type Payout } from './payouts.queries.ts';

export type DrawRefusal =
  | BankAccountRefusal
  | NotOnOurBooks
  | DrawObstacle
  /** Less of the limit is left. */
  | 'NotAvailable'
  | 'PaidOutAlready';

/**
 * Records a draw on a line of credit, sent by check or wire or with the next bank file, and tells the customer. It is
 * stopped and sent back like the payout of an overpayment. A bank credit is put on the books when its file is made.
 * @param within runs in the transaction of the change
 */
export function drawOnLine(
  services: Services,
  draw: NewPayout,
  decision: PaymentDecision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, DrawRefusal>> {
  const { audit, clock, database, institution } = services;
  const { customerId, accountNumber, means, amountCents } = draw;
  const subject = accountSubject(accountNumber);
  return readThenChange(
    database,
    subject,
    () => readDraw(services, draw),
    async (transaction, known) => {
      if (!known.ok) return known;
      const { planned, account } = known.value;
      if (planned.obstacle) return failure(planned.obstacle);
      if (amountCents > planned.availableCents) return failure('NotAvailable');
      const reference = draw.means === 'bank' ? createReferenceNumber() : draw.reference;
      if (await isPaidOutAlready(transaction, { accountNumber, means, reference })) return failure('PaidOutAlready');
      const moment = clock.moment();
      const { at, today } = moment;
      const payoutId = randomUUID();
      const named = { customerId, accountNumber, purpose: 'draw', means, reference, amountCents } as const;
      const recorded = { ...named, payoutId, paidOn: today, recordedBy: decision.by, recordedAt: at };
      await insertPayout(transaction, recorded);
      if (account) await recordCredit(services, transaction, payoutId, account, moment);
      await raiseGuard(transaction, subject);
      if (means !== 'bank') await postDraw(services, transaction, recorded, moment);
      const mail = drawMail(institution, { ...recorded, lastFour: account?.lastFour ?? '' });
      await mailCustomer(services, transaction, customerId, mail, at);
      const details = { ...named, ...(account ? { lastFour: account.lastFour } : {}), payoutId, ...decision };
      await audit.record(transaction, { event: 'line-drawn', userId: null, details });
      await within(transaction);
      return success(undefined);
    },
  );
}

/** Has the books post a draw as of today: the line owes it with interest from then on. The account must be held. */
export async function postDraw(
  services: Services,
  transaction: Transaction,
  { payoutId, accountNumber, means, amountCents }: Pick<Payout, 'payoutId' | 'accountNumber' | 'means' | 'amountCents'>,
  { at, today }: Moment,
): Promise<void> {
  await raiseGuard(transaction, accountSubject(accountNumber));
  const posting = { accountNumber, means, amountCents, effectiveOn: today, postedAt: at.toString() };
  await enqueueHostTask(services, transaction, {
    kind: 'drawOnLine',
    paymentId: paymentIdOfPayout(payoutId),
    ...posting,
  });
}

/** Also checks the bank account that takes the money. */
async function readDraw(
  services: Services,
  draw: NewPayout,
): Promise<Result<{ readonly planned: PlannedDraws; readonly account: PayoutAccount | null }, DrawRefusal>> {
  const planned = await planDraw(services, draw);
  if (!planned.ok) return planned;
  if (draw.means !== 'bank') return success({ planned: planned.value, account: null });
  const account = await findPayoutAccount(services, draw.customerId, draw.profileId);
  return account.ok ? success({ planned: planned.value, account: account.value }) : account;
}
