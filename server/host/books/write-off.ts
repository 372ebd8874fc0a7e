import { sql } from 'kysely';
import { addCents, type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { ledger, type LedgerCode } from './ledger-codes.ts';
import { selectNewestOf, writeLoanTransfer } from './loan-transfers.queries.ts';
import { feesOf, type LoanState } from './loan-state.ts';
import { debit, type NewTransfer, postings } from './transfer.ts';
import { CHARGED_OFF } from './write-off-lines.ts';

/** Shown in the history. */
const ADJUSTED = 'Charge-off adjusted';

/** A loan's movements on the ledger accounts for charge-offs; debits are positive. */
interface WriteOff {
  readonly contraCents: Cents;
  readonly recoveriesCents: Cents;
  readonly lossesCents: Cents;
}

/**
 * Brings the contra account of a loan in line with what it owes, and its recoveries with the payments since the
 * charge-off, after an entry that mirrors one of before it or of before its reversal: what comes back is a further loss;
 * without a charge-off nothing of one is left.
 */
export async function adjustWriteOff(
  transaction: Transaction,
  loan: LoanState,
  entry: Pick<NewTransfer, 'effectiveOn' | 'postedAt'>,
): Promise<void> {
  const { contraCents, recoveriesCents, lossesCents } = await selectWriteOff(transaction, loan.accountId);
  const isChargedOff = loan.chargedOffOn !== null;
  const wanted = isChargedOff ? subtractCents(ZERO, loan.principalCents, feesOf(loan)) : ZERO;
  const contra = subtractCents(wanted, contraCents);
  const recovered = isChargedOff ? await selectRecoveries(transaction, loan.accountId) : ZERO;
  const recoveries = subtractCents(recovered, recoveriesCents);
  const losses = isChargedOff ? subtractCents(ZERO, contra, recoveries) : subtractCents(ZERO, lossesCents);
  const lines = postings(
    debit(ledger.loanLosses, loan.accountId, losses),
    debit(ledger.recoveries, loan.accountId, recoveries),
    debit(ledger.chargedOffLoans, loan.accountId, contra),
  );
  if (lines.length === 0) return;
  const transfer = { ...entry, description: ADJUSTED, paymentId: null, reversesTransferId: null, countedCents: ZERO };
  await writeLoanTransfer(transaction, loan, { ...transfer, postings: lines });
}

async function selectWriteOff(queryable: Queryable, accountId: number): Promise<WriteOff> {
  const { rows } = await sql<{ code: LedgerCode; sum: Cents }>`
    select ledger_code as code, sum(amount_cents)::bigint as sum from postings
    where account_id = ${accountId}
      and ledger_code in (${ledger.chargedOffLoans}, ${ledger.recoveries}, ${ledger.loanLosses})
    group by ledger_code`.execute(queryable);
  const sumOf = (code: LedgerCode) => addCents(...rows.filter((row) => row.code === code).map(({ sum }) => sum));
  return {
    contraCents: sumOf(ledger.chargedOffLoans),
    recoveriesCents: sumOf(ledger.recoveries),
    lossesCents: sumOf(ledger.loanLosses),
  };
}

/** Returns what payments since the charge-off recovered that were not reversed; credits are negative. */
async function selectRecoveries(transaction: Transaction, accountId: number): Promise<Cents> {
  const chargedOffAs = await selectNewestOf(transaction, accountId, CHARGED_OFF);
  const { rows } = await sql<{ sum: Cents }>`
    select coalesce(sum(amount_cents), 0)::bigint as sum from postings join transfers using (transfer_id)
    where account_id = ${accountId} and ledger_code = ${ledger.recoveries} and transfer_id > ${chargedOffAs}::bigint
      and description <> ${ADJUSTED} and reverses_transfer_id is null
      and not exists (
        select from transfers as reversal where reversal.reverses_transfer_id = transfers.transfer_id)`.execute(
    transaction,
  );
  return addCents(...rows.map(({ sum }) => sum));
}

/** Returns the principal and charges that were paid since a charge-off, also before it was on the books. */
export async function selectRecovered(queryable: Queryable, accountId: number): Promise<Cents> {
  const { rows } = await sql<{ before: Cents | null }>`
    select recovered_cents as before from loan_openings where account_id = ${accountId}`.execute(queryable);
  return subtractCents(rows[0]?.before ?? ZERO, (await selectWriteOff(queryable, accountId)).recoveriesCents);
}
