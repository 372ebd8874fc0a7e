import type { draftAgreementStatuses } from '#common/payments/draft-agreements.api.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { PaymentTables } from '#server/payments/payment-tables.ts';

/** Far above the number any customer has. */
const MAX_AGREEMENTS = 200;

type DraftAgreementStatus = (typeof draftAgreementStatuses)[number];

export interface PreparedAgreement {
  readonly tokenHash: Uint8Array;
  readonly userId: number;
  readonly accountNumber: string;
  /** The agreed terms, serialized in a fixed order. */
  readonly facts: string;
  readonly html: string;
}

export async function insertPreparedAgreement(
  queryable: Queryable,
  agreement: PreparedAgreement,
  { at, expiresAt }: { readonly at: Temporal.Instant; readonly expiresAt: Temporal.Instant },
): Promise<void> {
  await queryable
    .withTables<PaymentTables>()
    .insertInto('prepared_draft_agreements')
    .values({
      token_hash: agreement.tokenHash,
      user_id: agreement.userId,
      account_number: agreement.accountNumber,
      facts: agreement.facts,
      html: agreement.html,
      prepared_at: at.toString(),
      expires_at: expiresAt.toString(),
    })
    .execute();
  await queryable
    .withTables<PaymentTables>()
    .deleteFrom('prepared_draft_agreements')
    .where('expires_at', '<', at)
    .execute();
}

/** Marks the agreement as opened and returns its page, or undefined if it has expired. */
export async function openPreparedAgreement(
  queryable: Queryable,
  userId: number,
  tokenHash: Uint8Array,
  at: Temporal.Instant,
): Promise<string | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .updateTable('prepared_draft_agreements')
    .set({ previewed_at: at.toString() })
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', at)
    .returning('html')
    .executeTakeFirst();
  return row?.html;
}

/** Consumes this user's opened agreement if it has exactly these terms. */
export async function takePreparedAgreement(
  transaction: Transaction,
  wanted: Omit<PreparedAgreement, 'html'>,
  at: Temporal.Instant,
): Promise<string | undefined> {
  const row = await transaction
    .withTables<PaymentTables>()
    .deleteFrom('prepared_draft_agreements')
    .where('token_hash', '=', wanted.tokenHash)
    .where('user_id', '=', wanted.userId)
    .where('account_number', '=', wanted.accountNumber)
    .where('facts', '=', wanted.facts)
    .where('previewed_at', 'is not', null)
    .where('expires_at', '>', at)
    .returning('html')
    .executeTakeFirst();
  return row?.html;
}

export interface DraftAgreement {
  readonly agreementId: string;
  readonly userId: number;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly recurringId: string;
  readonly html: string;
  readonly textHash: Uint8Array;
  readonly at: Temporal.Instant;
  readonly ipAddress: string;
}

export async function insertDraftAgreement(transaction: Transaction, agreement: DraftAgreement): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .insertInto('draft_agreements')
    .values({
      agreement_id: agreement.agreementId,
      user_id: agreement.userId,
      customer_id: agreement.customerId,
      account_number: agreement.accountNumber,
      recurring_id: agreement.recurringId,
      html: agreement.html,
      text_hash: agreement.textHash,
      agreed_at: agreement.at.toString(),
      ip_address: agreement.ipAddress,
    })
    .execute();
}

export interface ListedAgreement {
  readonly agreementId: string;
  readonly accountNumber: string;
  readonly agreedAt: Temporal.Instant;
  readonly status: DraftAgreementStatus;
}

/** Newest first. A recurring payment's newest agreement is valid as long as it draws on a bank account. */
export async function listDraftAgreements(queryable: Queryable, customerId: string): Promise<ListedAgreement[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('draft_agreements as agreement')
    .innerJoin('recurring_payments', 'recurring_payments.recurring_id', 'agreement.recurring_id')
    .select(['agreement.agreement_id', 'agreement.account_number', 'agreement.agreed_at'])
    .select(['recurring_payments.state', 'recurring_payments.method_type'])
    .select(({ selectFrom, exists }) =>
      exists(
        selectFrom('draft_agreements as later')
          .select('later.agreement_id')
          .whereRef('later.recurring_id', '=', 'agreement.recurring_id')
          .where(({ eb, or, and, ref }) =>
            or([
              eb('later.agreed_at', '>', ref('agreement.agreed_at')),
              and([
                eb('later.agreed_at', '=', ref('agreement.agreed_at')),
                eb('later.agreement_id', '>', ref('agreement.agreement_id')),
              ]),
            ]),
          ),
      ).as('superseded'),
    )
    .where('agreement.customer_id', '=', customerId)
    .orderBy('agreement.agreed_at', 'desc')
    .orderBy('agreement.agreement_id', 'desc')
    .limit(MAX_AGREEMENTS)
    .execute();
  return rows.map((row) => ({
    agreementId: row.agreement_id,
    accountNumber: row.account_number,
    agreedAt: row.agreed_at,
    status: row.superseded ? 'Superseded' : row.state === 'active' && row.method_type === 'ACH' ? 'Current' : 'Ended',
  }));
}

/** Returns undefined for a foreign or missing agreement. */
export async function findDraftAgreement(
  queryable: Queryable,
  customerId: string,
  agreementId: string,
): Promise<string | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('draft_agreements')
    .select('html')
    .where('customer_id', '=', customerId)
    .where('agreement_id', '=', agreementId)
    .executeTakeFirst();
  return row?.html;
}
