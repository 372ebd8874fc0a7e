import { type Selectable, sql } from 'kysely';
import { type Cents, ZERO } from '#common/core/money.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { anyOf, asTable } from '#server/platform/db/insert-many.ts';
import { writeTransfers } from './write-books.queries.ts';
import type { BooksTables, TransfersTable } from './books-tables.ts';
import { ledger } from './ledger-codes.ts';
import type { LoanState } from './loan-state.ts';
import type { PaymentOnBooks } from './payment-reversal.ts';
import type { NewTransfer } from './transfer.ts';
import type { PostingRecord } from '#server/host/host-payments.ts';

/**
 * Writes a transfer, its postings and the updated loan in one statement. The transaction must hold the loan's lock.
 * Returns the transfer's id; undefined, with nothing written, if the payment or reversal already exists.
 */
export async function writeLoanTransfer(
  transaction: Transaction,
  loan: LoanState,
  transfer: NewTransfer,
): Promise<number | undefined> {
  const { rows } = await sql<{ transfer_id: number }>`
    with written as (
      insert into transfers
        (description, effective_on, posted_at, payment_id, counted_cents, reverses_transfer_id, moves_payment_id)
      values (${transfer.description}, ${transfer.effectiveOn}, ${transfer.postedAt.toString()}, ${transfer.paymentId},
        ${transfer.countedCents}, ${transfer.reversesTransferId}, ${transfer.movesPaymentId ?? null})
      on conflict do nothing
      returning transfer_id
    ), posted as (
      insert into postings (transfer_id, line, ledger_code, account_id, amount_cents)
      select transfer_id, line, ledger_code, account_id, amount_cents
      from written, unnest(
        ${transfer.postings.map((posting) => posting.ledgerCode)}::smallint[],
        ${transfer.postings.map((posting) => posting.accountId)}::bigint[],
        ${transfer.postings.map((posting) => posting.amountCents)}::bigint[]
      ) with ordinality as lines (ledger_code, account_id, amount_cents, line)
    ), moved as (
      update loans set
        next_due_on = ${loan.nextDueOn},
        partial_paid_cents = ${loan.partialPaidCents},
        principal_cents = ${loan.principalCents},
        late_charges_cents = ${loan.lateChargesCents},
        other_fees_cents = ${loan.otherFeesCents},
        accrued_through = ${loan.accruedThrough},
        accrued_numerator = ${String(loan.accruedNumerator)},
        late_charge_for = ${loan.lateChargeFor}
      from written
      where loans.account_id = ${loan.accountId}
    )
    select transfer_id from written`.execute(transaction);
  return rows[0]?.transfer_id;
}

/** A transfer, and its loan afterwards. */
export interface LoanTransfer {
  readonly loan: LoanState;
  readonly transfer: NewTransfer;
}

const movedColumns = {
  account_id: 'bigint',
  next_due_on: 'date',
  partial_paid_cents: 'bigint',
  principal_cents: 'bigint',
  late_charges_cents: 'bigint',
  other_fees_cents: 'bigint',
  accrued_through: 'date',
  accrued_numerator: 'bigint',
  late_charge_for: 'date',
};

/**
 * Writes transfers of different loans, their postings and the updated loans. The transaction must hold the loans' locks.
 * @throws an error of the database if a payment was posted before
 * @returns the transfers' ids in their order
 */
export async function writeLoanTransfers(
  transaction: Transaction,
  transfers: readonly LoanTransfer[],
): Promise<number[]> {
  if (transfers.length === 0) return [];
  const ids = await writeTransfers(
    transaction,
    transfers.map(({ transfer }) => transfer),
  );
  const rows = transfers.map(({ loan }) => ({
    account_id: loan.accountId,
    next_due_on: loan.nextDueOn,
    partial_paid_cents: loan.partialPaidCents,
    principal_cents: loan.principalCents,
    late_charges_cents: loan.lateChargesCents,
    other_fees_cents: loan.otherFeesCents,
    accrued_through: loan.accruedThrough,
    accrued_numerator: String(loan.accruedNumerator),
    late_charge_for: loan.lateChargeFor,
  }));
  const names = sql.join(Object.keys(movedColumns).map((name) => sql.ref(name)));
  await sql`
    update loans set
      next_due_on = moved.next_due_on,
      partial_paid_cents = moved.partial_paid_cents,
      principal_cents = moved.principal_cents,
      late_charges_cents = moved.late_charges_cents,
      other_fees_cents = moved.other_fees_cents,
      accrued_through = moved.accrued_through,
      accrued_numerator = moved.accrued_numerator,
      late_charge_for = moved.late_charge_for
    from ${asTable(movedColumns, rows)} as moved (${names})
    where loans.account_id = moved.account_id`.execute(transaction);
  return ids;
}

/** Returns those that were posted. */
export async function selectPostedIds(
  transaction: Transaction,
  paymentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction
    .withTables<BooksTables>()
    .selectFrom('transfers')
    .select('payment_id')
    .where('payment_id', '=', anyOf(paymentIds))
    .execute();
  return new Set(rows.flatMap(({ payment_id: paymentId }) => (paymentId === null ? [] : [paymentId])));
}

/** Returns a payment as it was first posted; undefined if it was never posted. */
export async function selectPostedPayment(queryable: Queryable, paymentId: string): Promise<PostedOnBooks | undefined> {
  const transfer = await queryable
    .withTables<BooksTables>()
    .selectFrom('transfers')
    .select(postedColumns)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return transfer && withPostings(queryable, transfer);
}

export async function getPostedPayment(transaction: Transaction, paymentId: string): Promise<PostedOnBooks> {
  const posted = await selectPostedPayment(transaction, paymentId);
  if (!posted) throw new Error(`Payment ${paymentId} was never posted.`);
  return posted;
}

/**
 * Returns a payment on the loan it was last moved to; undefined if it was never posted.
 * @param before a transfer; then as it was before it
 */
export async function selectCurrentPayment(
  transaction: Transaction,
  paymentId: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<PostedOnBooks | undefined> {
  const transfer = await transaction
    .withTables<BooksTables>()
    .selectFrom('transfers')
    .select(postedColumns)
    .where((where) => where.or([where('payment_id', '=', paymentId), where('moves_payment_id', '=', paymentId)]))
    .where('transfer_id', '<', before)
    .orderBy('transfer_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!transfer) return undefined;
  const payment = await withPostings(transaction, transfer);
  return payment.accountNumber === ''
    ? { ...payment, accountNumber: await selectFormerAccount(transaction, paymentId, payment.transferId) }
    : payment;
}

/** The loan of a payment of which only the fee is left, so that its newest transfer names none. */
async function selectFormerAccount(transaction: Transaction, paymentId: string, before: number): Promise<string> {
  const former = await transaction
    .withTables<BooksTables>()
    .selectFrom('transfers')
    .innerJoin('postings', 'postings.transfer_id', 'transfers.transfer_id')
    .innerJoin('accounts', 'accounts.account_id', 'postings.account_id')
    .select('account_number')
    .where((where) => where.or([where('payment_id', '=', paymentId), where('moves_payment_id', '=', paymentId)]))
    .where('transfers.transfer_id', '<', before)
    .orderBy('transfers.transfer_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return former?.account_number ?? '';
}

const postedColumns = ['transfer_id', 'effective_on', 'counted_cents', 'description'] as const;

async function withPostings(
  queryable: Queryable,
  transfer: Pick<Selectable<TransfersTable>, (typeof postedColumns)[number]>,
): Promise<PostedOnBooks> {
  const books = queryable.withTables<BooksTables>();
  const lines = await books
    .selectFrom('postings')
    .leftJoin('accounts', 'accounts.account_id', 'postings.account_id')
    .select(['ledger_code', 'postings.account_id', 'amount_cents', 'account_number'])
    .where('transfer_id', '=', transfer.transfer_id)
    .orderBy('line')
    .execute();
  return {
    transferId: transfer.transfer_id,
    description: transfer.description,
    accountNumber: lines.find((line) => line.account_number !== null)?.account_number ?? '',
    effectiveOn: transfer.effective_on,
    countedCents: transfer.counted_cents,
    postings: lines.map((line) => ({
      ledgerCode: line.ledger_code,
      accountId: line.account_id,
      amountCents: line.amount_cents,
    })),
  };
}

export interface PostedOnBooks extends PaymentOnBooks {
  readonly transferId: number;
  readonly description: string;
  readonly accountNumber: string;
}

/** Returns the transfer that reversed this one, or undefined. */
export async function selectReversal(transaction: Transaction, transferId: number): Promise<number | undefined> {
  const row = await transaction
    .withTables<BooksTables>()
    .selectFrom('transfers')
    .select('transfer_id')
    .where('reverses_transfer_id', '=', transferId)
    .executeTakeFirst();
  return row?.transfer_id;
}

export async function getReversal(transaction: Transaction, transferId: number): Promise<number> {
  const reversal = await selectReversal(transaction, transferId);
  if (reversal === undefined) throw new Error(`Transfer ${transferId} was not reversed.`);
  return reversal;
}

/** Returns the newest transfer of a loan with a description that was not reversed, or null. */
export async function selectNewestOf(
  queryable: Queryable,
  accountId: number,
  description: string,
): Promise<number | null> {
  const { rows } = await sql<{ transfer_id: number }>`
    select transfers.transfer_id from transfers join postings using (transfer_id)
    where postings.account_id = ${accountId} and transfers.description = ${description}
      and not exists (
        select from transfers as reversal where reversal.reverses_transfer_id = transfers.transfer_id)
    order by transfers.transfer_id desc
    limit 1`.execute(queryable);
  return rows[0]?.transfer_id ?? null;
}

export async function selectPrincipalAfter(
  transaction: Transaction,
  accountId: number,
  transferId: number,
): Promise<Cents> {
  const { rows } = await sql<{ principal: Cents }>`
    select coalesce(sum(amount_cents), 0)::bigint as principal
    from postings
    where account_id = ${accountId} and ledger_code = ${ledger.loanPrincipal} and transfer_id <= ${transferId}
  `.execute(transaction);
  return rows[0]?.principal ?? ZERO;
}

/**
 * Returns the amounts payments posted to the card and draft clearing accounts. Of a payment that was moved, or refunded
 * in part, the newest posting counts.
 */
export async function selectPostings(database: Queryable, paymentIds: readonly string[]): Promise<PostingRecord[]> {
  const { rows } = await sql<{ paymentId: string; byCard: boolean; totalCents: Cents; reversed: boolean }>`
    with current as (
      select payment_id, (
        select coalesce(max(moved.transfer_id), transfers.transfer_id) from transfers as moved
        where moved.moves_payment_id = transfers.payment_id) as transfer_id
      from transfers where payment_id = any(${paymentIds}::text[])
    )
    select payment_id as "paymentId",
      ledger_code = ${ledger.cardClearing} as "byCard",
      sum(amount_cents)::bigint as "totalCents",
      (select reversal.transfer_id from transfers as reversal
        where reversal.reverses_transfer_id = current.transfer_id) is not null as reversed
    from current join postings using (transfer_id)
    where ledger_code in (${ledger.cardClearing}, ${ledger.achClearing})
    group by current.transfer_id, payment_id, ledger_code`.execute(database);
  return rows.map(({ byCard, ...posted }) => ({ ...posted, method: byCard ? 'Card' : 'ACH' }));
}
