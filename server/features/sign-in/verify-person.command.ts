import { failure, type Result, success } from '#common/core/results.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { countTowardsLimit, forgetRequests, hasReachedLimit } from '#server/platform/http/request-limits.ts';
import { endSessionById } from '#server/platform/session/sessions.queries.ts';
import type { Services } from '#server/services.ts';
import { finishStep, requireStep } from './follow-up.command.ts';

/** Whoever has a stolen password must not try numbers: three in a sign-in, five wrong ones a day. */
const TRIES_PER_SIGN_IN = { most: 3, withinSeconds: 24 * 60 * 60 };
const FAILURES_PER_PERSON = { most: 5, withinSeconds: 24 * 60 * 60 };

export interface PersonProof {
  readonly session: Session;
  /** Nine digits. */
  readonly ssn: string;
  readonly ipAddress: string;
}

export type VerifyError = 'Invalid' | 'MaxAttemptsReached';

/**
 * The SSN step: proves the person, and says nothing about the e-mail address,
 * so that the step comes again until the address is verified (A 2.6).
 * After `MaxAttemptsReached` the sign-in is over.
 */
export async function verifyPerson(services: Services, proof: PersonProof): Promise<Result<true, VerifyError>> {
  const { session } = proof;
  requireStep(session, 'ssn');
  const failures = `ssn-step-failures:${session.userId}`;
  // Counted before the number is looked at, so that parallel tries cannot share one.
  const tries = await countTowardsLimit(services, `ssn-step:${session.sessionId}`, TRIES_PER_SIGN_IN);
  const isOver = tries > TRIES_PER_SIGN_IN.most || (await hasReachedLimit(services, failures, FAILURES_PER_PERSON));
  if (!isOver && (await services.host.ssnMatches(session.customerId, proof.ssn))) {
    await forgetRequests(services, failures);
    await inTransaction(services.database, (transaction) =>
      finishStep(transaction, services, { ...proof, step: 'ssn' }),
    );
    return success(true);
  }
  const failed = await countTowardsLimit(services, failures, FAILURES_PER_PERSON);
  const ends = isOver || tries >= TRIES_PER_SIGN_IN.most || failed >= FAILURES_PER_PERSON.most;
  const error = ends ? 'MaxAttemptsReached' : 'Invalid';
  await inTransaction(services.database, async (transaction) => {
    if (ends) await endSessionById(transaction, session.sessionId, services.clock.now());
    await services.audit.record(transaction, {
      event: 'ssn-step-refused',
      userId: session.userId,
      details: { code: error },
    });
  });
  return failure(error);
}
