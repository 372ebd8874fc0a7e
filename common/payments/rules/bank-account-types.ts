import type { PaymentSettings } from './payment-settings.ts';
import type { BankAccountType } from './payment-types.ts';

/** Savings accounts only if the institution allows them (P 5). */
export function listBankAccountTypes(
  settings: Pick<PaymentSettings, 'savingsAccountsAllowed'>,
): readonly BankAccountType[] {
  return settings.savingsAccountsAllowed ? ['Checking', 'Savings'] : ['Checking'];
}
