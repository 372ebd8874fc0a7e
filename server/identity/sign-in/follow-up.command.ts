import { randomUUID } from 'node:crypto';
import type { FollowUpStep } from '#common/identity/sign-in.api.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { notify } from '#server/identity/users/notify.ts';
import { completeStep, renewPasswordEntry } from '#server/identity/sessions/sessions.queries.ts';
import type { Services } from '#server/services.ts';
import { findUserById } from '#server/identity/users/users.queries.ts';
import { giveTriesBack, recordLogin, triesOfLoginName } from './sign-in.queries.ts';

/**
 * Steps run once and in order (A 2.6).
 * @throws Refusal 403 if another step is next or none is left
 */
export function requireStep(session: Session, step: FollowUpStep): void {
  if (session.pendingSteps[0] !== step) throw new Refusal(403, 'NotNow');
}

export interface FinishedStep {
  readonly session: Pick<Session, 'sessionId' | 'userId'>;
  readonly step: FollowUpStep;
  readonly ipAddress: string;
}

/**
 * Completes the current step; after the last one the user is signed in.
 * @returns the steps left
 * @throws Refusal 403 if another request completed it first
 */
export async function finishStep(
  services: Services,
  transaction: Transaction,
  { session, step, ipAddress }: FinishedStep,
): Promise<readonly FollowUpStep[]> {
  const left = await completeStep(transaction, session.sessionId, step);
  if (!left) throw new Refusal(403, 'NotNow');
  if (left.length === 0) {
    await renewPasswordEntry(transaction, session.sessionId, services.clock.now());
    await recordSignIn(services, transaction, session.userId, ipAddress);
  }
  return left;
}

export async function recordSignIn(
  services: Services,
  transaction: Transaction,
  userId: number,
  ipAddress: string,
): Promise<void> {
  const at = services.clock.now();
  const user = await findUserById(transaction, userId);
  // The owner is in, so others' wrong passwords no longer lock the username.
  if (user) await giveTriesBack(transaction, triesOfLoginName(services.cipher, user.loginName));
  await recordLogin(transaction, userId, { at, ipAddress });
  await notify(services, transaction, {
    text: { key: 'noticeText.userLogsOn' },
    mail: { key: 'noticeMail.logsOnBody', values: { ipAddress } },
    userId,
    about: randomUUID(),
  });
  await services.audit.record(transaction, { event: 'sign-in', userId, details: { ipAddress } });
}
