import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import { paymentIdOfAppliedAgain } from '#common/payments/rules/applied-again.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { countedAtChargeOff } from './charge-off.queries.ts';
import { isBefore, type LaterPostings, type LiveCharge, type LivePayment } from './apply-in-order.ts';
import { ledger, type LedgerCode } from './ledger-codes.ts';
import { selectNewestOf } from './loan-transfers.queries.ts';
import { OPENING_BALANCE } from './opening-balance.ts';
import type { Posting } from './transfer.ts';
import { CHARGED_OFF } from './write-off-lines.ts';

export async function selectLaterPostings(queryable: Queryable, accountId: number, after: Day): Promise<LaterPostings> {
  const payments = await selectLivePayments(queryable, accountId, after);
  return { payments, charges: await selectLiveCharges(queryable, accountId, after) };
}

/** Returns all payments and charges of a loan since it was on the books. */
export async function selectAllPostings(queryable: Queryable, accountId: number): Promise<LaterPostings> {
  const payments = await selectLivePayments(queryable, accountId, null);
  return { payments, charges: await selectLiveCharges(queryable, accountId, null) };
}

/**
 * Returns the postings that count, from the first payment on that was more than was owed.
 * @param without a payment, or a draw, that is being reversed
 */
export async function selectSinceOverpaid(
  queryable: Queryable,
  accountId: number,
  without: { readonly transferId: number },
): Promise<LaterPostings> {
  const all = await selectAllPostings(queryable, accountId);
  const stays = ({ transferId }: { readonly transferId: number }) => transferId !== without.transferId;
  const live = all.payments.filter(stays);
  const first = live.findIndex(({ postings }) => postings.some(({ ledgerCode }) => ledgerCode === ledger.overpayments));
  const overpaid = live[first];
  if (!overpaid) return { payments: [], charges: [] };
  const payments = live.slice(first);
  return { payments, charges: all.charges.filter((charge) => stays(charge) && !isBefore(charge, overpaid)) };
}

/** Looked up per transfer, since the planner may answer `exists` by reading all transfers. */
const notReversed = sql`(
  select reversal.transfer_id from transfers as reversal
  where reversal.reverses_transfer_id = transfers.transfer_id) is null`;

interface PaymentRow {
  readonly transferId: number;
  readonly paymentId: string | null;
  readonly firstTransferId: number;
  readonly isNoRecovery: boolean;
  readonly description: string;
  readonly effectiveOn: Day;
  readonly countedCents: LivePayment['countedCents'];
  readonly codes: readonly LedgerCode[];
  readonly accountIds: readonly (number | null)[];
  readonly amounts: readonly Posting['amountCents'][];
}

/** Only payments, and payouts that were stopped, debit cash or clearing. */
async function selectLivePayments(queryable: Queryable, accountId: number, after: Day | null): Promise<LivePayment[]> {
  const chargedOffAs = await selectNewestOf(queryable, accountId, CHARGED_OFF);
  const isNoRecovery = countedAtChargeOff({
    paymentId: sql`coalesce(transfers.moves_payment_id, transfers.payment_id)`,
    accountId: sql`${accountId}::bigint`,
    chargedOffAs: sql`${chargedOffAs}::bigint`,
  });
  const { rows } = await sql<PaymentRow>`
    select transfer_id as "transferId", coalesce(moves_payment_id, payment_id) as "paymentId", description,
      coalesce((select posted.transfer_id from transfers as posted
        where posted.payment_id = transfers.moves_payment_id), transfer_id) as "firstTransferId",
      ${isNoRecovery} as "isNoRecovery",
      effective_on as "effectiveOn", counted_cents as "countedCents",
      array_agg(ledger_code::integer order by line) as codes,
      array_agg(account_id order by line) as "accountIds",
      array_agg(amount_cents order by line) as amounts
    from transfers join postings using (transfer_id)
    where transfer_id in (select transfer_id from postings where account_id = ${accountId})
      and reverses_transfer_id is null and (${after}::date is null or effective_on > ${after}::date) and ${notReversed}
    group by transfers.transfer_id
    having bool_or(account_id is null and amount_cents > 0)
    order by effective_on, "firstTransferId"`.execute(queryable);
  return rows.map(({ codes, accountIds, amounts, ...payment }) => ({
    ...payment,
    postings: codes.map((ledgerCode, index) => ({
      ledgerCode,
      accountId: accountIds[index] ?? null,
      amountCents: amounts[index] as Posting['amountCents'],
    })),
  }));
}

/** @param after null for all */
async function selectLiveCharges(queryable: Queryable, accountId: number, after: Day | null): Promise<LiveCharge[]> {
  const { rows } = await sql<LiveCharge>`
    select transfer_id as "transferId", effective_on as "effectiveOn",
      coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.loanPrincipal}), 0)::bigint as "principalCents",
      coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.lateCharges}), 0)::bigint as "lateChargesCents",
      coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.otherFees}), 0)::bigint as "otherFeesCents"
    from transfers join postings using (transfer_id)
    where account_id = ${accountId} and (${after}::date is null or effective_on > ${after}::date) and amount_cents > 0
      and ledger_code in (${ledger.loanPrincipal}, ${ledger.lateCharges}, ${ledger.otherFees})
      and reverses_transfer_id is null and description <> ${OPENING_BALANCE} and ${notReversed}
    group by transfers.transfer_id
    order by effective_on, transfer_id`.execute(queryable);
  return rows;
}

export interface AppliedAgainBy {
  /** How much less is left over since. */
  readonly appliedCents: Cents;
  readonly lastTransferId: number | null;
}

/**
 * Returns what was applied again because of a posting, see {@link paymentIdOfAppliedAgain}.
 * @param after the transfer of that posting; the others follow it
 */
export async function selectAppliedAgain(
  queryable: Queryable,
  accountId: number,
  { cause, after }: { readonly cause: string; readonly after: number },
): Promise<AppliedAgainBy | undefined> {
  const { rows } = await sql<AppliedAgainBy>`
    with entries as (
      select transfer_id, ledger_code, amount_cents, payment_id
      from postings join transfers using (transfer_id)
      where account_id = ${accountId} and transfer_id > ${after}
    ), again as (
      select transfer_id from entries where starts_with(payment_id, ${paymentIdOfAppliedAgain(cause, '')})
    )
    select (select max(transfer_id) from again) as "lastTransferId",
      coalesce(sum(amount_cents), 0)::bigint as "appliedCents"
    from entries
    where ledger_code = ${ledger.overpayments} and transfer_id <= (select max(transfer_id) from again)`.execute(
    queryable,
  );
  return rows[0];
}
