import type { Database, Transaction } from '#server/platform/db/database.ts';
import { createToken, hashToken } from '#server/platform/crypto/random-tokens.ts';

/** Each use makes a new token, so an old one is unused. */
const UNUSED_DAYS = 90;

export interface AppDevice {
  readonly userId: number;
  /** Keyed hash of the app's name for the device. */
  readonly deviceHash: Uint8Array;
}

/** Replaces a device's token; only the hash is stored. */
export async function replaceAppToken(
  transaction: Transaction,
  device: AppDevice,
  at: Temporal.Instant,
): Promise<string> {
  await endAppToken(transaction, device, at);
  const token = createToken();
  await transaction
    .insertInto('app_tokens')
    .values({
      user_id: device.userId,
      device_hash: device.deviceHash,
      token_hash: hashToken(token),
      created_at: at.toString(),
    })
    .execute();
  return token;
}

export async function endAppToken(
  transaction: Transaction,
  { userId, deviceHash }: AppDevice,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('app_tokens')
    .set({ ended_at: at.toString() })
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Redeems a token; of two concurrent uses, only one succeeds.
 * @returns its user and device
 */
export async function takeAppToken(
  database: Database,
  token: string,
  deviceHash: Uint8Array,
  at: Temporal.Instant,
): Promise<number | undefined> {
  const row = await database
    .updateTable('app_tokens')
    .set({ last_used_at: at.toString(), ended_at: at.toString() })
    .where('token_hash', '=', hashToken(token))
    .where('device_hash', '=', deviceHash)
    .where('ended_at', 'is', null)
    .where('created_at', '>', at.subtract({ hours: 24 * UNUSED_DAYS }))
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

export async function findSpentAppToken(transaction: Transaction, token: string): Promise<AppDevice | undefined> {
  const row = await transaction
    .selectFrom('app_tokens')
    .select(['user_id', 'device_hash'])
    .where('token_hash', '=', hashToken(token))
    .where('last_used_at', 'is not', null)
    .where('ended_at', 'is not', null)
    .executeTakeFirst();
  return row && { userId: row.user_id, deviceHash: row.device_hash };
}

export async function endSessionsOfApp(
  transaction: Transaction,
  { userId, deviceHash }: AppDevice,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('sessions')
    .set({ ended_at: at.toString() })
    .where('user_id', '=', userId)
    .where('app_device_hash', '=', deviceHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
