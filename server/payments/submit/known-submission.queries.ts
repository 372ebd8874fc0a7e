import { sql } from 'kysely';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import type { GuardReading } from '#server/host-tasks/host-tasks.queries.ts';
import type { SavedBankAccountRow } from '#server/payments/methods/payment-methods.queries.ts';
import { findKindOfKey, findPaymentByKey, type Payment } from '#server/payments/payments.queries.ts';
import { findRecurringByKey, type Recurring } from '#server/payments/schedules/recurring-payments.queries.ts';
import type { Database, Queryable } from '#server/platform/db/database.ts';

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

export interface SubmissionStart {
  readonly isKnown: boolean;
  readonly guard: GuardReading;
  /** The user's saved bank account, unless the bank blocked it. */
  readonly bankAccount: SavedBankAccountRow | undefined;
}

type StartRow = SavedBankAccountRow & {
  readonly isKnown: boolean;
  readonly version: number | null;
  readonly hasTask: boolean;
  readonly blocked: boolean;
  readonly profile_id: string | null;
};

/** Reads, in one statement, what a submission needs before the host is asked. */
export async function readSubmissionStart(
  database: Database,
  {
    userId,
    keyHash,
    accountNumber,
    profileId,
  }: {
    readonly userId: number;
    readonly keyHash: Uint8Array;
    readonly accountNumber: string;
    readonly profileId: string | null;
  },
): Promise<SubmissionStart> {
  const subject = accountSubject(accountNumber);
  const { rows } = await sql<StartRow>`
    select found.*, saved.*, blocked.account_index is not null as blocked
    from (
      select exists (select from payments where user_id = ${userId} and key_hash = ${keyHash})
          or exists (select from recurring_payments where user_id = ${userId} and key_hash = ${keyHash}) as "isKnown",
        (select version from change_guards where subject = ${subject}) as version,
        exists (select from host_tasks where subject = ${subject} and set_aside_at is null) as "hasTask"
    ) as found
    left join saved_bank_accounts as saved on saved.user_id = ${userId} and saved.profile_id = ${profileId}
    left join blocked_bank_accounts as blocked on blocked.account_index = saved.account_index`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('The start of a submission was not read');
  return {
    isKnown: row.isKnown,
    guard: { version: row.version ?? 0, hasTask: row.hasTask },
    bankAccount: row.profile_id === null || row.blocked ? undefined : row,
  };
}
