import {
  defaultNotifications,
  type NotificationPreferences,
  settledNotifications,
} from '#common/profile/rules/notifications.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

export interface KeptPreferences {
  readonly preferences: NotificationPreferences;
  /** Increases with each save; zero before the first. */
  readonly sequenceNumber: number;
  /** With the link in a message (A 2.12). */
  readonly optedOutOfEmail: boolean;
}

const neverChosen: KeptPreferences = {
  preferences: defaultNotifications,
  sequenceNumber: 0,
  optedOutOfEmail: false,
};

/** Returns the defaults until the user has saved a choice. */
export async function findPreferences(queryable: Queryable, userId: number): Promise<KeptPreferences> {
  return (await listPreferences(queryable, [userId])).get(userId) ?? neverChosen;
}

interface PreferencesJson {
  readonly settings: NotificationPreferences | null;
  readonly sequenceNumber: number | null;
  readonly optedOut: boolean;
}

/** The preferences as a column of another module's statement, for `preferencesFromJson`. */
export function preferencesAsJson(userId: RawBuilder<unknown>): RawBuilder<PreferencesJson> {
  return sql`(
    select jsonb_build_object('settings', chosen.settings, 'sequenceNumber', chosen.sequence_number,
      'optedOut', out.customer_id is not null)
    from users
    left join notification_preferences as chosen on chosen.user_id = users.user_id
    left join email_opt_outs as out on out.customer_id = users.customer_id
    where users.user_id = ${userId})`;
}

export function preferencesFromJson(json: PreferencesJson | null): KeptPreferences {
  return {
    preferences: json?.settings ? settledNotifications(json.settings) : neverChosen.preferences,
    sequenceNumber: json?.sequenceNumber ?? neverChosen.sequenceNumber,
    optedOutOfEmail: json?.optedOut ?? neverChosen.optedOutOfEmail,
  };
}

/** Returns an entry for every existing user. */
export async function listPreferences(
  queryable: Queryable,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, KeptPreferences>> {
  if (userIds.length === 0) return new Map();
  const rows = await queryable
    .selectFrom('users')
    .leftJoin('notification_preferences as chosen', 'chosen.user_id', 'users.user_id')
    .leftJoin('email_opt_outs as out', 'out.customer_id', 'users.customer_id')
    .select(['users.user_id', 'chosen.settings', 'chosen.sequence_number', 'out.opted_out_at'])
    .where('users.user_id', 'in', userIds)
    .execute();
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        preferences: row.settings ? settledNotifications(row.settings) : neverChosen.preferences,
        sequenceNumber: row.sequence_number ?? neverChosen.sequenceNumber,
        optedOutOfEmail: row.opted_out_at instanceof Temporal.Instant,
      },
    ]),
  );
}

/** Returns false, changing nothing, if another save happened after `sequenceNumber` was read. */
export async function savePreferences(
  transaction: Transaction,
  save: {
    readonly userId: number;
    readonly sequenceNumber: number;
    readonly preferences: NotificationPreferences;
    readonly at: Temporal.Instant;
  },
): Promise<boolean> {
  const columns = {
    sequence_number: save.sequenceNumber + 1,
    settings: JSON.stringify(save.preferences),
    changed_at: save.at.toString(),
  };
  if (save.sequenceNumber === 0) {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('notification_preferences')
      .values({ user_id: save.userId, ...columns })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await transaction
    .updateTable('notification_preferences')
    .set(columns)
    .where('user_id', '=', save.userId)
    .where('sequence_number', '=', save.sequenceNumber)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
