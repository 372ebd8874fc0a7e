import type { Readable } from 'node:stream';
import { payableKindOf } from '#common/accounts/rules/account.ts';
import { type LateChargeRules, lateChargePolicyOf } from '#common/accounts/rules/late-charge.ts';
import { bringChargedOff } from '../charge-off.ts';
import { loanColumns, noHolds } from '../loan-columns.ts';
import type { LoanState } from '../loan-state.ts';
import { loanOpening } from '../opening-balance.ts';
import { type NewLoan, writeBooks } from '../write-books.queries.ts';
import type { ImportRun } from './import-run.ts';
import type { LineProblem } from '#server/platform/import/import-columns.ts';
import { type ImportKey, insertKeys, selectAccountsWithoutLoan, selectImportedAccounts } from './import.queries.ts';
import {
  chargeOffOfLine,
  kindProblems,
  loanFileColumns,
  loanFromLine,
  type LoanLine,
  loanProblems,
  openingFromLine,
} from './loan-lines.ts';
import { impossibleOfLoan, unlikelyOfLoan, unlikelyOfStatus } from './loan-plausibility.ts';
import { readBatches } from './read-batches.ts';

export async function importLoans(run: ImportRun, source: Readable | undefined): Promise<number> {
  let written = 0;
  if (source) {
    const columns = loanFileColumns(run.clock.today());
    const toRead = { file: 'loans', columns, keyColumn: 'account_number', check: loanProblems } as const;
    for await (const batch of readBatches(run, toRead, source)) {
      await insertKeys(run.transaction, 'loans', batch);
      const accounts = await selectImportedAccounts(
        run.transaction,
        batch.map(({ key }) => key),
      );
      const loans = batch.flatMap(({ line, key, values }) =>
        values ? read(run, accounts.get(key), line, values) : [],
      );
      if (run.problems.total > 0) continue;
      await writeLoans(run, loans);
      written += loans.length;
    }
  }
  await reportAccountsWithoutLoan(run);
  return written;
}

interface ReadLoan {
  readonly line: LoanLine;
  readonly loan: LoanState;
}

/** Returns the loan, or undefined after reporting its problems. */
function read(
  { problems, unlikely, clock, servicing }: ImportRun,
  known: Pick<ImportKey, 'account'> | undefined,
  line: number,
  values: LoanLine,
): ReadLoan[] {
  const report = (column: string, reason: string) => problems.add({ file: 'loans', line, column, reason });
  if (!known) report('account_number', 'has no line in the accounts file');
  if (!known?.account) return [];
  const { accountId, typeCode, rate, openedOn, holdCode, status } = known.account;
  const kind = payableKindOf(typeCode);
  if (!kind) {
    report('account_number', 'is not a loan or line of credit in the accounts file');
    return [];
  }
  const account = { kind, openedOn, rate, holdCode };
  const today = clock.today();
  const wrong = [
    ...kindProblems(values, kind),
    ...typeProblems(values, servicing),
    ...impossibleOfLoan(values, account),
  ];
  for (const { column, reason } of wrong) report(column, reason);
  if (wrong.length > 0) return [];
  const findings = [...unlikelyOfLoan(values, account, today), ...unlikelyOfStatus(values, status)];
  for (const found of findings) unlikely.add({ file: 'loans', line, ...found });
  const { graceDays } = lateChargePolicyOf(servicing, values.loan_type);
  return [{ line: values, loan: loanFromLine(values, { accountId, kind, rate }, { today, graceDays }) }];
}

/** A loan type without its own policy is treated as a typo, since it would lead to wrong charges. */
function typeProblems({ loan_type: type }: LoanLine, { lateChargeByLoanType }: LateChargeRules): LineProblem[] {
  const known = Object.keys(lateChargeByLoanType);
  if (type === '' || known.includes(type)) return [];
  const reason =
    known.length === 0 ? 'is not known: the institution has no loan types' : `is not one of ${known.join(', ')}`;
  return [{ column: 'loan_type', reason }];
}

async function writeLoans({ transaction, clock }: ImportRun, loans: readonly ReadLoan[]): Promise<void> {
  const opening = { on: clock.today(), at: clock.now() };
  await writeBooks(transaction, {
    loans: loans.map(({ line, loan }): NewLoan => ({
      original_amount_cents: line.original_amount,
      term_payments: line.term_payments,
      ...noHolds,
      ...loanColumns(loan),
    })),
    openings: loans.map(({ line, loan }) => openingFromLine(line, loan.accountId, opening.on)),
    transfers: loans.flatMap(({ loan }) => loanOpening(loan, opening)),
  });
  for (const { line, loan } of loans) {
    const chargedOff = chargeOffOfLine(line);
    if (chargedOff) await bringChargedOff(transaction, loan, chargedOff, opening.at);
  }
}

const SHOWN_WITHOUT_LOAN = 100;

async function reportAccountsWithoutLoan({ transaction, problems }: ImportRun): Promise<void> {
  const { lines, total } = await selectAccountsWithoutLoan(transaction, SHOWN_WITHOUT_LOAN);
  const reason = 'is a loan or line of credit without a line in the loans file';
  problems.addCounted(
    lines.map((line) => ({ file: 'accounts', line, column: 'account_number', reason })),
    total,
  );
}
