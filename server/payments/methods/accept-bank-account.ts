import { hasErrors } from '#common/core/field-errors.ts';
import { isRoutingNumber, listBankAccountTypes, validateBankAccount } from '#common/payments/rules/ach-rules.ts';
import type { BankAccountEntry } from '#common/payments/rules/payment-types.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import type { Bank } from '#server/payments-network/routing/routing-directory.ts';
import type { Services } from '#server/services.ts';
import { isBlockedAccount } from './bank-account-numbers.ts';
import { paymentSettings } from '#server/payments/payment-terms.ts';

/** The codes of P 8. `Invalid`: input that the form cannot send. `Connection`: the check gave no answer. */
export type BankAccountError =
  | 'RoutingNumberInvalid'
  | 'RoutingNumberAchNotAllowed'
  | 'RoutingAccountInvalidThirdParty'
  | 'RoutingAccountInvalidInternal'
  | 'Invalid'
  | 'Connection';

/** Checks an account before it is saved or used: our rules, the bank directory, then the outside check. */
export async function acceptBankAccount(
  services: Services,
  entry: BankAccountEntry,
): Promise<Result<Bank, BankAccountError>> {
  const ruleError = findRuleError(services, entry);
  if (ruleError) return failure(ruleError);
  if (await isBlockedAccount(services, services.database, entry)) return failure('RoutingAccountInvalidInternal');
  const bank = await services.routingDirectory.findBank(entry.routingNumber);
  if (!bank) return failure('RoutingNumberInvalid');
  if (!bank.achAllowed) return failure('RoutingNumberAchNotAllowed');
  try {
    const drawable = await services.bankAccountCheck.isDrawable(entry);
    return drawable ? success(bank) : failure('RoutingAccountInvalidThirdParty');
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error;
    return failure('Connection');
  }
}

function findRuleError(services: Services, entry: BankAccountEntry): BankAccountError | undefined {
  const settings = paymentSettings(services);
  if (!isRoutingNumber(entry.routingNumber)) return 'RoutingNumberInvalid';
  const errors = validateBankAccount(entry, settings);
  if (errors.accountNumber) return 'RoutingAccountInvalidInternal';
  const typeAllowed = listBankAccountTypes(settings).includes(entry.accountType);
  return hasErrors(errors) || !typeAllowed ? 'Invalid' : undefined;
}
