import { isDeferral } from '#common/accounts/rules/deferral.ts';
import { isChargeOff } from '#common/accounts/rules/charge-off.ts';
import { isLienChange } from '#common/accounts/rules/lien-release.ts';
import { isRateChange } from '#common/accounts/rules/rate-change.ts';
import { isDueDayChange } from '#common/accounts/rules/due-day.ts';
import { isAppliedAgain } from '#common/payments/rules/applied-again.ts';
import { isPartlyRefunded } from '#common/payments/rules/partial-refund.ts';
import { isMove } from '#common/payments/rules/moved-payment.ts';
import { isPayout } from '#common/payments/rules/payout.ts';
import { isReceived } from '#common/payments/rules/received-payment.ts';
import { type RawBuilder, sql } from 'kysely';
import { addCents, cents, type Cents } from '#common/core/money.ts';
import { addDays, type Day } from '#common/core/dates.ts';
import type { HistoryEntry, HistoryPage, HistorySorting } from '#server/host/host.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { LATE_CHARGE, RETURN_FEE } from './loan-events.ts';
import { ledger } from './ledger-codes.ts';
import { MOVED_AWAY } from './move-payment.ts';
import { PART_REFUNDED, TAKEN_TO_APPLY_AGAIN } from './payment-reversal.ts';

interface HistoryRow {
  readonly transfer_id: number;
  readonly principal: Cents;
  readonly interest: Cents;
  readonly other: Cents;
  readonly running: Cents;
  readonly effective_on: Day;
  /** Null for an entry of a former system. */
  readonly posted_at: Temporal.Instant | null;
  readonly description: string;
  readonly returned: boolean;
  readonly payment_id: string | null;
}

/**
 * Returns an account's entries, derived from postings, with the balance after each. Signs follow the customer's view:
 * positive lowers a debt or raises a deposit. What was paid beyond the debt counts as other.
 */
export async function selectHistory(
  database: Queryable,
  accountId: number,
  page: HistoryPage,
  timeZone: string,
): Promise<HistoryEntry[]> {
  const rows = page.sorting
    ? await selectSorted(database, accountId, page, page.sorting, timeZone)
    : await selectNewest(database, accountId, page);
  return rows.map((row) => ({
    entryId: String(row.transfer_id),
    effectiveOn: row.effective_on,
    postedAt: row.posted_at,
    description: row.description,
    principalCents: cents(row.principal),
    interestCents: cents(row.interest),
    otherCents: cents(row.other),
    totalCents: addCents(row.principal, row.interest, row.other),
    runningPrincipalCents: row.running,
    // A charge that was waived, or a change that staff took back, is not a payment that came back.
    returned:
      row.returned &&
      row.description !== LATE_CHARGE &&
      row.description !== RETURN_FEE &&
      !isRateChange(row.payment_id) &&
      !isLienChange(row.payment_id) &&
      !isChargeOff(row.payment_id),
    // Has no receipt here.
    paymentId: isMadeByStaff(row.payment_id) ? null : row.payment_id,
  }));
}

function isMadeByStaff(paymentId: string | null): boolean {
  return [
    isReceived,
    isPayout,
    isMove,
    isAppliedAgain,
    isPartlyRefunded,
    isDueDayChange,
    isDeferral,
    isRateChange,
    isLienChange,
    isChargeOff,
  ].some((isTheirs) => isTheirs(paymentId));
}

/** An entry takes effect at most this many days after posting, since drafts wait for their business day. */
const POSTED_AHEAD_DAYS = 14;

/** Returns a time of posting that is early enough for every entry with an effect since a day. */
function postedAfter(since: Day): Temporal.Instant {
  return Temporal.Instant.from(`${addDays(since, -POSTED_AHEAD_DAYS)}T00:00:00Z`);
}

/** Returns whether no entry after this one takes effect on or after a day. Entries of a former system are in the order of their days. */
function isBefore({ effective_on: effectiveOn, posted_at: postedAt }: HistoryRow, since: Day): boolean {
  return postedAt === null ? effectiveOn < since : Temporal.Instant.compare(postedAt, postedAfter(since)) < 0;
}

/**
 * Newest first. Reads only what the page needs, so the cost doesn't grow with the history. Reads again, which is rare,
 * if entries fall before the day asked for.
 */
async function selectNewest(database: Queryable, accountId: number, page: HistoryPage): Promise<HistoryRow[]> {
  const { since, limit } = page;
  const found: HistoryRow[] = [];
  let { before } = page;
  for (;;) {
    const { rows }: { rows: HistoryRow[] } = await newestEntries(accountId, before, limit).execute(database);
    found.push(...rows.filter((row) => since === null || row.effective_on >= since));
    const oldest = rows.at(-1);
    if (!oldest || (since !== null && isBefore(oldest, since)) || rows.length < limit || found.length >= limit)
      return found.slice(0, limit);
    before = String(oldest.transfer_id);
  }
}

/** Sorted by a column; reads every entry of the days asked for. */
async function selectSorted(
  database: Queryable,
  accountId: number,
  page: HistoryPage,
  sorting: HistorySorting,
  timeZone: string,
): Promise<HistoryRow[]> {
  const window = (await findWindow(database, accountId, page.since)) ?? nothingOnBooks(page.since);
  const { rows } = await sortedEntries(accountId, window, page, sorting, timeZone).execute(database);
  return rows;
}

/** Only entries of a former system may still count. */
function nothingOnBooks(since: Day | null): Window {
  return { firstId: Number.MAX_SAFE_INTEGER, since };
}

/** The range of transfers that count: all, or from `firstId` on with an effect on or after a day. */
interface Window {
  readonly firstId: number;
  readonly since: Day | null;
}

const STEP = 200;

/**
 * Finds the start of the range by reading only newer entries.
 * Returns undefined if there are none.
 */
async function findWindow(database: Queryable, accountId: number, since: Day | null): Promise<Window | undefined> {
  if (since === null || (await beganSince(database, accountId, since))) return { firstId: 0, since: null };
  let firstId: number | undefined;
  let before: number | null = null;
  for (;;) {
    const rows: StepRow[] = await selectStep(database, accountId, before);
    firstId = rows.findLast((row) => row.effective_on >= since)?.transfer_id ?? firstId;
    const oldest = rows.at(-1);
    if (!oldest || rows.length < STEP || Temporal.Instant.compare(oldest.posted_at, postedAfter(since)) < 0) break;
    before = oldest.transfer_id;
  }
  return firstId === undefined ? undefined : { firstId, since };
}

type StepRow = Pick<HistoryRow, 'transfer_id' | 'effective_on'> & { readonly posted_at: Temporal.Instant };

async function selectStep(database: Queryable, accountId: number, before: number | null): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    select transfer_id, effective_on, posted_at
    from (
      select transfer_id from postings
      where account_id = ${accountId} and (${before}::bigint is null or transfer_id < ${before}::bigint)
      group by transfer_id
      order by transfer_id desc
      limit ${STEP}
    ) as newest join transfers using (transfer_id)
    order by transfer_id desc`.execute(database);
  return rows;
}

/** Returns whether the account's first entry is within the days asked for. */
async function beganSince(database: Queryable, accountId: number, since: Day): Promise<boolean> {
  const { rows } = await sql<{ began: boolean }>`
    select effective_on >= ${since}::date as began from transfers
    where transfer_id = (select min(transfer_id) from postings where account_id = ${accountId})`.execute(database);
  return rows[0]?.began ?? false;
}

/** The effect of each transfer on the account, with the signs of the books. */
const movedColumns = sql`
  transfer_id,
  coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.loanPrincipal}), 0) as loan,
  coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.deposits}), 0) as deposit,
  coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.interestIncome}), 0) as interest,
  coalesce(sum(amount_cents) filter (where ledger_code in (
    ${ledger.lateCharges}, ${ledger.otherFees}, ${ledger.overpayments})), 0) as other`;

/** Returns today's balance; the earlier balances are computed back from it. */
function balanceNow(accountId: number): RawBuilder<unknown> {
  return sql`coalesce(
    (select principal_cents from loans where account_id = ${accountId}),
    (select balance_cents from deposits where account_id = ${accountId}), 0)`;
}

const entryColumns = sql`
  transfer_id,
  -(loan + deposit)::bigint as principal,
  -interest::bigint as interest,
  -other::bigint as other`;

/**
 * Returns whether a later entry reversed this one, other than to post it again. Looked up per entry, since the
 * planner may answer `exists` by reading all transfers.
 */
function wasReturned(entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select reversal.transfer_id from transfers as reversal
    where reversal.reverses_transfer_id = ${entries}.transfer_id
      and reversal.description not in (${MOVED_AWAY}, ${TAKEN_TO_APPLY_AGAIN}, ${PART_REFUNDED})) is not null`;
}

/** Reads only the page and the postings after it, which its balances need. */
function newestEntries(accountId: number, before: string | null, limit: number) {
  return sql<HistoryRow>`
    with later as (
      select coalesce(sum(case ledger_code when ${ledger.loanPrincipal} then amount_cents
        when ${ledger.deposits} then -amount_cents else 0 end), 0) as change
      from postings
      where account_id = ${accountId} and ${before}::bigint is not null and transfer_id >= ${before}::bigint
    ), moved as (
      select ${movedColumns}
      from postings
      where account_id = ${accountId} and (${before}::bigint is null or transfer_id < ${before}::bigint)
      group by transfer_id
      order by transfer_id desc
      limit ${limit}
    ), entries as (
      select ${entryColumns},
        (${balanceNow(accountId)} - (select change from later)
          - coalesce(sum(loan - deposit) over (
              order by transfer_id desc rows between unbounded preceding and 1 preceding), 0))::bigint as running
      from moved
    )
    select entries.*, effective_on, posted_at, description, payment_id, ${wasReturned(sql`entries`)} as returned
    from entries join transfers using (transfer_id)
    union all
    (select ${formerColumns}, returned
      from former_entries
      where account_id = ${accountId} and (${before}::bigint is null or -position < ${before}::bigint)
      order by position limit ${limit})
    order by transfer_id desc
    limit ${limit}`;
}

/** Ids of former entries are negative, so that they follow those of the books; the cursor works across both. */
const formerColumns = sql`
  -position::bigint as transfer_id, principal_cents as principal, interest_cents as interest, other_cents as other,
  running_principal_cents as running, entered_on as effective_on, null::timestamptz as posted_at, description,
  null::text as payment_id`;

function sortKey(column: HistorySorting['column'], timeZone: string): RawBuilder<unknown> {
  switch (column) {
    case 'date':
      return sql`effective_on`;
    case 'time':
      return sql`coalesce((posted_at at time zone ${timeZone})::time, '00:00')`;
    case 'description':
      return sql`lower(description)`;
    case 'principal':
      return sql`principal`;
    case 'interest':
      return sql`interest`;
    case 'other':
      return sql`other`;
    case 'total':
      return sql`principal + interest + other`;
    case 'balance':
      return sql`running`;
  }
}

/** Sorted by a column; starts after the entry `before` in that order. */
function sortedEntries(
  accountId: number,
  window: Window,
  { since, before, limit }: HistoryPage,
  { column, direction }: HistorySorting,
  timeZone: string,
) {
  const [turn, after] = direction === 'ascending' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  return sql<HistoryRow>`
    with moved as (
      select ${movedColumns}
      from postings
      where account_id = ${accountId} and transfer_id >= ${window.firstId}
      group by transfer_id
    ), entries as (
      select ${entryColumns},
        (${balanceNow(accountId)} - coalesce(sum(loan - deposit) over (
          order by transfer_id desc rows between unbounded preceding and 1 preceding), 0))::bigint as running
      from moved
    ), shown as (
      select entries.*, effective_on, posted_at, description, payment_id, null::boolean as former_returned
      from entries join transfers using (transfer_id)
      where ${window.since}::date is null or effective_on >= ${window.since}::date
      union all
      select ${formerColumns}, returned
      from former_entries
      where account_id = ${accountId} and (${since}::date is null or entered_on >= ${since}::date)
    ), keyed as (
      select shown.*, ${sortKey(column, timeZone)} as sort_key from shown
    ), page as (
      select transfer_id, principal, interest, other, running, effective_on, posted_at, description, payment_id, former_returned, sort_key
      from keyed
      where ${before}::bigint is null
        or (sort_key, transfer_id) ${after} (select sort_key, transfer_id from keyed where transfer_id = ${before}::bigint)
      order by sort_key ${turn}, transfer_id ${turn}
      limit ${limit}
    )
    select page.*, coalesce(former_returned, ${wasReturned(sql`page`)}) as returned
    from page
    order by sort_key ${turn}, transfer_id ${turn}`;
}
