import { type ConformanceCheck, demand, NotChecked } from '#server/platform/cli/conformance.ts';
import type { OutsideService } from '#server/platform/network-variables.ts';
import type { BankAccountNumbers } from '../bank-account-check.ts';
import { createHttpBankAccountCheck } from '../http-network.ts';

export interface CheckedBankAccounts {
  readonly service: OutsideService;
  /** False if another service checks bank accounts. */
  readonly checksBankAccounts: boolean;
  /** Null skips what needs one. */
  readonly bankAccount: BankAccountNumbers | null;
  readonly missingBankAccount: BankAccountNumbers | null;
}

/** Well-formed; whether it exists is up to the service. */
const anyAccount: BankAccountNumbers = { routingNumber: '021000021', accountNumber: '1000200030' };

/** The requirements of docs/card-processor.md on the service that checks bank accounts. */
export const bankAccountChecks: readonly ConformanceCheck<CheckedBankAccounts>[] = [
  {
    requirement: 'A bank account check is answered with drawable true or false',
    async run(subject) {
      await isDrawable(subject, anyAccount);
    },
  },
  {
    requirement: 'A bank account that exists is drawable',
    async run(subject) {
      const account = subject.bankAccount;
      if (account === null) throw new NotChecked('add --bank-account ROUTING/ACCOUNT with an account that exists');
      demand(await isDrawable(subject, account), 'the account was answered with drawable false');
    },
  },
  {
    requirement: "A bank account that doesn't exist is not drawable",
    async run(subject) {
      const account = subject.missingBankAccount;
      if (account === null) throw new NotChecked("add --no-bank-account ROUTING/ACCOUNT with one that doesn't exist");
      demand(!(await isDrawable(subject, account)), 'the account was answered with drawable true');
    },
  },
];

function isDrawable({ service, checksBankAccounts }: CheckedBankAccounts, account: BankAccountNumbers) {
  if (!checksBankAccounts) throw new NotChecked('PASSBOOK_BANK_ACCOUNT_CHECK_URL names another service for it');
  return createHttpBankAccountCheck(service).isDrawable(account);
}
