import { randomUUID } from 'node:crypto';
import { formatDay } from '#common/core/dates.ts';
import { addCents, type Cents, formatCents, maxCents, subtractCents, takeUpTo, ZERO } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import {
  findReceivedError,
  paymentIdOfReceived,
  type ReceivedError,
  type ReceivedMeans,
  type ReceivedMoney,
} from '#common/payments/rules/received-payment.ts';
import { forStaff } from '#server/host/host-accounts.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { mailCustomer, type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import {
  findReceived,
  insertReceived,
  isReceivedAlready,
  markTakenBack,
  type ReceivedPayment,
} from './received-payments.queries.ts';
import { hasFiguresFromFiles } from './waive-late-charge.command.ts';

export interface NewReceived extends ReceivedMoney {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly means: ReceivedMeans;
  readonly reference: string;
}

export type ReceiveRefusal =
  | ReceivedError
  | 'NotALoan'
  | 'LoanClosed'
  | 'ReceivedAlready'
  /** The core's own staff does this. */
  | 'CoreDoesThis'
  | 'FiguresFromFiles';

/** How a received payment would be applied to the loan. */
export interface ReceivedPreview {
  readonly feesCents: Cents;
  readonly interestCents: Cents;
  readonly principalCents: Cents;
  /** More than is owed, also of later payments that are applied again. */
  readonly overpaidCents: Cents;
  /** Pays back what was refunded too much, as after a payment that came back. */
  readonly paidBackCents: Cents;
  readonly principalAfterCents: Cents;
  /** Payments of later days that pay something else after it. */
  readonly appliedAgain: number;
  /** Made since the day it was received, and still owed: staff may waive them. */
  readonly lateChargesSinceCents: Cents;
}

/** Returns how a received payment would be applied, or why it can't be taken. */
export async function previewReceived(
  services: Services,
  received: Omit<NewReceived, 'reference' | 'means'>,
): Promise<Result<ReceivedPreview, ReceiveRefusal>> {
  const { clock, host } = services;
  const { customerId, accountNumber, amountCents, receivedOn } = received;
  if (!host.servicing) return failure('CoreDoesThis');
  const today = clock.today();
  const found = await host.findLoanDetails(customerId, accountNumber, today, forStaff);
  if (!found) return failure('NotALoan');
  if (found.loan.closed) return failure('LoanClosed');
  if (await hasFiguresFromFiles(services, customerId, accountNumber)) return failure('FiguresFromFiles');
  const wrong = findReceivedError(received, { today, openedOn: found.openedOn });
  if (wrong) return failure(wrong);
  const plan = { customerId, accountNumber, effectiveOn: receivedOn, amountCents };
  const projection = await host.servicing.projectReceived(plan);
  if (!projection) return failure('NotALoan');
  const { allocation, principalAfterCents, appliedAgain, lateCharges } = projection;
  const keptCents = (await host.servicing.findOverpaid(customerId, accountNumber)) ?? ZERO;
  const owedBackCents = maxCents(ZERO, subtractCents(ZERO, keptCents));
  const paidBackCents = takeUpTo(projection.overpaidCents, owedBackCents);
  const overpaidCents = subtractCents(projection.overpaidCents, paidBackCents);
  const owedCharges = lateCharges.filter(({ owed }) => owed);
  return success({
    ...allocation,
    overpaidCents,
    paidBackCents,
    principalAfterCents,
    appliedAgain,
    lateChargesSinceCents: addCents(...owedCharges.map(({ amountCents: charge }) => charge)),
  });
}

/**
 * Posts money that staff received outside the portal, and tells the customer. It counts from the day it was received;
 * what is more than the loan owes is kept for a refund.
 * @param within runs in the transaction of the change
 */
export function receivePayment(
  services: Services,
  received: NewReceived,
  by: string,
  within: (transaction: Transaction, receivedId: string) => Promise<void>,
): Promise<Result<ReceivedPreview, ReceiveRefusal>> {
  const { audit, clock, database } = services;
  const { customerId, accountNumber, means, reference, amountCents, receivedOn } = received;
  const subject = accountSubject(accountNumber);
  const read = () => previewReceived(services, received);
  return readThenChange(database, subject, read, async (transaction, preview) => {
    if (!preview.ok) return preview;
    // The account is held, so nothing else is posted to the loan meanwhile.
    if (await isReceivedAlready(transaction, received)) return failure('ReceivedAlready');
    const at = clock.now();
    const receivedId = randomUUID();
    const { overpaidCents } = preview.value;
    const recorded = { ...received, receivedId, overpaidCents, recordedBy: by, recordedAt: at, movedFrom: null };
    await insertReceived(transaction, recorded);
    await raiseGuard(transaction, subject);
    await enqueueHostTask(services, transaction, {
      kind: 'receivePayment',
      paymentId: paymentIdOfReceived(receivedId),
      accountNumber,
      means,
      amountCents,
      effectiveOn: receivedOn,
      postedAt: at.toString(),
    });
    await mailCustomer(services, transaction, customerId, receivedMail(services, recorded), at);
    const details = { customerId, accountNumber, means, reference, amountCents, receivedOn, receivedId, by };
    await audit.record(transaction, { event: 'payment-received', userId: null, details });
    await within(transaction, receivedId);
    return preview;
  });
}

/**
 * Takes back a received payment that turned out not to be paid, such as a returned check, with a transfer that reverses
 * it as of the day it was received, so that the interest is what it would have been. The customer is told.
 * @param within runs in the transaction of the change
 */
export async function takeBackReceived(
  services: Services,
  receivedId: string,
  decision: PaymentDecision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, 'TakenBack'>> {
  const { audit, clock, database } = services;
  const received = await findReceived(database, receivedId);
  if (!received) return failure('TakenBack');
  const { customerId, accountNumber } = received;
  const subject = accountSubject(accountNumber);
  // Waits until the payment itself is on the books.
  return readThenChange(
    database,
    subject,
    () => Promise.resolve(),
    async (transaction) => {
      const now = await findReceived(transaction, receivedId);
      if (now?.takenBackAt !== null || now.movedAt !== null) return failure('TakenBack');
      const at = clock.now();
      await markTakenBack(transaction, receivedId, { ...decision, at });
      await raiseGuard(transaction, subject);
      const reversal = {
        paymentId: paymentIdOfReceived(received.movedFrom ?? receivedId),
        effectiveOn: received.receivedOn,
        postedAt: at.toString(),
      };
      await enqueueHostTask(services, transaction, { kind: 'reversePayment', ...reversal });
      await mailCustomer(services, transaction, customerId, takenBackMail(services, received), at);
      const details = { customerId, accountNumber, receivedId, amountCents: received.amountCents, ...decision };
      await audit.record(transaction, { event: 'received-payment-taken-back', userId: null, details });
      await within(transaction);
      return success(undefined);
    },
  );
}

type Told = Pick<
  ReceivedPayment,
  'receivedId' | 'accountNumber' | 'amountCents' | 'overpaidCents' | 'receivedOn' | 'reference'
>;

function receivedMail({ institution }: Services, received: Told): PaymentMail {
  const values = valuesOf(institution, received);
  const occasion = `payment-received-${received.receivedId}`;
  return received.overpaidCents === 0
    ? { occasion, subject: { key: 'receivedPaymentMail.subject' }, body: { key: 'receivedPaymentMail.body', values } }
    : {
        occasion,
        subject: { key: 'overpaymentMail.subject' },
        body: { key: 'overpaymentMail.body', values: { ...values, overpaid: formatCents(received.overpaidCents) } },
      };
}

function takenBackMail({ institution }: Services, received: Told): PaymentMail {
  return {
    occasion: `received-payment-taken-back-${received.receivedId}`,
    subject: { key: 'receivedTakenBackMail.subject' },
    body: { key: 'receivedTakenBackMail.body', values: valuesOf(institution, received) },
  };
}

function valuesOf(institution: Services['institution'], { amountCents, receivedOn, accountNumber, reference }: Told) {
  return {
    amount: formatCents(amountCents),
    date: formatDay(receivedOn),
    loan: shownLoan(institution, accountNumber),
    reference,
  };
}
