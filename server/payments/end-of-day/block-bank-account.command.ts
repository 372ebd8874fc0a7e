import { mailCustomer, type PaymentMail } from '#server/payments/mail-customer.ts';
import {
  type BankAccountNumbers,
  blockBankAccount,
  findBlock,
  indexBankAccount,
} from '#server/payments/settlement/bank-drafts.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

export interface RefusedAccount {
  readonly numbers: Pick<BankAccountNumbers, 'routingNumber' | 'accountNumber'>;
  /** Who paid with it, or got a credit there: others who use it learn of it when they pay. */
  readonly customerId: string;
  readonly lastFour: string;
  /** The return code of the bank. */
  readonly code: string;
}

/** Keeps an account from being drawn on after its bank refused that for good, and tells the customer the first time. */
export async function blockRefusedAccount(
  services: Services,
  transaction: Transaction,
  { numbers, customerId, lastFour, code }: RefusedAccount,
): Promise<void> {
  const at = services.clock.now();
  const accountIndex = indexBankAccount(services, numbers);
  const isNew = (await findBlock(transaction, accountIndex)) === undefined;
  await blockBankAccount(transaction, { accountIndex, code, at });
  if (!isNew) return;
  const mail: PaymentMail = {
    occasion: `bank-account-blocked-${Buffer.from(accountIndex).toString('hex')}-${at.toString()}`,
    subject: { key: 'bankAccountBlockedMail.subject' },
    body: { key: 'bankAccountBlockedMail.body', values: { lastFour, code } },
  };
  await mailCustomer(services, transaction, customerId, mail, at);
}
