import type { Database, Transaction } from '#server/platform/db/database.ts';
import { createToken, hashToken } from '#server/platform/crypto/random-tokens.ts';

/** Each use makes a new token, so that an old one is one that was not used. */
const UNUSED_DAYS = 90;

export interface AppDevice {
  readonly userId: number;
  /** Keyed hash of the app's own name for the device. */
  readonly deviceHash: Uint8Array;
}

/** Gives a device a new token; only its hash is kept, and the one before ends. */
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

/** @returns whether there was one. */
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

/** Uses a token up: of two who come with the same one, the second finds nothing. @returns whose it is. */
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

/** The device whose token this was, if it was used to sign in before. */
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

/** @returns whether a session was open that a token of the device began. */
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
