import { failure, type Result, success } from '#common/core/results.ts';
import {
  findSealedNumbers,
  indexBankAccount,
  unsealNumbers,
  type BankAccountBlock,
  deleteBlock,
  findBlock,
} from '#server/payments/settlement/bank-drafts.queries.ts';
import { mailCustomer, type PaymentMail } from '#server/payments/mail-customer.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/** Returns why the bank account of a payment may not be drawn on, or undefined if it may, or if the payment was by card. */
export async function findAccountBlock(
  services: Pick<Services, 'cipher'>,
  queryable: Queryable,
  paymentId: string,
): Promise<BankAccountBlock | undefined> {
  const index = await indexOfDraft(services, queryable, paymentId);
  return index && findBlock(queryable, index);
}

/**
 * Lets the bank account of a payment be drawn on again, for every customer who uses it, and tells the payer.
 * @param block what was decided on; a newer refusal stays
 */
export async function releaseBankAccount(
  services: Services,
  transaction: Transaction,
  { paymentId, customerId, userId, lastFour }: Payment,
  block: BankAccountBlock,
  decision: PaymentDecision,
): Promise<Result<void, 'NotBlocked'>> {
  const index = await indexOfDraft(services, transaction, paymentId);
  const found = index && (await findBlock(transaction, index));
  const isSame = found?.code === block.code && found.blockedAt.equals(block.blockedAt);
  if (!index || !isSame || !(await deleteBlock(transaction, index, block))) return failure('NotBlocked');
  const at = services.clock.now();
  await mailCustomer(services, transaction, customerId, releasedMail(paymentId, lastFour, at), at);
  const details = { paymentId, code: block.code, ...decision };
  await services.audit.record(transaction, { event: 'bank-account-released', userId, details });
  return success(undefined);
}

async function indexOfDraft(
  services: Pick<Services, 'cipher'>,
  queryable: Queryable,
  paymentId: string,
): Promise<Uint8Array | undefined> {
  const draft = await findSealedNumbers(queryable, paymentId);
  return draft && indexBankAccount(services, unsealNumbers(services, draft, `ach-entry:${paymentId}`));
}

function releasedMail(paymentId: string, lastFour: string, at: Temporal.Instant): PaymentMail {
  return {
    occasion: `bank-account-released-${paymentId}-${at.toString()}`,
    subject: { key: 'bankAccountReleasedMail.subject' },
    body: { key: 'bankAccountReleasedMail.body', values: { lastFour } },
  };
}
