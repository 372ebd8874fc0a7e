import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { createToken, hashToken } from '#server/platform/crypto/random-tokens.ts';

/** How long a device stays known without being used. */
const DEVICE_DAYS = 30;

/** A browser or phone that signed in before. */
export interface Device {
  readonly deviceId: number;
  /** Not asked for a security code. */
  readonly trusted: boolean;
}

/** The device of a cookie, if it is this person's and still counts. */
export async function findDevice(
  queryable: Queryable,
  userId: number,
  token: string,
  now: Temporal.Instant,
): Promise<Device | undefined> {
  const row = await queryable
    .selectFrom('devices')
    .select(['device_id', 'trusted'])
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { deviceId: row.device_id, trusted: row.trusted };
}

/** Whether the device of a session is trusted. */
export async function isTrustedDevice(queryable: Queryable, deviceId: number | null): Promise<boolean> {
  if (deviceId === null) return false;
  const row = await queryable
    .selectFrom('devices')
    .select('trusted')
    .where('device_id', '=', deviceId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.trusted === true;
}

/** The devices that still count as a person's. */
export async function listDevicesOfUser(
  queryable: Queryable,
  userId: number,
  now: Temporal.Instant,
): Promise<number[]> {
  const rows = await queryable
    .selectFrom('devices')
    .select('device_id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return rows.map((row) => row.device_id);
}

export interface DeviceUse {
  readonly userId: number;
  /** The device as it came, if it is known. */
  readonly known: Device | undefined;
  readonly trusted: boolean;
  readonly userAgent: string;
  readonly at: Temporal.Instant;
}

/**
 * Notes that a person came in from a device and gives it a new token, so that a
 * copied one is good for one use at most.
 * @returns the device and the token for its cookie.
 */
export async function recordDeviceUse(
  transaction: Transaction,
  { userId, known, trusted, userAgent, at }: DeviceUse,
): Promise<{ readonly deviceId: number; readonly token: string }> {
  const token = createToken();
  const values = {
    token_hash: hashToken(token),
    trusted,
    user_agent: userAgent.slice(0, 300),
    last_used_at: at.toString(),
    expires_at: at.add({ hours: 24 * DEVICE_DAYS }).toString(),
  };
  if (known) {
    await transaction.updateTable('devices').set(values).where('device_id', '=', known.deviceId).execute();
    return { deviceId: known.deviceId, token };
  }
  const row = await transaction
    .insertInto('devices')
    .values({ user_id: userId, created_at: at.toString(), ...values })
    .returning('device_id')
    .executeTakeFirstOrThrow();
  return { deviceId: row.device_id, token };
}

/** Every device of a person is asked for a code again; it stays known, so that nobody else locks its owner out. */
export async function distrustDevicesOfUser(transaction: Transaction, userId: number): Promise<void> {
  await transaction
    .updateTable('devices')
    .set({ trusted: false })
    .where('user_id', '=', userId)
    .where('trusted', '=', true)
    .execute();
}

/** No device of a person is trusted any more, nor signs in by itself; a new password or e-mail address asks for that. */
export async function endDevicesOfUser(transaction: Transaction, userId: number, now: Temporal.Instant): Promise<void> {
  for (const table of ['devices', 'app_tokens'] as const) {
    await transaction
      .updateTable(table)
      .set({ ended_at: now.toString() })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute();
  }
}
