import { rateOn } from '#common/accounts/rules/agreed-terms.ts';
import { type Day, day } from '#common/core/dates.ts';
import { addCents, ZERO } from '#common/core/money.ts';
import { isClosed } from '#common/accounts/rules/account.ts';
import type { HostStatements, OwnedAccount, StatementAccount, StatementSets } from '#server/host/host-statements.ts';
import { type Database, inSnapshot, type Queryable } from '#server/platform/db/database.ts';
import { type LoanRow, loanFromRow } from './account-rows.ts';
import { figuresOfPeriod } from './account-statement.ts';
import { selectLoan, selectLoansByNumber } from './accounts.queries.ts';
import { type LoanOpening, paidBeforeBooks } from './loan-opening.ts';
import { findOpening, listOpenings } from './loan-openings.queries.ts';
import { selectMailingAddress, selectMailingAddresses } from './mailing-addresses.queries.ts';
import {
  type PostedBetween,
  selectElectronicAccounts,
  selectInterestByMonth,
  selectMovesSince,
  selectPostedBetween,
  selectPrincipalAfter,
  updateStatementPreference,
} from './statements.queries.ts';

export function createStatementSets(database: Database): StatementSets {
  return {
    async findStatementAccounts(wanted) {
      const rows = (await selectOwned(database, wanted)).map(({ row }) => row);
      const accountIds = rows.map((row) => row.account_id);
      const posted = await selectPostedBetween(database, accountIds);
      const openings = await listOpenings(database, accountIds);
      return new Map(
        rows.map((row) => [
          row.account_number,
          statementAccountOf(row, posted.get(row.account_id), openings.get(row.account_id)),
        ]),
      );
    },

    // Reads one snapshot, so a payment posted meanwhile cannot appear in only some of the figures.
    readStatements: (wanted) =>
      inSnapshot(database, async (snapshot) => {
        const owned = await selectOwned(snapshot, wanted);
        const loans = owned.map(({ row, asked: { period } }) => ({
          row,
          period,
          accountId: row.account_id,
          since: period.yearStartsAt,
        }));
        const accountIds = loans.map(({ accountId }) => accountId);
        const moves = await selectMovesSince(snapshot, loans);
        const openings = await listOpenings(snapshot, accountIds);
        const addresses = await selectMailingAddresses(snapshot, accountIds);
        return new Map(
          loans.map(({ row, period, accountId }) => {
            const address = addresses.get(accountId);
            if (!address) throw new Error(`Account ${accountId} has no customer`);
            const ofLoan = moves.get(accountId) ?? [];
            const figures = figuresOfPeriod(loanFromRow(row), ofLoan, period, openings.get(accountId));
            return [row.account_number, { ...headOf(row, period.through), address, ...figures }];
          }),
        );
      }),
  };
}

/** Leaves out accounts of other customers, hidden, or unknown. */
async function selectOwned<Asked extends OwnedAccount>(
  database: Queryable,
  wanted: readonly Asked[],
): Promise<{ readonly row: LoanRow; readonly asked: Asked }[]> {
  const rows = await selectLoansByNumber(database, wanted);
  return wanted.flatMap((asked) => {
    const row = rows.get(asked.accountNumber);
    return row && !row.hidden_from_web && row.customer_id === asked.customerId ? [{ row, asked }] : [];
  });
}

function statementAccountOf(
  row: LoanRow,
  posted: PostedBetween | undefined,
  opening: LoanOpening | undefined,
): StatementAccount {
  return {
    format: row.statement_preference,
    closed: isClosed({ comment: row.hold_code }),
    historyBlocked: row.history_blocked,
    openedOn: row.opened_on,
    firstPostedAt: posted?.first ?? null,
    booksBeganOn: opening?.beganOn ?? null,
    firstYearKnown: opening?.interestThisYearCents !== null,
    lastPostedAt: posted?.last ?? null,
  };
}

export function createEmbeddedStatements(database: Database, timeZone: string): HostStatements {
  const sets = createStatementSets(database);
  return {
    async findStatementAccount(customerId, accountNumber) {
      const found = await sets.findStatementAccounts([{ customerId, accountNumber }]);
      return found.get(accountNumber);
    },

    async readStatement(customerId, accountNumber, period) {
      const read = await sets.readStatements([{ customerId, accountNumber, period }]);
      return read.get(accountNumber);
    },

    async readInterestOfYear(customerId, accountNumber, year) {
      const row = await selectLoan(database, customerId, accountNumber);
      if (!row) return undefined;
      const rows = await selectInterestByMonth(database, row.account_id, year, timeZone);
      const opening = await findOpening(database, row.account_id);
      const address = await selectMailingAddress(database, row.account_id);
      const principalCents = await selectPrincipalAfter(database, row.account_id, year, timeZone);
      const months = rows.map(({ month, interest }) => ({ month, interestCents: interest }));
      const beforeBooks = paidBeforeBooks(opening, year);
      const paid = months.map(({ interestCents }) => interestCents);
      const totalCents = addCents(beforeBooks?.interestCents ?? ZERO, ...paid);
      const { kind: _kind, ...head } = headOf(row, day(`${year}-12-31`));
      return { ...head, address, months, beforeBooks, totalCents, principalCents };
    },

    setStatementFormat: (customerId, accountNumber, format) =>
      updateStatementPreference(database, customerId, accountNumber, format),

    listElectronicAccounts: (after, limit) => selectElectronicAccounts(database, after, limit),
  };
}

function headOf(row: LoanRow, on: Day) {
  const loan = loanFromRow(row);
  return {
    accountNumber: row.account_number,
    kind: loan.kind,
    description: row.description,
    nameOnAccount: row.name_on_account,
    rate: rateOn(loan, on),
  };
}
