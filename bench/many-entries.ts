import { addDays, type Day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ledger } from '#server/host/books/ledger-codes.ts';
import { credit, debit } from '#server/host/books/transfer.ts';
import { writeBooks } from '#server/host/books/write-books.queries.ts';
import { type Database, inTransaction } from '#server/platform/db/database.ts';

const timeZone = 'America/New_York';

/** Adds one fee a day, ending at the given day. */
export function addFees(database: Database, accountId: number, count: number, lastDay: Day): Promise<void> {
  const transfers = Array.from({ length: count }, (_, index) => {
    const on = addDays(lastDay, index - count + 1);
    return {
      description: 'Fee',
      effectiveOn: on,
      postedAt: Temporal.PlainDate.from(on)
        .toZonedDateTime({ timeZone, plainTime: { hour: 0 } })
        .toInstant(),
      paymentId: null,
      reversesTransferId: null,
      countedCents: ZERO,
      postings: [debit(ledger.otherFees, accountId, cents(100)), credit(ledger.otherFeeIncome, null, cents(100))],
    };
  });
  return inTransaction(database, (transaction) => writeBooks(transaction, { transfers }));
}
