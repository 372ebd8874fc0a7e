import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { createToken, hashToken } from '#server/platform/crypto/random-tokens.ts';

/** How long an unused device stays known. */
const DEVICE_DAYS = 30;

export interface Device {
  readonly deviceId: number;
  /** Skips the security code. */
  readonly trusted: boolean;
}

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

/** Devices that haven't expired. */
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
  readonly known: Device | undefined;
  readonly trusted: boolean;
  readonly userAgent: string;
  readonly at: Temporal.Instant;
}

/**
 * Records a sign-in from a device and replaces its token, so a copy works at most once.
 * @returns the device and the token for its cookie
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

/** Ends the trust in all of a user's devices. They stay known, so others can't lock the owner out there. */
export async function distrustDevicesOfUser(transaction: Transaction, userId: number): Promise<void> {
  await transaction
    .updateTable('devices')
    .set({ trusted: false })
    .where('user_id', '=', userId)
    .where('trusted', '=', true)
    .execute();
}

/**
 * Ends a user's devices, including automatic sign-in; for a new password or email address.
 * @param keptDeviceId the one device that stays as it is
 * @returns whether any was known
 */
export async function endDevicesOfUser(
  transaction: Transaction,
  userId: number,
  now: Temporal.Instant,
  keptDeviceId: number | null = null,
): Promise<boolean> {
  const ended = { ended_at: now.toString() };
  const devices = await transaction
    .updateTable('devices')
    .set(ended)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(keptDeviceId !== null, (query) => query.where('device_id', '<>', keptDeviceId))
    .executeTakeFirst();
  const appTokens = await transaction
    .updateTable('app_tokens')
    .set(ended)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return devices.numUpdatedRows + appTokens.numUpdatedRows > 0n;
}
