import { loginKeyOf } from '#common/identity/rules/login-key.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

/** A login, not one that only holds what was imported. The customer's other data is in the host. */
export interface PortalUser {
  readonly userId: number;
  readonly loginName: string;
  readonly passwordHash: string;
  readonly customerId: string;
  /** The right password is answered with a denial of access. */
  readonly restricted: boolean;
  readonly emailIsVerified: boolean;
  readonly mustChangePassword: boolean;
  /** Null until the user has chosen one. */
  readonly passwordQuestion: string | null;
  readonly passwordAnswerHash: string | null;
}

export function findUserByLogin(queryable: Queryable, loginName: string): Promise<PortalUser | undefined> {
  return findUser(queryable, 'login_key', loginKeyOf(loginName));
}

export function findUserById(queryable: Queryable, userId: number): Promise<PortalUser | undefined> {
  return findUser(queryable, 'user_id', userId);
}

/** Returns the oldest if a customer has several. */
export function findUserByCustomer(queryable: Queryable, customerId: string): Promise<PortalUser | undefined> {
  return findUser(queryable, 'customer_id', customerId);
}

async function findUser(
  queryable: Queryable,
  column: 'login_key' | 'user_id' | 'customer_id',
  value: string | number,
): Promise<PortalUser | undefined> {
  const row = await queryable
    .selectFrom('users')
    .select([
      'user_id',
      'login_name',
      'password_hash',
      'customer_id',
      'restricted',
      'email_verified_at',
      'must_change_password',
      'password_question',
      'password_answer_hash',
    ])
    .where(column, '=', value)
    .where('opened', '=', true)
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      userId: row.user_id,
      loginName: row.login_name,
      passwordHash: row.password_hash,
      customerId: row.customer_id,
      restricted: row.restricted,
      emailIsVerified: row.email_verified_at !== null,
      mustChangePassword: row.must_change_password,
      passwordQuestion: row.password_question,
      passwordAnswerHash: row.password_answer_hash,
    }
  );
}

export interface NewUser {
  readonly loginName: string;
  readonly passwordHash: string;
  readonly customerId: string;
  readonly restricted?: boolean;
  readonly emailIsVerified?: boolean;
  readonly mustChangePassword?: boolean;
  readonly question?: SecretQuestion;
}

export interface SecretQuestion {
  readonly question: string;
  readonly answerHash: string;
}

/** Returns the columns with which a user signs in from now on. */
export function signInColumns(user: NewUser, at: Temporal.Instant) {
  return {
    login_name: user.loginName,
    login_key: loginKeyOf(user.loginName),
    password_hash: user.passwordHash,
    restricted: user.restricted ?? false,
    created_at: at.toString(),
    email_verified_at: user.emailIsVerified === true ? at.toString() : null,
    password_question: user.question?.question ?? null,
    password_answer_hash: user.question?.answerHash ?? null,
  };
}

/** Returns the ids in order. */
export async function insertUsers(
  queryable: Queryable,
  users: readonly NewUser[],
  at: Temporal.Instant,
): Promise<number[]> {
  if (users.length === 0) return [];
  const rows = await queryable
    .insertInto('users')
    .values(
      users.map((user) => ({
        ...signInColumns(user, at),
        customer_id: user.customerId,
        must_change_password: user.mustChangePassword ?? false,
      })),
    )
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/**
 * Locks the password until the transaction ends, so a later change also ends sessions opened meanwhile.
 * Returns false if it has changed.
 */
export async function holdPassword(transaction: Transaction, user: PortalUser): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', user.userId)
    .where('password_hash', '=', user.passwordHash)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets a new password, remembers the previous one, and clears the required change. */
export async function replacePassword(
  transaction: Transaction,
  userId: number,
  passwordHash: string,
  at: Temporal.Instant,
): Promise<void> {
  const former = transaction
    .selectFrom('users')
    .select((columns) => ['user_id', 'password_hash', columns.val(at.toString()).$castTo<never>().as('replaced_at')])
    .where('user_id', '=', userId);
  await transaction
    .insertInto('former_passwords')
    .columns(['user_id', 'password_hash', 'replaced_at'])
    .expression(former)
    .execute();
  await transaction
    .updateTable('users')
    .set({ password_hash: passwordHash, must_change_password: false })
    .where('user_id', '=', userId)
    .execute();
}

export async function listUsedPasswords(queryable: Queryable, userId: number, limit: number): Promise<string[]> {
  const current = await queryable
    .selectFrom('users')
    .select('password_hash')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const former = await queryable
    .selectFrom('former_passwords')
    .select('password_hash')
    .where('user_id', '=', userId)
    .orderBy('former_password_id', 'desc')
    .limit(limit - 1)
    .execute();
  return [current, ...former].flatMap((row) => (row ? [row.password_hash] : []));
}

export async function setSecretQuestion(
  transaction: Transaction,
  userId: number,
  { question, answerHash }: SecretQuestion,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ password_question: question, password_answer_hash: answerHash })
    .where('user_id', '=', userId)
    .execute();
}

export async function markEmailVerified(transaction: Transaction, userId: number, at: Temporal.Instant): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ email_verified_at: at.toString() })
    .where('user_id', '=', userId)
    .execute();
}

/** Throws if the name was taken meanwhile. */
export async function renameUser(transaction: Transaction, userId: number, loginName: string): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ login_name: loginName, login_key: loginKeyOf(loginName) })
    .where('user_id', '=', userId)
    .execute();
}

export async function markEmailUnverified(transaction: Transaction, userId: number): Promise<void> {
  await transaction.updateTable('users').set({ email_verified_at: null }).where('user_id', '=', userId).execute();
}

/** A restricted user's right password is answered with a denial of access. */
export async function setRestricted(
  transaction: Transaction,
  userId: number,
  { restricted, holdCode = null }: { readonly restricted: boolean; readonly holdCode?: string | null },
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ restricted, restricted_by_code: restricted ? holdCode : null })
    .where('user_id', '=', userId)
    .execute();
}

/** Two users took the same name at the same moment, and the database rejected one. */
export function isNameCollision(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'users_login_key_key';
}
