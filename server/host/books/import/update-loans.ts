import type { Readable } from 'node:stream';
import { lateChargePolicyOf } from '#common/accounts/rules/late-charge.ts';
import { type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import { loanFromRow, type LoanRow } from '../account-rows.ts';
import { selectLoanRows } from '../accounts.queries.ts';
import { loanColumns } from '../loan-columns.ts';
import type { LoanState } from '../loan-state.ts';
import { balanceUpdate } from '../opening-balance.ts';
import { writeBooks } from '../write-books.queries.ts';
import { insertKeys } from './import.queries.ts';
import { allNamed, type LineProblem } from '#server/platform/import/import-columns.ts';
import { kindProblems, loanFileColumns, loanFromLine, type LoanLine, loanProblems } from './loan-lines.ts';
import { impossibleOfLoan } from './loan-plausibility.ts';
import { bringToPresent, type LaterMovement } from './pay-again.ts';
import { readBatches } from './read-batches.ts';
import {
  noteFiguresAsOf,
  type OpeningUpdate,
  type PaidOnBooks,
  selectLaterMovements,
  selectLeftOut,
  selectPaidOnBooks,
  updateLoans,
  updateOpenings,
} from './update.queries.ts';
import { assertNotOlder, LEFT_OUT_SHOWN, type UpdateRun } from './update-run.ts';

/** These say what was paid before; without them the portal shows no such figures. */
const figuresBefore = [
  'late_charged_through',
  'interest_paid_this_year',
  'interest_paid_last_year',
  'fees_charged_this_year',
  'paid_principal',
  'paid_interest',
  'paid_fees',
  'last_payment_on',
  'last_payment_amount',
  'charged_off_on',
  'charged_off_amount',
  'charged_off_recovered',
] as const;

/** Replaces the figures of loans by those of the file, with the portal's later payments on top. */
export async function updateLoansFromFile(run: UpdateRun, source: Readable | undefined): Promise<void> {
  if (!source) return;
  const { transaction, findings, problems, clock } = run;
  const columns = allNamed(loanFileColumns(clock.today()), figuresBefore);
  const toRead = { file: 'loans', columns, keyColumn: 'account_number', check: loanProblems, updates: true } as const;
  for await (const batch of readBatches(run, toRead, source)) {
    await insertKeys(transaction, 'loans', batch);
    const rows = await lockLoans(
      run,
      batch.map(({ key }) => key),
    );
    const lines = batch.flatMap(({ key, line, values }) => {
      const row = rows.get(key);
      if (!row) findings.addUnknown(key);
      return row && values && isPossible(run, line, values, row) ? [{ row, values }] : [];
    });
    if (problems.total === 0 && lines.length > 0) await writeLines(run, lines);
  }
  findings.addLeftOut(await selectLeftOut(transaction, 'loans', LEFT_OUT_SHOWN));
}

interface ReadLine {
  readonly row: LoanRow;
  readonly values: LoanLine;
}

async function lockLoans({ transaction }: UpdateRun, accountNumbers: readonly string[]): Promise<Map<string, LoanRow>> {
  const rows = await selectLoanRows(transaction)
    .where('accounts.account_number', 'in', accountNumbers)
    .orderBy('loans.account_id')
    .forUpdate('loans')
    .execute();
  return new Map(rows.map((row) => [row.account_number, row]));
}

function isPossible({ asOf, findings, problems }: UpdateRun, line: number, values: LoanLine, row: LoanRow): boolean {
  assertNotOlder(row.account_number, row.figures_as_of, asOf);
  if (row.charged_off_on !== null) {
    findings.addChargedOff(row.account_number);
    return false;
  }
  const { kind, rate } = loanFromRow(row);
  const account = { kind, rate, openedOn: row.opened_on, holdCode: row.hold_code };
  const chargedOff = newChargeOffProblem(values);
  const wrong: readonly LineProblem[] = chargedOff
    ? [chargedOff]
    : [...kindProblems(values, kind), ...impossibleOfLoan(values, account)];
  for (const problem of wrong) problems.add({ file: 'loans', line, ...problem });
  return wrong.length === 0;
}

/** The portal would go on collecting a loan that its own books don't charge off. */
function newChargeOffProblem({ charged_off_on: chargedOffOn }: LoanLine): LineProblem | undefined {
  if (chargedOffOn === null) return undefined;
  const reason = 'is taken over with a new loan only; leave it empty, and stop its payments with a hold code';
  return { column: 'charged_off_on', reason };
}

async function writeLines(run: UpdateRun, lines: readonly ReadLine[]): Promise<void> {
  const { transaction, asOf, until, clock, timeZone, findings } = run;
  const accountIds = lines.map(({ row }) => row.account_id);
  const later = await selectLaterMovements(transaction, { accountIds, until });
  const year = Number(asOf.slice(0, 4));
  const paid = await selectPaidOnBooks(transaction, { accountIds, until }, { year, timeZone });
  const loans = lines.map(({ row, values }) => ({
    row,
    values,
    before: loanFromRow(row),
    after: presentLoan(run, { row, values }, later.get(row.account_id) ?? []),
  }));
  for (const { row, before, after } of loans) {
    findings.addUpdated(row.account_number);
    findings.compare(row.account_number, [
      { figure: 'principal', beforeCents: before.principalCents, afterCents: after.principalCents },
      { figure: 'late charges', beforeCents: before.lateChargesCents, afterCents: after.lateChargesCents },
      { figure: 'other fees', beforeCents: before.otherFeesCents, afterCents: after.otherFeesCents },
    ]);
  }
  await updateLoans(
    transaction,
    loans.map(({ values, after }) => ({
      original_amount_cents: values.original_amount,
      term_payments: values.term_payments,
      ...loanColumns(after),
    })),
  );
  await updateOpenings(
    transaction,
    loans.map(({ row, values }) => openingOf(values, row.account_id, paid.get(row.account_id))),
    asOf,
  );
  await writeBooks(transaction, {
    transfers: loans.flatMap(({ before, after }) => balanceUpdate(before, after, { on: asOf, at: clock.now() })),
  });
  await noteFiguresAsOf(transaction, accountIds, asOf);
}

function presentLoan(
  { asOf, servicing }: UpdateRun,
  { row, values }: ReadLine,
  movements: readonly LaterMovement[],
): LoanState {
  const { accountId, kind, rate } = loanFromRow(row);
  const { graceDays } = lateChargePolicyOf(servicing, values.loan_type);
  const line = { ...values, due_day: values.due_day ?? row.due_day };
  const loan = bringToPresent(
    loanFromLine(line, { accountId, kind, rate }, { today: asOf, graceDays }),
    movements,
    servicing,
  );
  if (values.next_due_on !== null) return loan;
  // The core bills nothing anymore. The books know what was due before, for a last payment that comes back.
  return { ...loan, nextDueOn: row.next_due_on, partialPaidCents: row.partial_paid_cents };
}

/** The file's totals contain what the books have of the same time, so that together they are the file's. */
function openingOf(line: LoanLine, accountId: number, paid: PaidOnBooks | undefined): OpeningUpdate {
  const before = (total: Cents | null, onBooks: Cents | undefined): Cents | null => {
    const rest = total === null ? null : subtractCents(total, onBooks ?? ZERO);
    return rest === null || rest < 0 ? null : rest;
  };
  return {
    account_id: accountId,
    interest_this_year_cents: before(line.interest_paid_this_year, paid?.interestThisYear),
    interest_last_year_cents: before(line.interest_paid_last_year, paid?.interestLastYear),
    // The books don't tell the fees the core charged from those it took off.
    fees_this_year_cents: null,
    paid_principal_cents: before(line.paid_principal, paid?.principal),
    paid_interest_cents: before(line.paid_interest, paid?.interest),
    paid_fees_cents: before(line.paid_fees, paid?.fees),
    last_paid_on: line.last_payment_on,
    last_paid_cents: line.last_payment_amount,
  };
}
