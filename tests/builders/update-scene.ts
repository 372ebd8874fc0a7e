import { Readable } from 'node:stream';
import { addDays, type Day, day } from '#common/core/dates.ts';
import { type UpdateChoices, updateBooks } from '#server/host/books/import/update-books.ts';
import type { UpdateReport } from '#server/host/books/import/update-report.ts';
import { clockOf } from '#server/platform/clock.ts';
import { createImportScene, csv, goodCustomer, goodDeposit, goodLoan, goodLoanAccount } from './import-scene.ts';

export const timeZone = 'America/New_York';
export const friday = day('2026-11-20');
export const saturday = day('2026-11-21');

/** Every column that a nightly file must name. */
export const loan = {
  ...goodLoan,
  original_amount: '1600',
  credit_limit: '',
  due_day: '',
  partial_paid: '',
  accrued_interest: '2.00',
  late_charges: '',
  other_fees: '',
  term_payments: '',
  maturity_on: '',
  loan_type: '',
  interest_accrued_through: '2026-11-20',
};
export const second = { ...loan, account_number: 'l2' };
export const deposit = { ...goodDeposit, hold_code: '', status: '', maturity_on: '', name_on_account: '' };

interface Night extends Partial<UpdateChoices> {
  readonly accounts?: readonly string[];
  readonly loans?: readonly string[];
}

/** Creates books of two loans and a deposit for the nightly files of a core. */
export async function createUpdateScene() {
  const scene = await createImportScene();
  const report = await scene.importTexts({
    customers: csv(goodCustomer),
    accounts: csv(goodLoanAccount, { ...goodLoanAccount, account_number: 'l2' }, goodDeposit),
    loans: csv(goodLoan, { ...goodLoan, account_number: 'l2' }),
  });
  if (report.problemCount + report.unlikelyCount > 0) throw new Error(JSON.stringify(report));
  return {
    ...scene,
    /** At two in the morning after `asOf`, by default Friday. */
    update({ accounts, loans, ...choices }: Night): Promise<UpdateReport> {
      const text = (lines: readonly string[] | undefined) => lines && Readable.from([lines.join('\n')]);
      const asOf = choices.asOf ?? friday;
      const now = Temporal.PlainDate.from(addDays(asOf, 1))
        .toZonedDateTime({ timeZone, plainTime: '02:00' })
        .toInstant();
      const destination = {
        database: scene.destination.database,
        institution: { ...scene.destination.institution, timeZone },
        clock: clockOf(() => now, timeZone),
      };
      const sources = { accounts: text(accounts), loans: text(loans) };
      return updateBooks(destination, sources, { asOf, maxChangedPercent: 100, maxLeftOutPercent: 100, ...choices });
    },
    loanOn: (on: Day, accountNumber = 'l1') => scene.host.findLoan('c1', accountNumber, on),
  };
}

export type UpdateScene = Awaited<ReturnType<typeof createUpdateScene>>;
