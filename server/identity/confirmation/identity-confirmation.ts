import { randomUUID } from 'node:crypto';
import { failure, type Result, success } from '#common/core/results.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { findTrouble } from '#server/messages/outbox-state.queries.ts';
import { securityAddressOf } from '#server/identity/users/security-addresses.ts';
import {
  checkSecurityCode,
  type CodeError,
  type CodeSent,
  createSecurityCode,
} from '#server/identity/one-time/security-codes.ts';
import { markConfirmed, wasConfirmedSince, wasOpenedSince } from '#server/identity/sessions/session-proofs.queries.ts';
import type { Services } from '#server/services.ts';

/** Long enough for one task, such as adding a bank account and paying from it. */
const CONFIRMED_MINUTES = 10;

/** `signInAgain`: no other proof is possible; only a sign-in within these minutes counts. */
export type ConfirmationWay = 'password' | 'mailedCode' | 'signInAgain';

type ConfirmedSession = Pick<Session, 'sessionId' | 'userId' | 'customerId'>;

/** Under single sign-on there is no password, so a code goes to the address on file. */
export async function confirmationWayOf(services: Services, session: ConfirmedSession): Promise<ConfirmationWay> {
  if (!services.institution.options['loginOptions.useSingleSignOnOption']) return 'password';
  return (await addressOf(services, session)) === '' ? 'signInAgain' : 'mailedCode';
}

/**
 * Call this before any security-sensitive change.
 * @throws Refusal 403 ConfirmationNeeded unless the session proved its user within ten minutes
 */
export async function assertConfirmed(
  services: Services,
  session: ConfirmedSession & Partial<Pick<Session, 'confirmedAt'>>,
): Promise<void> {
  const since = services.clock.now().subtract({ minutes: CONFIRMED_MINUTES });
  if (session.confirmedAt && Temporal.Instant.compare(session.confirmedAt, since) >= 0) return;
  // The call itself may have proved it meanwhile, with a password.
  if (await wasConfirmedSince(services.database, session.sessionId, since)) return;
  if (
    (await confirmationWayOf(services, session)) === 'signInAgain' &&
    (await wasOpenedSince(services.database, session.sessionId, since))
  ) {
    return;
  }
  throw new Refusal(403, 'ConfirmationNeeded');
}

export async function sendConfirmationCode(
  services: Services,
  session: ConfirmedSession,
): Promise<Result<CodeSent, 'MaxAttemptsReached'>> {
  if ((await confirmationWayOf(services, session)) !== 'mailedCode') throw new Refusal(403, 'NotNow');
  const recipient = await addressOf(services, session);
  const code = await createSecurityCode(services, subjectOf(session));
  if (code === undefined) return failure('MaxAttemptsReached');
  const mail = composeMail(services.institution, {
    occasion: `confirmation-code-${randomUUID()}`,
    recipient,
    subject: { key: 'securityMail.codeSubject' },
    body: { key: 'securityMail.codeBody' },
    code,
  });
  return inTransaction(services.database, async (transaction) => {
    const trouble = await findTrouble(transaction, { recipient, kind: 'securityMail.codeBody' });
    if (mail) await enqueueMessage(services, transaction, mail, services.clock.now());
    return success({ trouble });
  });
}

/** For the emailed code; `confirmPassword` is for the password. */
export async function confirmByCode(
  services: Services,
  session: ConfirmedSession,
  code: string,
): Promise<Result<true, CodeError>> {
  if ((await confirmationWayOf(services, session)) !== 'mailedCode') throw new Refusal(403, 'NotNow');
  const checked = await checkSecurityCode(services, subjectOf(session), code.trim());
  if (checked.ok) await markConfirmed(services.database, session.sessionId, services.clock.now());
  return checked;
}

async function addressOf(services: Services, { userId, customerId }: ConfirmedSession): Promise<string> {
  const customer = await services.host.findCustomer(customerId);
  return customer ? securityAddressOf(services, services.database, userId, customer) : '';
}

function subjectOf({ sessionId }: ConfirmedSession): string {
  return `confirmation:${sessionId}`;
}
