import { failure, type Result, success } from '#common/core/results.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { countTowardsLimit, forgetRequests } from '#server/platform/http/request-limits.ts';
import { verifyPassword } from '#server/platform/crypto/passwords.ts';
import { markConfirmed } from '#server/identity/sessions/session-proofs.queries.ts';
import { findUserById, type PortalUser } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { countPasswordTry } from './password-try-limits.ts';
import { assertConfirmed } from '#server/identity/confirmation/identity-confirmation.ts';

/** Stops someone at an unattended session from guessing. */
const WRONG_PASSWORDS = { max: 5, withinSeconds: 15 * 60 };
const WRONG_PASSWORDS_A_DAY = { max: 10, withinSeconds: 24 * 60 * 60 };

export type ConfirmationError = 'InvalidCurrentPassword' | 'MaxAttemptsReached';

/**
 * Asks for the password again before a security-sensitive change. Attempts are counted per user before the check; an
 * empty password isn't an attempt. The right one also confirms the session's other sensitive changes for a few minutes.
 * Under single sign-on, an emailed code replaces the password.
 * @throws Refusal 403 ConfirmationNeeded under single sign-on until the code is entered
 */
export async function confirmPassword(
  services: Services,
  session: Pick<Session, 'sessionId' | 'userId' | 'customerId'>,
  password: string,
): Promise<Result<PortalUser, ConfirmationError>> {
  const { userId } = session;
  if (services.institution.options['loginOptions.useSingleSignOnOption']) return confirmBySession(services, session);
  if (password === '') return failure('InvalidCurrentPassword');
  const subject = `password-confirmations:${userId}`;
  const daySubject = `password-confirmations-a-day:${userId}`;
  const tries = await countTowardsLimit(services, subject, WRONG_PASSWORDS);
  const triesToday = await countTowardsLimit(services, daySubject, WRONG_PASSWORDS_A_DAY);
  const isOver = tries > WRONG_PASSWORDS.max || triesToday > WRONG_PASSWORDS_A_DAY.max;
  const counted = isOver ? undefined : await countPasswordTry(services, { userId });
  const user = counted && (await findUserById(services.database, userId));
  if (counted && user && (await verifyPassword(password, user.passwordHash))) {
    await counted.giveBack();
    await forgetRequests(services, subject);
    await forgetRequests(services, daySubject);
    await markConfirmed(services.database, session.sessionId, services.clock.now());
    return success(user);
  }
  const code = user ? 'InvalidCurrentPassword' : 'MaxAttemptsReached';
  await inTransaction(services.database, (transaction) =>
    services.audit.record(transaction, { event: 'password-confirmation-refused', userId, details: { code } }),
  );
  return failure(code);
}

async function confirmBySession(
  services: Services,
  session: Pick<Session, 'sessionId' | 'userId' | 'customerId'>,
): Promise<Result<PortalUser, ConfirmationError>> {
  await assertConfirmed(services, session);
  const user = await findUserById(services.database, session.userId);
  return user ? success(user) : failure('InvalidCurrentPassword');
}
