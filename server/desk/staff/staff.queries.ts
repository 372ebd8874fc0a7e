import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { DeskRole } from '#common/desk/permissions.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { createToken, hashToken } from '#server/platform/crypto/random-tokens.ts';
import type { DeskTables } from '#server/desk/desk-tables.ts';

const INVITATION_HOURS = 72;

/** How long someone may come over to the identity provider. */
export const LINK_HOURS = 72;

export interface Staff {
  readonly staffId: number;
  readonly emailAddress: string;
  readonly name: string;
  readonly role: DeskRole;
  readonly providerSubject: string | null;
  readonly userHandle: Uint8Array;
  readonly endedAt: Temporal.Instant | null;
}

const columns = [
  'staff_id as staffId',
  'email_address as emailAddress',
  'name',
  'role',
  'provider_subject as providerSubject',
  'user_handle as userHandle',
  'ended_at as endedAt',
] as const;

function select(queryable: Queryable) {
  return queryable.withTables<DeskTables>().selectFrom('staff').select(columns);
}

export function findStaff(queryable: Queryable, staffId: number): Promise<Staff | undefined> {
  return select(queryable).where('staff_id', '=', staffId).executeTakeFirst();
}

export function findStaffByEmail(queryable: Queryable, emailAddress: string): Promise<Staff | undefined> {
  return select(queryable).where('email_address', '=', emailAddress.toLowerCase()).executeTakeFirst();
}

/** Locks the row: a sign-in must not undo what an administrator does at the same time. */
export function lockStaffBySubject(transaction: Transaction, subject: string): Promise<Staff | undefined> {
  return select(transaction).where('provider_subject', '=', subject).forUpdate().executeTakeFirst();
}

/** Lets someone with a passkey come over to the identity provider with the same address, once. */
export async function allowLink(transaction: Transaction, staffId: number, at: Temporal.Instant): Promise<void> {
  await transaction
    .withTables<DeskTables>()
    .updateTable('staff')
    .set({ may_link_until: at.add({ hours: LINK_HOURS }).toString() })
    .where('staff_id', '=', staffId)
    .execute();
}

/** Ties someone who may come over to a subject of the identity provider. @returns undefined if no one may */
export async function linkToProvider(
  transaction: Transaction,
  { emailAddress, subject }: { readonly emailAddress: string; readonly subject: string },
  at: Temporal.Instant,
): Promise<Staff | undefined> {
  return transaction
    .withTables<DeskTables>()
    .updateTable('staff')
    .set({ provider_subject: subject, may_link_until: null })
    .where('email_address', '=', emailAddress.toLowerCase())
    .where('provider_subject', 'is', null)
    .where('ended_at', 'is', null)
    .where('may_link_until', '>', at)
    .returning(columns)
    .executeTakeFirst();
}

/** Returns who changed someone's rights last; null for the identity provider or an operator. */
export async function findLastRightsGiver(queryable: Queryable, staffId: number): Promise<number | null> {
  const row = await queryable
    .withTables<DeskTables>()
    .selectFrom('staff_rights_changes')
    .select('changed_by')
    .where('staff_id', '=', staffId)
    .orderBy('change_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.changed_by ?? null;
}

export interface NewStaff {
  readonly emailAddress: string;
  readonly name: string;
  readonly role: DeskRole;
  readonly providerSubject?: string | null;
  /** Null: the identity provider, or an operator. */
  readonly addedBy: number | null;
}

export async function insertStaff(
  transaction: Transaction,
  { emailAddress, name, role, providerSubject = null, addedBy }: NewStaff,
  at: Temporal.Instant,
): Promise<number> {
  const { staff_id: staffId } = await transaction
    .withTables<DeskTables>()
    .insertInto('staff')
    .values({
      email_address: emailAddress.toLowerCase(),
      name,
      role,
      provider_subject: providerSubject,
      user_handle: randomBytes(32),
      created_at: at.toString(),
    })
    .returning('staff_id')
    .executeTakeFirstOrThrow();
  await recordRightsChange(transaction, { staffId, changedBy: addedBy, before: '', after: role, at });
  return staffId;
}

export interface RightsChange {
  readonly staffId: number;
  readonly changedBy: number | null;
  readonly before: DeskRole | '';
  readonly after: DeskRole | '';
  readonly at: Temporal.Instant;
}

async function recordRightsChange(transaction: Transaction, change: RightsChange): Promise<void> {
  await transaction
    .withTables<DeskTables>()
    .insertInto('staff_rights_changes')
    .values({
      staff_id: change.staffId,
      changed_by: change.changedBy,
      changed_at: change.at.toString(),
      role_before: change.before,
      role_after: change.after,
    })
    .execute();
}

/** Sets the role, and gives access back or ends it for an empty one. */
export async function changeRights(transaction: Transaction, change: RightsChange): Promise<void> {
  await transaction
    .withTables<DeskTables>()
    .updateTable('staff')
    .set(change.after === '' ? { ended_at: change.at.toString() } : { role: change.after, ended_at: null })
    .where('staff_id', '=', change.staffId)
    .execute();
  await recordRightsChange(transaction, change);
}

/**
 * Returns whether two people have had their rights from one person since an instant: one from the other, or both from a
 * third, directly or through others.
 */
export async function haveRightsFromOnePerson(
  queryable: Queryable,
  one: number,
  other: number,
  since: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`
    with recursive givers (of_staff, giver) as (
      values (${one}::bigint, ${one}::bigint), (${other}::bigint, ${other}::bigint)
      union
      select g.of_staff, c.changed_by
      from givers g
      join staff_rights_changes c on c.staff_id = g.giver
      where c.changed_by is not null and c.changed_at >= ${since.toString()}::timestamptz
    )
    select giver from givers group by giver having count(*) > 1 limit 1`.execute(queryable);
  return rows.length > 0;
}

export async function endInvitations(transaction: Transaction, staffId: number, at: Temporal.Instant): Promise<void> {
  await transaction
    .withTables<DeskTables>()
    .updateTable('staff_invitations')
    .set({ used_at: at.toString() })
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute();
}

/** Makes an invitation; earlier ones of the person stop working. @returns the token for the link */
export async function createInvitation(
  transaction: Transaction,
  staffId: number,
  at: Temporal.Instant,
): Promise<string> {
  await endInvitations(transaction, staffId, at);
  const token = createToken();
  await transaction
    .withTables<DeskTables>()
    .insertInto('staff_invitations')
    .values({
      token_hash: hashToken(token),
      staff_id: staffId,
      expires_at: at.add({ hours: INVITATION_HOURS }).toString(),
    })
    .execute();
  return token;
}

export async function findInvited(
  queryable: Queryable,
  token: string,
  now: Temporal.Instant,
): Promise<Staff | undefined> {
  return queryable
    .withTables<DeskTables>()
    .selectFrom('staff_invitations as i')
    .innerJoin('staff as s', 's.staff_id', 'i.staff_id')
    .select([
      's.staff_id as staffId',
      's.email_address as emailAddress',
      's.name',
      's.role',
      's.provider_subject as providerSubject',
      's.user_handle as userHandle',
      's.ended_at as endedAt',
    ])
    .where('i.token_hash', '=', hashToken(token))
    .where('i.used_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('s.ended_at', 'is', null)
    .executeTakeFirst();
}

/** @returns false if another request was first */
export async function spendInvitation(transaction: Transaction, token: string, at: Temporal.Instant): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .withTables<DeskTables>()
    .updateTable('staff_invitations')
    .set({ used_at: at.toString() })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Everyone who has or had access, by name, with their last activity. */
export async function listStaff(queryable: Queryable) {
  return queryable
    .withTables<DeskTables>()
    .selectFrom('staff as s')
    .select(({ selectFrom, exists }) => [
      's.staff_id as staffId',
      's.name',
      's.email_address as emailAddress',
      's.role',
      's.provider_subject as providerSubject',
      's.ended_at as endedAt',
      exists(selectFrom('staff_passkeys as p').select('p.staff_id').whereRef('p.staff_id', '=', 's.staff_id')).as(
        'hasPasskey',
      ),
      selectFrom('desk_sessions as d')
        .select((sessions) => sessions.fn.max('d.last_seen_at').as('at'))
        .whereRef('d.staff_id', '=', 's.staff_id')
        .as('lastSeenAt'),
    ])
    .orderBy('s.name')
    .limit(500)
    .execute();
}
