import { formatCents } from '#common/core/money.ts';
import { parseAmountEntry } from '#common/payments/rules/amounts.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { findPaymentByReference } from '#server/payments/settlement/unapplied.queries.ts';
import { type PartObstacle, refundPart } from './refund-part.command.ts';
import { refundPayment } from './refund-payment.command.ts';

const usage = `Usage:
  passbook refund CONFIRMATION-NUMBER AMOUNT --by NAME
  passbook refund CONFIRMATION-NUMBER all --by NAME

Refunds a part of a card payment, or all that is left of it, to the card. The loan counts
the rest from the payment's own day, and the customer is told by email. A bank draft that
has not left can be canceled with all.`;

export const refundCommand: Command = {
  name: 'refund',
  summary: 'Refunds a card payment or a part of it',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const [reference, amount, ...others] = rest;
    if (reference === undefined || amount === undefined || others.length > 0) {
      console.error(usage);
      return 2;
    }
    return isNamed(by) ? refund(context, reference, amount, by ?? '') : 2;
  },
};

async function refund(context: CommandContext, reference: string, amount: string, by: string): Promise<number> {
  const payment = await findPaymentByReference(context.database, reference);
  if (!payment) {
    console.error('There is no payment with this confirmation number.');
    return 2;
  }
  const amountCents = amount === 'all' ? undefined : parseAmountEntry(amount);
  if (amount !== 'all' && amountCents === undefined) {
    console.error(`${amount} is not an amount such as 41.25, nor "all".`);
    return 2;
  }
  const { paymentId } = payment;
  const decision = { by, reason: 'Command line' };
  const done =
    amountCents === undefined
      ? await inTransaction(context.database, (transaction) => refundPayment(context, transaction, paymentId, decision))
      : await refundPart(context, { paymentId, amountCents }, decision, () => Promise.resolve());
  if (!done.ok) {
    console.error(refusals[done.error]);
    return 1;
  }
  console.log(`Recorded: ${amountCents === undefined ? 'the rest' : formatCents(amountCents)} of ${reference}.`);
  return 0;
}

const refusals: Readonly<Record<PartObstacle, string>> = {
  NotRefundable: "The payment can't be refunded in its state.",
  DraftSent: 'The bank draft has left with a bank file.',
  InDispute: 'The cardholder has disputed the payment.',
  NotACard: 'A bank draft is canceled as a whole: use "all".',
  NotAPart: 'The amount is not less than what is left of the payment: use "all".',
  OnOtherCustomersLoan: "The payment counts on another customer's loan, so it is refunded as a whole.",
  CoreDoesThis: 'The core corrects its loans itself: refund all of it, or do it there.',
  FiguresFromFiles: "The figures of the loan come from the core's files: refund all of it, or do it there.",
};
