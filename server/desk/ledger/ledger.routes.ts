import { type Day, day, daysBetween } from '#common/core/dates.ts';
import { addCents, type Cents, formatHundredths, ZERO } from '#common/core/money.ts';
import type { ledgerApi } from '#common/desk/ledger.api.ts';
import { readTrialBalance, trialBalanceCsv } from '#server/accounts/ledger/trial-balance.ts';
import { toCsv } from '#server/platform/csv.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import type { LedgerDayTotal, LedgerReports } from '#server/host/ledger-reports.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { depositInterestCsv, loanInterestCsv } from './year-end.ts';

const MAX_DAYS = 366;

export const ledgerHandlers: DeskHandlers<typeof ledgerApi> = {
  'GET /api/desk/ledger': ({ services: { ledgerReports, clock } }) =>
    Promise.resolve({ isOurs: ledgerReports !== undefined, today: clock.today() }),

  'POST /api/desk/ledger/export': async ({ services, body, record }) => {
    const reports = getReports(services);
    const [from, through] = [day(body.from), day(body.through)];
    const days = daysBetween(from, through);
    // A day that isn't over would have another content tomorrow.
    if (days < 0 || days >= MAX_DAYS || through >= services.clock.today()) throw new DeskRefusal(400, 'WrongSpan');
    const content = ledgerCsv(await reports.listDayTotals({ from, through }));
    await inTransaction(services.database, (transaction) => record(transaction, { details: { from, through } }));
    return { fileName: `ledger-${from}-${through}.csv`, contentType: 'text/csv; charset=utf-8', content };
  },

  'GET /api/desk/ledger/trial-balance': async ({ services, query }) => {
    const { lines, ...totals } = await readTrialBalance(getReports(services), dayThatIsOver(services, query.on));
    return { lines: [...lines], ...totals };
  },

  'POST /api/desk/ledger/trial-balance': async ({ services, body, record }) => {
    const reports = getReports(services);
    const on = dayThatIsOver(services, body.on);
    const content = trialBalanceCsv(on, await readTrialBalance(reports, on));
    await inTransaction(services.database, (transaction) => record(transaction, { details: { on } }));
    return { fileName: `trial-balance-${on}.csv`, contentType: 'text/csv; charset=utf-8', content };
  },

  'POST /api/desk/year-end/export': async ({ services, body: { year, form }, record }) => {
    const reports = getReports(services);
    if (`${year}-12-31` >= services.clock.today()) throw new DeskRefusal(400, 'YearNotOver');
    const content =
      form === '1098'
        ? loanInterestCsv(await reports.listLoanInterest(year))
        : depositInterestCsv(await reports.listDepositInterest(year));
    await inTransaction(services.database, (transaction) => record(transaction, { details: { year, form } }));
    return { fileName: `${form}-${year}.csv`, contentType: 'text/csv; charset=utf-8', content };
  },
};

function dayThatIsOver({ clock }: Services, text: string): Day {
  const on = day(text);
  if (on >= clock.today()) throw new DeskRefusal(400, 'WrongSpan');
  return on;
}

function getReports({ ledgerReports }: Services): LedgerReports {
  if (!ledgerReports) throw new DeskRefusal(404, 'NotOurBooks');
  return ledgerReports;
}

/** @throws Error if debits and credits of a day differ; a wrong file must not leave */
function ledgerCsv(totals: readonly LedgerDayTotal[]): string {
  const sum = (pick: (total: LedgerDayTotal) => Cents, of: readonly LedgerDayTotal[]) =>
    of.reduce((all, total) => addCents(all, pick(total)), ZERO);
  for (const [postedOn, ofDay] of Map.groupBy(totals, (total) => total.postedOn)) {
    const isBalanced = sum((total) => total.debitCents, ofDay) === sum((total) => total.creditCents, ofDay);
    if (!isBalanced) throw new Error(`The ledger of ${postedOn} is not balanced`);
  }
  return toCsv(
    ['posted_on', 'ledger_account', 'name', 'debit', 'credit'],
    totals.map(({ postedOn, ledgerCode, name, debitCents, creditCents }) => [
      postedOn,
      ledgerCode,
      name,
      formatHundredths(debitCents),
      formatHundredths(creditCents),
    ]),
  );
}
