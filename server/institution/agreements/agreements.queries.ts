import type { Day } from '#common/core/dates.ts';
import type { AgreedTerms } from '#common/identity/rules/needed-agreements.ts';
import type { Agreement, WhenToAgree } from '#common/institution/institution.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

/** A user's consent to terms with the wording of a day. */
export interface AgreementRecord {
  readonly name: string;
  readonly url: string;
  /** Set only for the terms of one account. */
  readonly accountNumber: string;
  readonly ipAddress: string;
  readonly agreedAt: Temporal.Instant;
  readonly dateOfTerms: Day;
  /** The agreement's number at the host. */
  readonly agreementType: number;
  readonly whenToAgree: WhenToAgree;
}

/** Above what any user records; older ones concern outdated terms. */
const MAX_RECORDS = 200;

/** Newest first. */
export async function listAgreementRecords(queryable: Queryable, userId: number): Promise<AgreementRecord[]> {
  const rows = await queryable
    .selectFrom('agreement_records')
    .select([
      'name',
      'url',
      'account_number',
      'ip_address',
      'agreed_at',
      'date_of_terms',
      'agreement_type',
      'when_to_agree',
    ])
    .where('user_id', '=', userId)
    .orderBy('record_id', 'desc')
    .limit(MAX_RECORDS)
    .execute();
  return rows.map((row) => ({
    name: row.name,
    url: row.url,
    accountNumber: row.account_number,
    ipAddress: row.ip_address,
    agreedAt: row.agreed_at,
    dateOfTerms: row.date_of_terms,
    agreementType: row.agreement_type,
    whenToAgree: row.when_to_agree as WhenToAgree,
  }));
}

/** The newest terms a user agreed to, as a column of another module's statement. */
export function agreedTermsAsJson(userId: number): RawBuilder<readonly AgreedTerms[]> {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('name', name, 'dateOfTerms', date_of_terms)), '[]')
    from (
      select name, date_of_terms from agreement_records where user_id = ${userId}
      order by record_id desc limit ${MAX_RECORDS}
    ) as newest)`;
}

export interface NewAgreementRecords {
  readonly userId: number;
  readonly customerId: string;
  readonly agreements: readonly Agreement[];
  /** The trigger that showed the terms. */
  readonly whenToAgree: WhenToAgree;
  readonly accountNumber?: string;
  readonly ipAddress: string;
  readonly at: Temporal.Instant;
}

/** Records consent with a hash of the words. Append-only. */
export async function insertAgreementRecords(transaction: Transaction, records: NewAgreementRecords): Promise<void> {
  if (records.agreements.length === 0) return;
  await transaction
    .insertInto('agreement_records')
    .values(
      records.agreements.map((agreement) => ({
        user_id: records.userId,
        customer_id: records.customerId,
        account_number: records.accountNumber ?? '',
        name: agreement.name,
        url: agreement.url,
        agreement_type: agreement.hostNumber,
        when_to_agree: records.whenToAgree,
        date_of_terms: agreement.effectiveOn,
        text_hash: hashTerms(agreement),
        agreed_at: records.at.toString(),
        ip_address: records.ipAddress,
      })),
    )
    .execute();
}

/** Proves later which words were accepted: any change of the terms changes the hash. */
function hashTerms({ name, url, effectiveOn, richText }: Agreement): Uint8Array {
  return hash('sha256', JSON.stringify([name, url, effectiveOn, richText]), 'buffer');
}
