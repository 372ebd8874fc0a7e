import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import { type FieldKeys, firstKeys } from './field-cipher.ts';
import { WRONG_FIELD_KEY } from './field-key.ts';
import type { KeyWrapper } from './key-wrapper.ts';

/** Processes read the keys every few seconds; after this time each of them knows a new one. */
const ACTIVE_AFTER_SECONDS = 30;

const INDEX_KEY_ID = -1;

export interface KeyRow {
  readonly keyId: number;
  readonly isActive: boolean;
  readonly ageDays: number;
  readonly retiredAt: Temporal.Instant | null;
}

/** Stores the first keys of a database, unless it has some. */
export async function storeFirstKeys(database: Database, fieldKey: Uint8Array, wrapper: KeyWrapper): Promise<void> {
  const { seal, index } = firstKeys(fieldKey);
  for (const [keyId, kind, key] of [
    [0, 'seal', seal.get(0)],
    [INDEX_KEY_ID, 'index', index],
  ] as const) {
    if (!key) continue;
    const wrapped = await wrapper.wrap(key, identityOf(keyId));
    await database
      .insertInto('field_keys')
      .values({ key_id: keyId, kind, key_wrapped: wrapped })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Also returns false for a database from before there was a table of keys. */
export async function hasFieldKeys(database: Database): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('field_keys') is not null as known`.execute(
    database,
  );
  if (!rows[0]?.known) return false;
  const row = await database.selectFrom('field_keys').select('key_id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** @throws PlainError if the keys were wrapped with another field key */
export async function readFieldKeys(database: Database, wrapper: KeyWrapper): Promise<FieldKeys> {
  const { rows } = await sql<{ id: number; kind: 'seal' | 'index'; wrapped: Uint8Array; isActive: boolean }>`
    select key_id as id, kind, key_wrapped as wrapped, active_from <= now() as "isActive"
    from field_keys order by key_id`.execute(database);
  const seal = new Map<number, Uint8Array>();
  let [current, index]: [number, Uint8Array | undefined] = [0, undefined];
  for (const { id, kind, wrapped, isActive } of rows) {
    const key = await wrapper.unwrap(wrapped, identityOf(id)).catch((error: unknown) => {
      throw new PlainError(WRONG_FIELD_KEY, { cause: error });
    });
    if (kind === 'index') index = key;
    else seal.set(id, key);
    if (kind === 'seal' && isActive) current = id;
  }
  if (!index) throw new PlainError(WRONG_FIELD_KEY);
  return { seal, current, index };
}

/** Adds a key that seals new values soon. Returns its id. */
export async function addFieldKey(transaction: Transaction, wrapper: KeyWrapper): Promise<number> {
  await sql`lock table field_keys in share row exclusive mode`.execute(transaction);
  const { rows } = await sql<{ id: number }>`select max(key_id) + 1 as id from field_keys`.execute(transaction);
  const keyId = rows[0]?.id ?? 1;
  const wrapped = await wrapper.wrap(randomBytes(32), identityOf(keyId));
  await sql`
    insert into field_keys (key_id, kind, key_wrapped, active_from)
    values (${keyId}, 'seal', ${wrapped}, now() + make_interval(secs => ${ACTIVE_AFTER_SECONDS}))`.execute(transaction);
  return keyId;
}

/** Wraps all keys with another field key. The values they sealed stay as they are. */
export async function rewrapFieldKeys(
  transaction: Transaction,
  before: KeyWrapper,
  after: KeyWrapper,
): Promise<number> {
  const rows = await transaction.selectFrom('field_keys').select(['key_id', 'key_wrapped']).forUpdate().execute();
  for (const { key_id: keyId, key_wrapped: wrapped } of rows) {
    const key = await before.unwrap(wrapped, identityOf(keyId));
    const key_wrapped = await after.wrap(key, identityOf(keyId));
    await transaction.updateTable('field_keys').set({ key_wrapped }).where('key_id', '=', keyId).execute();
  }
  return rows.length;
}

export async function listSealKeys(database: Database): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select key_id as "keyId", active_from <= now() as "isActive", retired_at as "retiredAt",
      floor(extract(epoch from now() - active_from) / 86400)::int as "ageDays"
    from field_keys where kind = 'seal' order by key_id`.execute(database);
  return rows;
}

/** Returns how many keys nothing is sealed with anymore. */
export async function retireKeysBefore(database: Database, current: number): Promise<number> {
  const retired = await sql`
    update field_keys set retired_at = now()
    where kind = 'seal' and key_id < ${current} and retired_at is null`.execute(database);
  return Number(retired.numAffectedRows ?? 0);
}

function identityOf(keyId: number): string {
  return `field-key:${keyId}`;
}
