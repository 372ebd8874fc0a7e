import { failure, type Result, success } from '#common/core/results.ts';
import { compareSsn, type SsnComparison } from '#server/identity/credentials/compare-ssn.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { countTowardsLimit } from '#server/platform/http/request-limits.ts';
import { endSessionById } from '#server/identity/sessions/sessions.queries.ts';
import type { Services } from '#server/services.ts';
import { createChangePasswordToken } from './change-password-token.ts';
import { finishStep, requireStep } from './follow-up.command.ts';

/** In addition to the daily limit: a stolen password must not allow guessing SSNs. */
const TRIES_PER_SIGN_IN = { max: 3, withinSeconds: 24 * 60 * 60 };

export interface PersonProof {
  readonly session: Session;
  /** Nine digits. */
  readonly ssn: string;
  readonly ipAddress: string;
}

export interface ProvedPerson {
  /** Empty unless the change-password step is next. */
  readonly changePasswordToken: string;
}

export type VerifyError = 'Invalid' | 'MaxAttemptsReached';

/**
 * The SSN step. It doesn't verify the email address, so it comes back until that is verified (A 2.6).
 * `MaxAttemptsReached` ends the sign-in.
 */
export async function verifyPerson(services: Services, proof: PersonProof): Promise<Result<ProvedPerson, VerifyError>> {
  const { session, ssn } = proof;
  const { sessionId, userId, customerId } = session;
  requireStep(session, 'ssn');
  // Counted before the comparison, so parallel attempts can't share one.
  const tries = await countTowardsLimit(services, `ssn-step:${sessionId}`, TRIES_PER_SIGN_IN);
  const compared: SsnComparison =
    tries > TRIES_PER_SIGN_IN.max
      ? { outcome: 'exhausted' }
      : await compareSsn(services, { customerId, userId, ssn, way: 'ssnStep' });
  if (compared.outcome === 'matches') return success(await goOn(services, proof));
  const goesOn = compared.outcome === 'differs' && !compared.isLast && tries < TRIES_PER_SIGN_IN.max;
  if (goesOn) return failure('Invalid');
  await inTransaction(services.database, (transaction) => endSessionById(transaction, sessionId, services.clock.now()));
  return failure('MaxAttemptsReached');
}

function goOn(services: Services, { session, ipAddress }: PersonProof): Promise<ProvedPerson> {
  return inTransaction(services.database, async (transaction) => {
    const left = await finishStep(services, transaction, { session, ipAddress, step: 'ssn' });
    const changePasswordToken = await createChangePasswordToken(transaction, session, left, services.clock.now());
    return { changePasswordToken };
  });
}
