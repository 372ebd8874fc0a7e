import { type RawBuilder, type Selectable, sql } from 'kysely';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import type { GuardReading } from '#server/host-tasks/host-tasks.queries.ts';
import type { AgreedTerms } from '#common/identity/rules/needed-agreements.ts';
import { agreedTermsAsJson } from '#server/institution/agreements/agreements.queries.ts';
import {
  findKindOfKey,
  findPaymentByKey,
  type Payment,
  toPayment,
  unsettledRow,
} from '#server/payments/payments.queries.ts';
import type { Database, Queryable } from '#server/platform/db/database.ts';
import type { Day } from '#common/core/dates.ts';
import type {
  DefaultMethod,
  PaymentType,
  RecurringOption,
  SavedBankAccount,
  SavedCard,
} from '#common/payments/rules/payment-types.ts';
import type { PaymentsTable, PaymentTables } from '#server/payments/payment-tables.ts';

/** The result of an earlier submission with the same key. */
export type KnownSubmission =
  | { readonly kind: 'payment'; readonly payment: Payment }
  | { readonly kind: 'recurring'; readonly recurring: KnownRecurring };

interface KnownRecurring {
  readonly referenceNumber: string;
  readonly requestFingerprint: Uint8Array;
}

export async function findSubmissionByKey(
  queryable: Queryable,
  userId: number,
  keyHash: Uint8Array,
): Promise<KnownSubmission | undefined> {
  // Most keys are new, so one query looks for it in both tables first.
  const kind = await findKindOfKey(queryable, userId, keyHash);
  if (kind === undefined) return undefined;
  const payment = kind === 'payment' ? await findPaymentByKey(queryable, userId, keyHash) : undefined;
  if (payment) return { kind: 'payment', payment };
  const recurring = await queryable
    .withTables<PaymentTables>()
    .selectFrom('recurring_payments')
    .select(['reference_number as referenceNumber', 'request_fingerprint as requestFingerprint'])
    .where('user_id', '=', userId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  return recurring && { kind: 'recurring', recurring };
}

/** Where a payment comes from: a saved method by its id, or a bank account typed in by the index of its numbers. */
export type AskedMethod = { readonly profileId: string } | { readonly accountIndex: Uint8Array } | undefined;

/** A payment method as it was read for a payment. */
export interface KnownMethod {
  readonly card?: SavedCard & { readonly token: string };
  /** The saved bank account; missing if it is blocked. */
  readonly bankAccount?: SavedBankAccount & {
    readonly ownerName: string;
    readonly routingNumberSealed: Uint8Array;
    readonly accountNumberSealed: Uint8Array;
  };
  /** Whether the bank account, saved or typed in, is blocked; undefined if that wasn't read. */
  readonly isBlocked?: boolean;
}

interface SubmissionStart {
  readonly isKnown: boolean;
  readonly guard: GuardReading;
  readonly method: KnownMethod;
  /** The terms the user agreed to; null unless a bank account was found or typed in. */
  readonly agreed: readonly AgreedTerms[] | null;
}

type StartRow = Omit<NonNullable<KnownMethod['bankAccount']>, 'type' | 'profileId'> & {
  readonly isKnown: boolean;
  readonly version: number | null;
  readonly hasTask: boolean;
  readonly blocked: boolean;
  /** Null unless the method is a saved bank account; then its columns are null too. */
  readonly profileId: string | null;
  readonly card: Omit<NonNullable<KnownMethod['card']>, 'type'> | null;
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
    select found.*, blocked.account_index is not null as blocked,
      saved.profile_id as "profileId", saved.account_type as "accountType", saved.last_four as "lastFour",
      saved.bank_name as "bankName", saved.owner_name as "ownerName",
      saved.routing_number_sealed as "routingNumberSealed", saved.account_number_sealed as "accountNumberSealed",
      (
        select jsonb_build_object(
          'profileId', profile_id, 'token', card_token, 'brand', brand, 'lastFour', last_four,
          'debitCredit', debit_credit, 'expiration', expiration
        ) from saved_cards where user_id = ${userId} and profile_id = ${profileId}
      ) as card,
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
  const { isKnown, version, hasTask, blocked, card, agreed, profileId: accountId, ...account } = row;
  return {
    isKnown,
    guard: { version: version ?? 0, hasTask },
    method: {
      isBlocked: blocked,
      ...(card ? { card: { type: 'Card', ...card } } : {}),
      ...(accountId === null || blocked ? {} : { bankAccount: { type: 'ACH', profileId: accountId, ...account } }),
    },
    agreed,
  };
}

/** A loan has a handful of scheduled payments; the list stops here. */
const MAX_SCHEDULED = 100;

/** The facts of a loan's recurring payment that rules for other payments use. */
interface ActiveRecurring {
  readonly recurringId: string;
  readonly option: RecurringOption;
  readonly runOn: Day;
  readonly methodType: PaymentType;
}

/** The portal's own data that limits what may be paid on a loan. */
export interface LoanPayments {
  /** In the order they are made. */
  readonly scheduled: readonly Payment[];
  readonly recurring: ActiveRecurring | undefined;
  readonly defaultMethod: DefaultMethod | undefined;
  readonly maintenance: boolean;
  /** An earlier payment has no outcome yet. */
  readonly unsettled: boolean;
  /** A card was charged, but the payment isn't applied. */
  readonly unapplied: boolean;
  /** A change of the loan waits to be sent to the host. */
  readonly hasTask: boolean;
  /** The types of planned payments that a hold code stops, as the customer was told. */
  readonly pausedMethods: readonly PaymentType[];
  /** The kind of payment the user made with the key; undefined if none. */
  readonly kindOfKey: 'payment' | 'recurring' | undefined;
  /** The user's declined card payments since the instant asked about. */
  readonly declinedCardCount: number;
}

type LoanPaymentsRow = Selectable<PaymentsTable> & {
  readonly payment_id: string | null;
  readonly recurringId: string | null;
  readonly recurringOption: RecurringOption;
  readonly recurringRunOn: Day;
  readonly recurringType: PaymentType;
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
  /** Of the key of a submission, to find out whether it has come before. */
  readonly keyHash?: Uint8Array;
  /** Since when the user's declined cards count; without it, none are counted. */
  readonly cardsDeclinedSince?: Temporal.Instant | undefined;
}

/** Reads all of it in one statement, because every submission and every view of a loan needs it. */
export async function readLoanPayments(
  queryable: Queryable,
  { userId, accountNumber, keyHash, cardsDeclinedSince }: AskedLoan,
): Promise<LoanPayments> {
  const declinedCards = cardsDeclinedSince ? countDeclinedCards(userId, cardsDeclinedSince) : sql`0`;
  const { rows } = await sql<LoanPaymentsRow>`
    select scheduled.*, found.*, r.recurring_id as "recurringId", r.recurring_option as "recurringOption",
      r.run_on as "recurringRunOn", r.method_type as "recurringType", d.card_profile_id, d.bank_profile_id,
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
    defaultMethod: defaultMethodOf(first),
    maintenance: first.maintenance ?? false,
    unsettled: first.unsettled,
    unapplied: first.unapplied,
    hasTask: first.hasTask,
    pausedMethods: first.pausedMethods ?? [],
    kindOfKey: first.kindOfKey ?? undefined,
    declinedCardCount: first.declinedCardCount,
  };
}

/** Returns undefined if both profiles are null. */
function defaultMethodOf(row: LoanPaymentsRow): DefaultMethod | undefined {
  if (row.card_profile_id !== null) {
    return { type: 'Card', profileId: row.card_profile_id, lastFour: row.card_last_four ?? '' };
  }
  if (row.bank_profile_id === null) return undefined;
  return { type: 'ACH', profileId: row.bank_profile_id, lastFour: row.bank_last_four ?? '' };
}

function countDeclinedCards(userId: number, since: Temporal.Instant): RawBuilder<number> {
  return sql`(
    select count(*) from payments
    where user_id = ${userId} and state = 'declined' and method_type = 'Card' and state_since > ${since.toString()}
  )`;
}

function recurringOf(row: LoanPaymentsRow): ActiveRecurring | undefined {
  const { recurringId, recurringOption: option, recurringRunOn: runOn, recurringType: methodType } = row;
  return recurringId === null ? undefined : { recurringId, option, runOn, methodType };
}
