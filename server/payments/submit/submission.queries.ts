import { type RawBuilder, type Selectable, sql } from 'kysely';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import type { GuardReading } from '#server/host-tasks/host-tasks.queries.ts';
import type { AgreedTerms } from '#common/identity/rules/needed-agreements.ts';
import { agreedTermsAsJson } from '#server/institution/agreements/agreements.queries.ts';
import {
  cardAsJson,
  type KnownMethod,
  type SavedBankAccountRow,
  toDefaultMethod,
  type UsableCard,
} from '#server/payments/methods/payment-methods.queries.ts';
import {
  findKindOfKey,
  findPaymentByKey,
  type Payment,
  toPayment,
  unsettledRow,
} from '#server/payments/payments.queries.ts';
import {
  findRecurringByKey,
  type Recurring,
  type RecurringRow,
  toRecurring,
} from '#server/payments/schedules/recurring-payments.queries.ts';
import type { Database, Queryable } from '#server/platform/db/database.ts';
import type { DefaultMethod, PaymentType } from '#common/payments/rules/payment-types.ts';
import type { PaymentsTable } from '#server/payments/payment-tables.ts';

/** The result of an earlier submission with the same key. */
export type KnownSubmission =
  | { readonly kind: 'payment'; readonly payment: Payment }
  | { readonly kind: 'recurring'; readonly recurring: Recurring };

export async function findSubmissionByKey(
  queryable: Queryable,
  userId: number,
  keyHash: Uint8Array,
): Promise<KnownSubmission | undefined> {
  // Almost always a new key, so one look in both tables comes first.
  const kind = await findKindOfKey(queryable, userId, keyHash);
  if (kind === undefined) return undefined;
  const payment = kind === 'payment' ? await findPaymentByKey(queryable, userId, keyHash) : undefined;
  if (payment) return { kind: 'payment', payment };
  const recurring = await findRecurringByKey(queryable, userId, keyHash);
  return recurring && { kind: 'recurring', recurring };
}

/** Where a payment comes from: a saved method by its id, or a bank account typed in by the index of its numbers. */
export type AskedMethod = { readonly profileId: string } | { readonly accountIndex: Uint8Array } | undefined;

interface SubmissionStart {
  readonly isKnown: boolean;
  readonly guard: GuardReading;
  readonly method: KnownMethod;
  /** The terms the user agreed to; null for a card. */
  readonly agreed: readonly AgreedTerms[] | null;
}

type StartRow = SavedBankAccountRow & {
  readonly isKnown: boolean;
  readonly version: number | null;
  readonly hasTask: boolean;
  readonly blocked: boolean;
  readonly profile_id: string | null;
  readonly card: UsableCard | null;
  readonly agreed: readonly AgreedTerms[] | null;
};

interface AskedSubmission {
  readonly userId: number;
  readonly keyHash: Uint8Array;
  readonly accountNumber: string;
  readonly method: AskedMethod;
}

/** Reads, in one statement, what a submission needs before the host is asked. */
export async function readSubmissionStart(
  database: Database,
  { userId, keyHash, accountNumber, method }: AskedSubmission,
): Promise<SubmissionStart> {
  const subject = accountSubject(accountNumber);
  const profileId = method && 'profileId' in method ? method.profileId : null;
  const typedIndex = method && 'accountIndex' in method ? method.accountIndex : null;
  const { rows } = await sql<StartRow>`
    select found.*, saved.*, blocked.account_index is not null as blocked,
      ${cardAsJson(userId, profileId)} as card,
      case when saved.profile_id is not null or ${typedIndex}::bytea is not null then ${agreedTermsAsJson(userId)} end
        as agreed
    from (
      select exists (select from payments where user_id = ${userId} and key_hash = ${keyHash})
          or exists (select from recurring_payments where user_id = ${userId} and key_hash = ${keyHash}) as "isKnown",
        (select version from change_guards where subject = ${subject}) as version,
        exists (select from host_tasks where subject = ${subject} and set_aside_at is null) as "hasTask"
    ) as found
    left join saved_bank_accounts as saved on saved.user_id = ${userId} and saved.profile_id = ${profileId}
    left join blocked_bank_accounts as blocked
      on blocked.account_index = coalesce(saved.account_index, ${typedIndex}::bytea)`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('The start of a submission was not read');
  return {
    isKnown: row.isKnown,
    guard: { version: row.version ?? 0, hasTask: row.hasTask },
    method: {
      card: row.card ?? undefined,
      bankAccount: row.profile_id === null || row.blocked ? undefined : row,
      isBlocked: row.blocked,
    },
    agreed: row.agreed,
  };
}

/** A loan has a handful of scheduled payments; the list stops here. */
const MAX_SCHEDULED = 100;

/** Everything of the portal's own that decides what may be paid on a loan. */
export interface LoanPayments {
  /** In the order they are made. */
  readonly scheduled: readonly Payment[];
  readonly recurring: Recurring | undefined;
  readonly defaultMethod: DefaultMethod | undefined;
  readonly maintenance: boolean;
  /** An earlier payment has no outcome yet. */
  readonly unsettled: boolean;
  /** A card was charged, but the payment isn't applied. */
  readonly unapplied: boolean;
  /** A change of the loan waits for the host. */
  readonly hasTask: boolean;
  /** The types of planned payments that a hold code stops, as the customer was told. */
  readonly pausedMethods: readonly PaymentType[];
  /** What the user made with the key; undefined if nothing. */
  readonly kindOfKey: 'payment' | 'recurring' | undefined;
  /** The user's declined card payments since the instant asked about. */
  readonly declinedCardCount: number;
}

const recurringColumns = [
  'recurring_id',
  'reference_number',
  'user_id',
  'customer_id',
  'account_number',
  'state',
  'recurring_option',
  'days_before_due',
  'first_on',
  'next_on',
  'run_on',
  'pays_total_due',
  'amount_cents',
  'additional_principal_cents',
  'first_party_fee_cents',
  'third_party_fee_cents',
  'announced_for',
  'announced_cents',
  'request_fingerprint',
  'state_since',
  'method_type',
  'last_four',
  'card_brand',
  'debit_credit',
  'card_token',
  'card_expiration',
  'bank_name',
  'bank_account_type',
] as const satisfies readonly (keyof RecurringRow)[];

const prefix = 'recurring.';

const recurringSelection = sql.join(
  recurringColumns.map((column) => sql`${sql.ref(`r.${column}`)} as ${sql.id(prefix + column)}`),
);

type LoanPaymentsRow = Selectable<PaymentsTable> & {
  readonly payment_id: string | null;
  readonly card_profile_id: string | null;
  readonly bank_profile_id: string | null;
  readonly card_last_four: string | null;
  readonly bank_last_four: string | null;
  readonly maintenance: boolean | null;
  readonly unsettled: boolean;
  readonly unapplied: boolean;
  readonly hasTask: boolean;
  readonly pausedMethods: PaymentType[] | null;
  readonly kindOfKey: 'payment' | 'recurring' | null;
  readonly declinedCardCount: number;
};

interface AskedLoan {
  readonly userId: number;
  readonly accountNumber: string;
  /** Of a submission that may have come before. */
  readonly keyHash?: Uint8Array;
  /** Since when the user's declined cards count; without it, none does. */
  readonly cardsDeclinedSince?: Temporal.Instant | undefined;
}

/** Reads it in one statement, because every submission and every look at a loan asks. */
export async function readLoanPayments(
  queryable: Queryable,
  { userId, accountNumber, keyHash, cardsDeclinedSince }: AskedLoan,
): Promise<LoanPayments> {
  const declinedCards = cardsDeclinedSince ? countDeclinedCards(userId, cardsDeclinedSince) : sql`0`;
  const { rows } = await sql<LoanPaymentsRow>`
    select scheduled.*, ${recurringSelection}, found.*, d.card_profile_id, d.bank_profile_id,
      c.last_four as card_last_four, b.last_four as bank_last_four
    from (
      select (select maintenance or quarantined_since is not null from operating_state limit 1) as maintenance,
        exists (
          select from payments where account_number = ${accountNumber} and ${unsettledRow}
        ) as unsettled,
        exists (select from payments where account_number = ${accountNumber} and state = 'unapplied') as unapplied,
        exists (
          select from host_tasks where subject = ${accountSubject(accountNumber)} and set_aside_at is null
        ) as "hasTask",
        (
          select methods from payment_pauses where account_number = ${accountNumber} and ended_at is null
        ) as "pausedMethods",
        coalesce(
          (select 'payment' from payments where user_id = ${userId} and key_hash = ${keyHash ?? null}),
          (select 'recurring' from recurring_payments where user_id = ${userId} and key_hash = ${keyHash ?? null})
        ) as "kindOfKey",
        ${declinedCards} as "declinedCardCount"
    ) as found
    left join lateral (
      select * from payments where account_number = ${accountNumber} and state = 'scheduled'
      order by pay_on, payment_id limit ${MAX_SCHEDULED}
    ) as scheduled on true
    left join recurring_payments as r on r.account_number = ${accountNumber} and r.state = 'active'
    left join default_payment_methods as d on d.user_id = ${userId} and d.account_number = ${accountNumber}
    left join saved_cards as c on c.profile_id = d.card_profile_id
    left join saved_bank_accounts as b on b.profile_id = d.bank_profile_id
    order by scheduled.pay_on, scheduled.payment_id`.execute(queryable);
  const [first] = rows;
  if (!first) throw new Error('The payments of a loan were not read');
  return {
    scheduled: rows.filter(({ payment_id: paymentId }) => paymentId !== null).map(toPayment),
    recurring: recurringOf(first),
    defaultMethod: toDefaultMethod(first),
    maintenance: first.maintenance ?? false,
    unsettled: first.unsettled,
    unapplied: first.unapplied,
    hasTask: first.hasTask,
    pausedMethods: first.pausedMethods ?? [],
    kindOfKey: first.kindOfKey ?? undefined,
    declinedCardCount: first.declinedCardCount,
  };
}

function countDeclinedCards(userId: number, since: Temporal.Instant): RawBuilder<number> {
  return sql`(
    select count(*) from payments
    where user_id = ${userId} and state = 'declined' and method_type = 'Card' and state_since > ${since.toString()}
  )`;
}

function recurringOf(row: object): Recurring | undefined {
  const values = new Map(Object.entries(row));
  const columns = Object.fromEntries(recurringColumns.map((column) => [column, values.get(prefix + column)]));
  return columns['recurring_id'] === null ? undefined : toRecurring(columns as RecurringRow);
}
