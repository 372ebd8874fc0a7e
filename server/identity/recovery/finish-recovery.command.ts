import { randomUUID } from 'node:crypto';
import type { RecoveryErrorCode } from '#common/identity/recovery.api.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { normalizeSecretAnswer } from '#common/identity/rules/secret-answer.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { inEvenTime } from '#server/platform/crypto/even-time.ts';
import { countTowardsLimit } from '#server/platform/http/request-limits.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { securityAddressOf } from '#server/identity/users/security-addresses.ts';
import { notify } from '#server/identity/users/notify.ts';
import { createLink, linkMinutes, consumeToken } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { verifyNothing, verifyPassword } from '#server/platform/crypto/passwords.ts';
import { findUserById, type PortalUser } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { findRecovery, type OpenRecovery } from './recovery-requests.ts';

const WRONG_ANSWERS = { max: 5, withinSeconds: 24 * 60 * 60 };

/** Longer than writing a message takes. */
const EVEN_MS = 250;

export interface RecoveryStep {
  /** From the browser's cookie; what the browser repeats in the body is ignored. */
  readonly token: string | undefined;
  readonly siteUrl: string;
  readonly ipAddress: string;
}

/** The second step with a secret question: only the right answer sends the link. */
export async function answerQuestion(
  services: Services,
  step: RecoveryStep,
  answer: string,
): Promise<Result<true, RecoveryErrorCode>> {
  if (recoversWithoutQuestion(services)) return failure('BadQuestion');
  const request = await findOpenRecovery(services, step);
  if (!request) return failure('RecoveryFailed');
  if (answer.trim() === '') return failure('Invalid');
  return inEvenTime(EVEN_MS, async () => {
    const identity = Buffer.from(request.identityHash).toString('base64url');
    const tries = await countTowardsLimit(services, `recovery-answers:${identity}`, WRONG_ANSWERS);
    if (tries > WRONG_ANSWERS.max) return failure('RecoveryMaxAttempts');
    const user = await findUserById(services.database, request.userId ?? 0);
    if (!(await isRightAnswer(user, answer))) {
      await recordWrongAnswer(services, user, step);
      return failure('Invalid');
    }
    return finish(services, step, request, user);
  });
}

/** The second step without a question: sends the link if a user was found, with the same answer either way. */
export async function sendWithoutQuestion(
  services: Services,
  step: RecoveryStep,
): Promise<Result<true, RecoveryErrorCode>> {
  if (!recoversWithoutQuestion(services)) return failure('RecoveryFailed');
  const request = await findOpenRecovery(services, step);
  if (!request) return failure('RecoveryFailed');
  return inEvenTime(EVEN_MS, async () =>
    finish(services, step, request, await findUserById(services.database, request.userId ?? 0)),
  );
}

function recoversWithoutQuestion({ institution }: Services): boolean {
  return institution.options['loginOptions.recoverWithoutQuestionOption'];
}

async function findOpenRecovery(
  { database, clock }: Services,
  { token }: RecoveryStep,
): Promise<OpenRecovery | undefined> {
  return token === undefined ? undefined : findRecovery(database, token, clock.now());
}

/** Takes the same time for an unknown user or one without a question. */
function isRightAnswer(user: PortalUser | undefined, answer: string): Promise<boolean> {
  const normalized = normalizeSecretAnswer(answer);
  const hash = user?.passwordAnswerHash;
  return hash ? verifyPassword(normalized, hash) : verifyNothing(normalized);
}

function recordWrongAnswer(
  services: Services,
  user: PortalUser | undefined,
  { ipAddress }: RecoveryStep,
): Promise<void> {
  const event = { event: 'recovery-refused', userId: user?.userId ?? null, details: { ipAddress } };
  return inTransaction(services.database, (transaction) => services.audit.record(transaction, event));
}

/** Uses up the recovery. The password stays until the link is used. */
async function finish(
  services: Services,
  { siteUrl, ipAddress }: RecoveryStep,
  { tokenId }: OpenRecovery,
  user: PortalUser | undefined,
): Promise<Result<true, RecoveryErrorCode>> {
  const customer = user && (await services.host.findCustomer(user.customerId));
  const emailAddress = customer ? await securityAddressOf(services, services.database, user.userId, customer) : '';
  return inTransaction(services.database, async (transaction) => {
    if (!(await consumeToken(transaction, tokenId, services.clock.now()))) return failure('RecoveryFailed');
    const event = { event: 'recovery-finished', userId: user?.userId ?? null, details: { ipAddress } };
    await services.audit.record(transaction, event);
    if (user) await sendPasswordLink(services, transaction, user, { emailAddress, siteUrl });
    return success(true);
  });
}

/** Emails a link to a new password. Earlier ones stop working. */
export async function sendPasswordLink(
  services: Services,
  transaction: Transaction,
  user: PortalUser,
  { emailAddress, siteUrl }: { readonly emailAddress: string; readonly siteUrl: string },
): Promise<void> {
  const at = services.clock.now();
  const occasion = randomUUID();
  const token = await createLink(transaction, 'resetPassword', user, at);
  const message = composeMail(services.institution, {
    occasion: `recovery-${occasion}`,
    recipient: emailAddress,
    userId: user.userId,
    subject: { key: 'recoveryMail.subject' },
    body: { key: 'recoveryMail.body', values: { username: user.loginName } },
    link: { label: 'recoveryMail.link', url: `${siteUrl}/#/home/forcePasswordChange/${token}` },
    usefulMinutes: linkMinutes.resetPassword,
  });
  if (message) await enqueueMessage(services, transaction, message, at);
  const { userId } = user;
  await notify(services, transaction, {
    text: { key: 'noticeText.passwordGenerated' },
    mail: null,
    userId,
    about: occasion,
  });
}
