import { addCents, ZERO } from '#common/core/money.ts';
import { isClosed } from '#common/accounts/rules/account.ts';
import type { HostStatements } from '#server/host/host-statements.ts';
import { type Database, inSnapshot } from '#server/platform/db/database.ts';
import { type LoanRow, loanFromRow } from './account-rows.ts';
import { figuresOfPeriod } from './account-statement.ts';
import { selectLoan } from './accounts.queries.ts';
import { paidBeforeBooks } from './loan-opening.ts';
import { findOpening } from './loan-openings.queries.ts';
import { selectMailingAddress } from './mailing-addresses.queries.ts';
import {
  selectElectronicAccounts,
  selectInterestByMonth,
  selectMovesSince,
  selectPostedBetween,
  selectPrincipalAfter,
  updateStatementPreference,
} from './statements.queries.ts';

export function createEmbeddedStatements(database: Database, timeZone: string): HostStatements {
  return {
    async findStatementAccount(customerId, accountNumber) {
      const row = await selectLoan(database, customerId, accountNumber);
      if (!row) return undefined;
      const { first, last } = await selectPostedBetween(database, row.account_id);
      const opening = await findOpening(database, row.account_id);
      return {
        format: row.statement_preference,
        closed: isClosed({ comment: row.hold_code }),
        historyBlocked: row.history_blocked,
        openedOn: row.opened_on,
        firstPostedAt: first,
        booksBeganOn: opening?.beganOn ?? null,
        firstYearKnown: opening?.interestThisYearCents !== null,
        lastPostedAt: last,
      };
    },

    // Reads one snapshot, so a payment posted meanwhile cannot appear in only some of the figures.
    readStatement: (customerId, accountNumber, period) =>
      inSnapshot(database, async (snapshot) => {
        const row = await selectLoan(snapshot, customerId, accountNumber);
        if (!row) return undefined;
        const moves = await selectMovesSince(snapshot, row.account_id, period.yearStartsAt);
        const opening = await findOpening(snapshot, row.account_id);
        const address = await selectMailingAddress(snapshot, row.account_id);
        return { ...headOf(row), address, ...figuresOfPeriod(loanFromRow(row), moves, period, opening) };
      }),

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
      const { kind: _kind, ...head } = headOf(row);
      return { ...head, address, months, beforeBooks, totalCents, principalCents };
    },

    setStatementFormat: (customerId, accountNumber, format) =>
      updateStatementPreference(database, customerId, accountNumber, format),

    listElectronicAccounts: (after, limit) => selectElectronicAccounts(database, after, limit),
  };
}

function headOf(row: LoanRow) {
  return {
    accountNumber: row.account_number,
    kind: row.type_code === 9 ? ('lineOfCredit' as const) : ('loan' as const),
    description: row.description,
    nameOnAccount: row.name_on_account,
    rate: row.rate_ppm,
  };
}
