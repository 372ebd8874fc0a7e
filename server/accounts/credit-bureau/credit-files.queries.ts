import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

export interface LeftOut {
  readonly accountNumber: string;
  readonly why: string;
}

export interface CreditFile {
  readonly fileId: number;
  /** The last day of the month that it reports. */
  readonly through: Day;
  readonly accounts: number;
  readonly leftOut: readonly LeftOut[];
  readonly contentSealed: Uint8Array;
  readonly contentHash: Uint8Array;
  readonly sha256: string;
  readonly madeBy: string;
  readonly madeAt: Temporal.Instant;
}

const columns = sql`
  file_id as "fileId", through_on as through, account_count as accounts, left_out as "leftOut",
  content_sealed as "contentSealed", content_hash as "contentHash", encode(content_hash, 'hex') as sha256,
  made_by as "madeBy", made_at as "madeAt"`;

/** Newest first; of a month that was made again, all of its files. */
export async function listCreditFiles(queryable: Queryable, limit: number): Promise<CreditFile[]> {
  const { rows } = await sql<CreditFile>`
    select ${columns} from credit_files order by through_on desc, file_id desc limit ${limit}`.execute(queryable);
  return rows;
}

export async function findCreditFile(queryable: Queryable, fileId: number): Promise<CreditFile | undefined> {
  const { rows } = await sql<CreditFile>`
    select ${columns} from credit_files where file_id = ${fileId}`.execute(queryable);
  return rows[0];
}

/** The file of a month that was made last. */
export async function findCreditFileOf(queryable: Queryable, through: Day): Promise<CreditFile | undefined> {
  const { rows } = await sql<CreditFile>`
    select ${columns} from credit_files where through_on = ${through} order by file_id desc limit 1`.execute(queryable);
  return rows[0];
}

export async function insertCreditFile(
  transaction: Transaction,
  file: Omit<CreditFile, 'fileId' | 'sha256'>,
): Promise<number> {
  const { rows } = await sql<{ fileId: number }>`
    insert into credit_files (through_on, account_count, left_out, content_sealed, content_hash, made_by, made_at)
    values (${file.through}, ${file.accounts}, ${JSON.stringify(file.leftOut)}::jsonb, ${file.contentSealed},
      ${file.contentHash}, ${file.madeBy}, ${file.madeAt.toString()})
    returning file_id as "fileId"`.execute(transaction);
  const [row] = rows;
  if (!row) throw new Error('The credit bureau file was not stored');
  return row.fileId;
}
