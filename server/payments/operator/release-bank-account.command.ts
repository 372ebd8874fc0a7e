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
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { findCreditNumbers } from './payout-credits.queries.ts';

/** By what a bank account is known: a payment drawn on it, or money that was to go there. */
export type AccountUse = { readonly paymentId: string } | { readonly payoutId: string };

/** Returns why a bank account may not be used anymore, or undefined if it may, or if the use is of no bank account. */
export async function findAccountBlock(
  services: Pick<Services, 'cipher'>,
  queryable: Queryable,
  use: AccountUse,
): Promise<BankAccountBlock | undefined> {
  const index = await findAccountIndex(services, queryable, use);
  return index && findBlock(queryable, index);
}

export interface ReleasedAccount {
  readonly use: AccountUse;
  /** Who paid with it or was to get money there, and is told. */
  readonly customerId: string;
  /** The login that paid with it; null for a payout. */
  readonly userId: number | null;
  readonly lastFour: string;
}

/**
 * Lets a bank account be drawn on and get money again, for every customer who uses it, and tells the customer.
 * @param block what was decided on; a newer refusal stays
 */
export async function releaseBankAccount(
  services: Services,
  transaction: Transaction,
  { use, customerId, userId, lastFour }: ReleasedAccount,
  block: BankAccountBlock,
  decision: PaymentDecision,
): Promise<Result<void, 'NotBlocked'>> {
  const index = await findAccountIndex(services, transaction, use);
  const found = index && (await findBlock(transaction, index));
  const isSame = found?.code === block.code && found.blockedAt.equals(block.blockedAt);
  if (!index || !isSame || !(await deleteBlock(transaction, index, block))) return failure('NotBlocked');
  const at = services.clock.now();
  const id = 'paymentId' in use ? use.paymentId : use.payoutId;
  await mailCustomer(services, transaction, customerId, releasedMail(id, lastFour, at), at);
  const details = { customerId, ...use, code: block.code, ...decision };
  await services.audit.record(transaction, { event: 'bank-account-released', userId, details });
  return success(undefined);
}

async function findAccountIndex(
  services: Pick<Services, 'cipher'>,
  queryable: Queryable,
  use: AccountUse,
): Promise<Uint8Array | undefined> {
  const isPayment = 'paymentId' in use;
  const sealed = isPayment
    ? await findSealedNumbers(queryable, use.paymentId)
    : await findCreditNumbers(queryable, use.payoutId);
  if (!sealed) return undefined;
  const identity = isPayment ? `ach-entry:${use.paymentId}` : `payout-credit:${use.payoutId}`;
  try {
    return indexBankAccount(services, unsealNumbers(services, sealed, identity));
  } catch {
    // Sealed with another key. It leaves with no bank file either, and its page still has to show why.
    return undefined;
  }
}

function releasedMail(id: string, lastFour: string, at: Temporal.Instant): PaymentMail {
  return {
    occasion: `bank-account-released-${id}-${at.toString()}`,
    subject: { key: 'bankAccountReleasedMail.subject' },
    body: { key: 'bankAccountReleasedMail.body', values: { lastFour } },
  };
}
