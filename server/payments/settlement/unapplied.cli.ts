import { formatInstantShort } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { applyUnapplied, recordRefund } from './unapplied.command.ts';
import { listUnapplied } from './unapplied.queries.ts';

const usage = `Usage:
  passbook unapplied
  passbook unapplied apply CONFIRMATION_NUMBER --by NAME
  passbook unapplied refunded CONFIRMATION_NUMBER REASON --by NAME

Without arguments, lists card payments that were charged but that the core refuses to
post, and why. The loan takes no other payment meanwhile.

apply posts one at the core again, once the cause is fixed, and sends the receipt.
refunded records that you refunded the card at the processor, and tells the customer.

Exits with 1 when the payment isn't unapplied, or the core refuses it again.`;

const MAX_SHOWN = 1_000;

export const unappliedCommand: Command = {
  name: 'unapplied',
  summary: 'Lists card payments the core refuses; applies one or records its refund',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const [action, referenceNumber, reason] = rest;
    if (action === undefined) return list(context);
    const isApply = action === 'apply' && rest.length === 2;
    const isRefund = action === 'refunded' && rest.length === 3;
    if (referenceNumber === undefined || !(isApply || isRefund)) {
      console.error(usage);
      return 2;
    }
    if (!isNamed(by)) return 2;
    const decided = isApply
      ? await applyUnapplied(context, referenceNumber, by)
      : await recordRefund(context, referenceNumber, { reason: reason ?? '', by });
    if (!decided.ok) console.error(`Did not change payment ${referenceNumber}: ${decided.error}.`);
    else if (isApply) console.log(`Posted payment ${referenceNumber} on the loan.`);
    else console.log(`Recorded payment ${referenceNumber} as refunded.`);
    return decided.ok ? 0 : 1;
  },
};

async function list({ database, institution }: CommandContext): Promise<number> {
  const unapplied = await listUnapplied(database, MAX_SHOWN);
  if (unapplied.length === 0) console.log('No unapplied payments.');
  for (const { payment, reason } of unapplied) {
    const since = formatInstantShort(payment.stateSince, institution.timeZone);
    const { referenceNumber, accountNumber, totalCents } = payment;
    console.log(`${referenceNumber}  ${formatCents(totalCents)}  loan ${accountNumber}  since ${since}: ${reason}`);
  }
  return 0;
}
