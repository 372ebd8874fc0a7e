import { type Result, success } from '#common/core/results.ts';
import { type ConfirmationError, confirmPassword } from '#server/identity/credentials/confirm-password.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { endSessionsOfUser } from './sessions.queries.ts';
import type { Services } from '#server/services.ts';
import {
  endDevice,
  endOwnSession,
  endSessionsOfApp,
  endSessionsOfDevice,
  type KnownDevice,
} from './open-sessions.queries.ts';

type Outcome = Promise<Result<true, ConfirmationError>>;

/** Signs the user out elsewhere. An ended session and a foreign one look the same. */
export function endSession(services: Services, session: Session, password: string, sessionId: number): Outcome {
  return afterConfirmation(services, session, password, async (transaction, at) => {
    if (!(await endOwnSession(transaction, session.userId, sessionId, at))) return undefined;
    return { event: 'session-ended', details: { sessionId } };
  });
}

export function endOtherSessions(services: Services, session: Session, password: string): Outcome {
  return afterConfirmation(services, session, password, async (transaction, at) => {
    await endSessionsOfUser(transaction, session.userId, session.sessionId, at);
    return { event: 'other-sessions-ended', details: {} };
  });
}

/** Ends trust in a device and its sessions, except the current one. */
export function forgetDevice(
  services: Services,
  session: Session,
  password: string,
  device: Pick<KnownDevice, 'deviceId' | 'kind'>,
): Outcome {
  const { userId, sessionId } = session;
  return afterConfirmation(services, session, password, async (transaction, at) => {
    if (!(await endDevice(transaction, userId, device, at))) return undefined;
    const end = device.kind === 'Browser' ? endSessionsOfDevice : endSessionsOfApp;
    await end(transaction, userId, device.deviceId, sessionId, at);
    return { event: 'device-forgotten', details: { ...device } };
  });
}

type AuditedWork = (
  transaction: Transaction,
  at: Temporal.Instant,
) => Promise<{ readonly event: string; readonly details: Record<string, string | number> } | undefined>;

async function afterConfirmation(services: Services, session: Session, password: string, work: AuditedWork): Outcome {
  const confirmed = await confirmPassword(services, session, password);
  if (!confirmed.ok) return confirmed;
  await inTransaction(services.database, async (transaction) => {
    const done = await work(transaction, services.clock.now());
    if (done) await services.audit.record(transaction, { ...done, userId: session.userId });
  });
  return success(true);
}
