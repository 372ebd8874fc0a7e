import type { VerificationRefusal } from '#common/profile/profile.api.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { customerSubject } from '#server/host-tasks/host-task.ts';
import { hasHostTask } from '#server/host-tasks/host-tasks.queries.ts';
import { sendVerificationLink } from '#server/identity/credentials/new-login-mail.ts';
import { findUserById } from '#server/identity/users/users.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import type { Services } from '#server/services.ts';

const PER_USER = { max: 5, withinSeconds: 3_600 };

/** Emails another verification link to the address on file; the one before stops working. */
export async function sendVerification(
  services: Services,
  { userId, customerId }: Session,
  { siteUrl, ipAddress }: { readonly siteUrl: string; readonly ipAddress: string },
): Promise<Result<undefined, VerificationRefusal>> {
  await limitRequests(services, `verification-links:${userId}`, PER_USER);
  const { emailAddress = '' } = (await services.host.findCustomer(customerId)) ?? {};
  return inTransaction(services.database, async (transaction) => {
    const user = await findUserById(transaction, userId);
    if (user?.emailIsVerified === true) return failure('AlreadyVerified');
    // A link to the former address must not verify the new one.
    if (await hasHostTask(transaction, customerSubject(customerId))) return failure('NotOnFileYet');
    if (emailAddress === '') return failure('NoAddress');
    await sendVerificationLink(services, transaction, { userId, customerId, emailAddress, siteUrl });
    await services.audit.record(transaction, { event: 'verification-link-sent', userId, details: { ipAddress } });
    return success(undefined);
  });
}
