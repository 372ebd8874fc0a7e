import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { BankAccountType } from '#common/payments/rules/payment-types.ts';
import type { CreditState, PayoutPurpose } from '#common/payments/rules/payout.ts';
import type { CreditEntryClass } from '#server/payments-network/nacha/bank-file.ts';
import { paymentIdOfReceived } from '#common/payments/rules/received-payment.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import type { PaymentTables } from '#server/payments/payment-tables.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

/** A bank account that a customer saved and no bank refused. */
export interface CustomerBankAccount {
  readonly profileId: string;
  readonly ownerName: string;
  readonly bankName: string;
  readonly accountType: BankAccountType;
  readonly lastFour: string;
  readonly routingNumberSealed: Uint8Array;
  readonly accountNumberSealed: Uint8Array;
}

/** Oldest first, each account once, also if several logins of the customer saved it. */
export async function listCustomerBankAccounts(
  queryable: Queryable,
  customerId: string,
  limit: number,
): Promise<CustomerBankAccount[]> {
  const { rows } = await sql<CustomerBankAccount>`
    select * from (
      select distinct on (saved.account_index) profile_id as "profileId", owner_name as "ownerName",
        bank_name as "bankName", account_type as "accountType", last_four as "lastFour",
        routing_number_sealed as "routingNumberSealed", account_number_sealed as "accountNumberSealed",
        saved.created_at as "createdAt"
      from saved_bank_accounts as saved join users using (user_id)
      where users.customer_id = ${customerId} and not exists (
        select from blocked_bank_accounts as blocked where blocked.account_index = saved.account_index)
      order by saved.account_index, saved.created_at
    ) as accounts
    order by "createdAt" limit ${limit}`.execute(queryable);
  return rows;
}

interface NewPayoutCredit {
  readonly payoutId: string;
  readonly sec: CreditEntryClass;
  readonly fileOn: Day;
  readonly ownerName: string;
  readonly accountType: BankAccountType;
  readonly lastFour: string;
  readonly routingNumberSealed: Uint8Array;
  readonly accountNumberSealed: Uint8Array;
  readonly at: Temporal.Instant;
}

export async function insertPayoutCredit(transaction: Transaction, credit: NewPayoutCredit): Promise<void> {
  await sql`
    insert into payout_credits (payout_id, sec, file_on, owner_name, account_type, last_four, routing_number_sealed,
      account_number_sealed, created_at)
    values (${credit.payoutId}, ${credit.sec}, ${credit.fileOn}, ${credit.ownerName}, ${credit.accountType},
      ${credit.lastFour}, ${credit.routingNumberSealed}, ${credit.accountNumberSealed}, ${credit.at.toString()})
  `.execute(transaction);
}

export interface PayoutCredit {
  readonly payoutId: string;
  readonly state: CreditState;
  readonly heldReason: string | null;
  readonly lastFour: string;
  /** The business day of its bank file, or of the one it waits for. */
  readonly fileOn: Day;
  readonly returnCode: string | null;
}

export async function listCreditsOf(queryable: Queryable, payoutIds: readonly string[]): Promise<PayoutCredit[]> {
  const { rows } = await sql<PayoutCredit>`
    select payout_id as "payoutId", c.state, held_reason as "heldReason", last_four as "lastFour",
      coalesce(f.business_on, c.file_on) as "fileOn", return_code as "returnCode"
    from payout_credits c left join ach_files f using (file_id)
    where payout_id = any(${[...payoutIds]}::uuid[])`.execute(queryable);
  return rows;
}

/** Returns the numbers of the account that a payout goes to; undefined for a check or wire. */
export async function findCreditNumbers(queryable: Queryable, payoutId: string) {
  return queryable
    .withTables<PaymentTables>()
    .selectFrom('payout_credits')
    .select(['routing_number_sealed as routingNumberSealed', 'account_number_sealed as accountNumberSealed'])
    .where('payout_id', '=', payoutId)
    .executeTakeFirst();
}

/** Takes a credit out of the next bank file. Returns false if it left with one. */
export async function cancelCredit(transaction: Transaction, payoutId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .withTables<PaymentTables>()
    .updateTable('payout_credits')
    .set({ state: 'cancelled', held_reason: null, held_for: null })
    .where('payout_id', '=', payoutId)
    .where('state', '<>', 'filed')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface UnsentCredit {
  readonly payoutId: string;
  readonly purpose: PayoutPurpose;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly amountCents: Cents;
  /** The code of its doubt, if it is held; null if it is to leave. */
  readonly heldFor: string | null;
  readonly routingNumberSealed: Uint8Array;
  readonly accountNumberSealed: Uint8Array;
}

/** Credits that are to leave with a bank file, and those that are held for a doubt, which may end. */
export async function listUnsentCredits(queryable: Queryable): Promise<UnsentCredit[]> {
  const { rows } = await sql<UnsentCredit>`
    select payout_id as "payoutId", purpose, customer_id as "customerId", account_number as "accountNumber",
      amount_cents as "amountCents", held_for as "heldFor", routing_number_sealed as "routingNumberSealed",
      account_number_sealed as "accountNumberSealed"
    from payout_credits join payouts using (payout_id)
    where state in ('waiting', 'collected') or (state = 'held' and held_for is not null)
    order by payout_id`.execute(queryable);
  return rows;
}

/**
 * Returns whether a change still has to reach the books, set aside or not: of the loan itself, or of a payment that is
 * or was on it, such as a return.
 */
export async function isChangeWaiting(queryable: Queryable, accountNumber: string): Promise<boolean> {
  const { rows } = await sql`
    select from host_tasks
      left join lateral (select substr(subject, 9) as payment_id where subject like 'payment:%') as named on true
    where subject = ${accountSubject(accountNumber)}
      or exists (
        select from payments where account_number = ${accountNumber} and payment_id =
          case when named.payment_id ~ '^[0-9a-f-]{36}$' then named.payment_id::uuid end)
      or exists (
        select from payment_moves as moves
        where moves.payment_id = named.payment_id and to_account_number = ${accountNumber})
      or exists (
        select from received_payments where account_number = ${accountNumber}
          and ${paymentIdOfReceived('')} || coalesce(moved_from, received_id)::text = named.payment_id)
    limit 1`.execute(queryable);
  return rows.length === 1;
}

/** Lets a credit that was held wait for its bank file again. */
export async function releaseCredit(transaction: Transaction, payoutId: string): Promise<void> {
  await sql`
    update payout_credits set state = 'waiting', held_reason = null, held_for = null
    where payout_id = ${payoutId} and state = 'held'`.execute(transaction);
}

/** Credits whose payout may not be on the books yet. */
export async function listWaitingCredits(
  queryable: Queryable,
): Promise<{ readonly payoutId: string; readonly amountCents: Cents }[]> {
  const { rows } = await sql<{ payoutId: string; amountCents: Cents }>`
    select payout_id as "payoutId", amount_cents as "amountCents"
    from payout_credits join payouts using (payout_id)
    where state = 'waiting' order by payout_id`.execute(queryable);
  return rows;
}

export async function collectCredits(transaction: Transaction, payoutIds: readonly string[]): Promise<void> {
  await sql`
    update payout_credits set state = 'collected'
    where payout_id = any(${[...payoutIds]}::uuid[]) and state = 'waiting'`.execute(transaction);
}

export interface CollectedCredit {
  readonly payoutId: string;
  readonly purpose: PayoutPurpose;
  readonly reference: string;
  readonly sec: CreditEntryClass;
  readonly amountCents: Cents;
  readonly ownerName: string;
  readonly accountType: BankAccountType;
  readonly routingNumberSealed: Uint8Array;
  readonly accountNumberSealed: Uint8Array;
}

/** Locks the credits for the file of this day, late ones included, oldest first. */
export async function lockCollectedCredits(transaction: Transaction, through: Day): Promise<CollectedCredit[]> {
  const { rows } = await sql<CollectedCredit>`
    select payout_id as "payoutId", reference, purpose, sec, amount_cents as "amountCents", owner_name as "ownerName",
      account_type as "accountType", routing_number_sealed as "routingNumberSealed",
      account_number_sealed as "accountNumberSealed"
    from payout_credits c join payouts using (payout_id)
    where state = 'collected' and file_on <= ${through}
    order by c.created_at, payout_id
    for update of c`.execute(transaction);
  return rows;
}

/**
 * Returns false if the credit has left or was stopped. Replaces the reason of a credit that is on hold already.
 * @param doubt its code, if it may end; the reason is for staff only
 */
export async function holdCredit(
  transaction: Transaction,
  payoutId: string,
  { reason, doubt }: { readonly reason: string; readonly doubt: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .withTables<PaymentTables>()
    .updateTable('payout_credits')
    .set({ state: 'held', held_reason: reason, held_for: doubt })
    .where('payout_id', '=', payoutId)
    .where(({ eb, or }) => or([eb('state', 'in', ['waiting', 'collected']), eb('held_for', 'is not', null)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function fileCredits(
  transaction: Transaction,
  fileId: number,
  credits: readonly { readonly payoutId: string; readonly traceNumber: string }[],
): Promise<void> {
  await sql`
    update payout_credits set state = 'filed', file_id = ${fileId}, trace_number = given.trace_number
    from unnest(${credits.map(({ payoutId }) => payoutId)}::uuid[],
      ${credits.map(({ traceNumber }) => traceNumber)}::text[]) as given (payout_id, trace_number)
    where payout_credits.payout_id = given.payout_id`.execute(transaction);
}

export interface FiledCredit {
  readonly payoutId: string;
  readonly sec: CreditEntryClass;
  readonly trace: string;
  readonly reference: string;
  readonly name: string;
  readonly amountCents: Cents;
  readonly returned: boolean;
}

/** The credits of a bank file, in its order, without account numbers. */
export async function listFiledCredits(queryable: Queryable, businessOn: Day): Promise<FiledCredit[]> {
  const { rows } = await sql<FiledCredit>`
    with filed as (
      select file_id, payout_id, trace_number from payout_credits where file_id is not null
      union all
      select file_id, payout_id, trace_number from refused_bank_entries where payout_id is not null
    )
    select payout_id as "payoutId", sec, filed.trace_number as trace, reference, owner_name as name,
      p.amount_cents as "amountCents", returned_at is not null as returned
    from filed join payout_credits c using (payout_id) join payouts p using (payout_id)
      join ach_files f on f.file_id = filed.file_id
    where f.business_on = ${businessOn} order by trace`.execute(queryable);
  return rows;
}

/** References of credits that no file could take, with the reason. */
export async function listHeldCredits(
  queryable: Queryable,
): Promise<{ readonly reference: string; readonly why: string }[]> {
  const { rows } = await sql<{ reference: string; why: string }>`
    select reference, held_reason as why from payout_credits join payouts using (payout_id)
    where state = 'held' order by reference`.execute(queryable);
  return rows;
}

interface SealedCredit extends Pick<CollectedCredit, 'payoutId' | 'routingNumberSealed' | 'accountNumberSealed'> {
  readonly customerId: string;
}

/** Locks the credits that no file has yet, to accounts with these last four digits, in the order of the bank file. */
export async function lockUnsentCredits(transaction: Transaction, lastFour: string): Promise<SealedCredit[]> {
  const { rows } = await sql<SealedCredit>`
    select payout_id as "payoutId", customer_id as "customerId", routing_number_sealed as "routingNumberSealed",
      account_number_sealed as "accountNumberSealed"
    from payout_credits c join payouts using (payout_id)
    where state in ('waiting', 'collected', 'held') and last_four = ${lastFour}
    order by c.created_at, payout_id for update of c`.execute(transaction);
  return rows;
}

export async function updateCreditAccount(
  transaction: Transaction,
  payoutId: string,
  account: Pick<NewPayoutCredit, 'accountType' | 'lastFour' | 'routingNumberSealed' | 'accountNumberSealed'>,
): Promise<void> {
  await sql`
    update payout_credits set account_type = ${account.accountType}, last_four = ${account.lastFour},
      routing_number_sealed = ${account.routingNumberSealed}, account_number_sealed = ${account.accountNumberSealed}
    where payout_id = ${payoutId}`.execute(transaction);
}

export interface SentCredit {
  readonly payoutId: string;
  readonly customerId: string;
  readonly reference: string;
  readonly purpose: PayoutPurpose;
  readonly amountCents: Cents;
  readonly lastFour: string;
  readonly accountType: BankAccountType;
  readonly returned: boolean;
  readonly routingNumberSealed: Uint8Array;
  readonly accountNumberSealed: Uint8Array;
}

/**
 * Returns the newest credit with a trace number, as numbers are reused.
 * @param amountCents of a return; prefers a credit with this amount over a newer one
 */
export async function findCreditByTrace(
  queryable: Queryable,
  traceNumber: string,
  amountCents?: Cents,
): Promise<SentCredit | undefined> {
  const { rows } = await sql<SentCredit>`
    select payout_id as "payoutId", customer_id as "customerId", reference, purpose, amount_cents as "amountCents",
      last_four as "lastFour", account_type as "accountType", returned_at is not null as returned,
      routing_number_sealed as "routingNumberSealed", account_number_sealed as "accountNumberSealed"
    from payout_credits join payouts using (payout_id)
    where trace_number = ${traceNumber} order by file_id desc`.execute(queryable);
  return rows.find((credit) => credit.amountCents === amountCents) ?? rows[0];
}

/** Returns false if the bank sent it back before. */
export async function markCreditReturned(
  transaction: Transaction,
  payoutId: string,
  { code, at }: { readonly code: string; readonly at: Temporal.Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .withTables<PaymentTables>()
    .updateTable('payout_credits')
    .set({ return_code: code, returned_at: at.toString() })
    .where('payout_id', '=', payoutId)
    .where('returned_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
