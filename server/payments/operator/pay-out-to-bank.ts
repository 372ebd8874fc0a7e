import { acceptBankAccount } from '#server/payments/methods/submission-method.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { CreditEntryClass } from '#server/payments-network/nacha/bank-file.ts';
import { fileDayOf, sealNumbers, unsealNumbers } from '#server/payments/settlement/bank-drafts.queries.ts';
import type { Moment } from '#server/platform/clock.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { type CustomerBankAccount, insertPayoutCredit, listCustomerBankAccounts } from './payout-credits.queries.ts';

export const MAX_BANK_ACCOUNTS = 20;

export type BankAccountRefusal =
  /** institution.json names no bank that takes files. */
  | 'NoBankFile'
  | 'NoSuchBankAccount'
  /** The account fails the check that a draft would have to pass. */
  | 'BankAccountRefused';

/** A customer's account that was just checked. */
export interface PayoutAccount extends Pick<CustomerBankAccount, 'ownerName' | 'accountType' | 'lastFour'> {
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly sec: CreditEntryClass;
}

/**
 * Returns a bank account that the customer saved, checked once more as for a draft: our rules, the routing directory,
 * refusals of banks, and the outside check. Money goes to no other account.
 * @throws PlainError if the host doesn't know the customer: a company's credit needs another entry class
 */
export async function findPayoutAccount(
  services: Services,
  customerId: string,
  profileId: string,
): Promise<Result<PayoutAccount, BankAccountRefusal>> {
  const { database, host, institution } = services;
  if (!institution.bankFile) return failure('NoBankFile');
  const accounts = await listCustomerBankAccounts(database, customerId, MAX_BANK_ACCOUNTS);
  const saved = accounts.find((account) => account.profileId === profileId);
  if (!saved) return failure('NoSuchBankAccount');
  const { ownerName, accountType, lastFour } = saved;
  const numbers = unsealNumbers(services, saved, `saved-bank-account:${profileId}`);
  const entry = { ownerName, accountType, ...numbers, confirmAccountNumber: numbers.accountNumber };
  if (!(await acceptBankAccount(services, entry)).ok) return failure('BankAccountRefused');
  const customer = await host.findCustomer(customerId);
  if (!customer) {
    throw new PlainError(`The system that keeps the accounts doesn't know customer ${customerId} of this bank account`);
  }
  const sec = customer.companyNumber === 0 ? 'PPD' : 'CCD';
  return success({ ownerName, accountType, lastFour, ...numbers, sec });
}

/** Puts a payout's credit in the next bank file, once the books have the payout. */
export async function recordCredit(
  services: Services,
  transaction: Transaction,
  payoutId: string,
  { ownerName, accountType, lastFour, sec, ...numbers }: PayoutAccount,
  moment: Moment,
): Promise<void> {
  await insertPayoutCredit(transaction, {
    payoutId,
    sec,
    fileOn: fileDayOf(services, { timing: 'immediate', payOn: moment.today }, moment),
    ownerName,
    accountType,
    lastFour,
    ...sealNumbers(services, numbers, `payout-credit:${payoutId}`),
    at: moment.at,
  });
}
