import { failure, type Result, success } from '#common/core/results.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { countTowardsLimit, forgetRequests } from '#server/platform/http/request-limits.ts';
import { verifyPassword } from '#server/platform/passwords.ts';
import { findUserById, type PortalUser } from '#server/platform/users/users.queries.ts';
import type { Services } from '#server/services.ts';

/** Whoever comes upon an open session must not go on guessing. */
const WRONG_PASSWORDS = { most: 5, withinSeconds: 15 * 60 };
const WRONG_PASSWORDS_A_DAY = { most: 10, withinSeconds: 24 * 60 * 60 };

export type ConfirmationError = 'InvalidCurrentPassword' | 'MaxAttemptsReached';

/**
 * Asks for the password once more before a change to how somebody signs in. Tries
 * are counted by person, before the password is looked at; none at all is no try.
 * Under single sign-on nobody has a password here: there the session is proof enough.
 */
export async function confirmPassword(
  services: Services,
  { userId }: Pick<Session, 'userId'>,
  password: string,
): Promise<Result<PortalUser, ConfirmationError>> {
  if (services.institution.options['loginOptions.useSingleSignOnOption']) return confirmBySession(services, userId);
  if (password === '') return failure('InvalidCurrentPassword');
  const subject = `password-confirmations:${userId}`;
  const daySubject = `password-confirmations-a-day:${userId}`;
  const tries = await countTowardsLimit(services, subject, WRONG_PASSWORDS);
  const triesToday = await countTowardsLimit(services, daySubject, WRONG_PASSWORDS_A_DAY);
  const isOver = tries > WRONG_PASSWORDS.most || triesToday > WRONG_PASSWORDS_A_DAY.most;
  const user = isOver ? undefined : await findUserById(services.database, userId);
  if (user && (await verifyPassword(password, user.passwordHash))) {
    await forgetRequests(services, subject);
    await forgetRequests(services, daySubject);
    return success(user);
  }
  const code = user ? 'InvalidCurrentPassword' : 'MaxAttemptsReached';
  await inTransaction(services.database, (transaction) =>
    services.audit.record(transaction, { event: 'password-confirmation-refused', userId, details: { code } }),
  );
  return failure(code);
}

async function confirmBySession(
  { database }: Services,
  userId: number,
): Promise<Result<PortalUser, ConfirmationError>> {
  const user = await findUserById(database, userId);
  return user ? success(user) : failure('InvalidCurrentPassword');
}
