import type { BankAccountEntry } from '#common/payments/rules/payment-types.ts';
import { digitsOf } from './card-values.ts';

/** The form's values; non-digits in numbers are removed on blur. */
export type BankAccountValues = { -readonly [Field in keyof BankAccountEntry]: BankAccountEntry[Field] };

export const emptyBankAccount: BankAccountValues = {
  ownerName: '',
  routingNumber: '',
  accountNumber: '',
  confirmAccountNumber: '',
  accountType: 'Checking',
};

export function bankAccountFromValues(values: BankAccountValues): BankAccountEntry {
  return {
    ...values,
    routingNumber: digitsOf(values.routingNumber),
    accountNumber: digitsOf(values.accountNumber),
    confirmAccountNumber: digitsOf(values.confirmAccountNumber),
  };
}
