import { failure, type Result, success } from '#common/core/results.ts';
import type { Agreement, WhenToAgree } from '#common/institution/institution.ts';
import { listNeededAgreements } from '#common/identity/rules/needed-agreements.ts';
import { insertAgreementRecords, listAgreementRecords } from '#server/institution/agreements/agreements.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { finishStep, requireStep } from './follow-up.command.ts';

export interface Consent {
  readonly session: Session;
  readonly hostNumbers: readonly number[];
  readonly ipAddress: string;
}

export type ConsentError = 'Invalid' | 'MustAgreeToAllError';

/**
 * Records accepted agreements. During sign-in this is the agreements step, which accepts all that are needed or none;
 * later, payments and statements record theirs with it (C-012).
 */
export async function agree(services: Services, consent: Consent): Promise<Result<true, ConsentError>> {
  const { session, hostNumbers } = consent;
  const chosen = services.institution.agreements.filter(({ hostNumber }) => hostNumbers.includes(hostNumber));
  if (chosen.length !== new Set(hostNumbers).size) return failure('Invalid');
  const isStep = session.pendingSteps.length > 0;
  if (isStep) requireStep(session, 'agreements');
  return inTransaction(services.database, async (transaction) => {
    const agreed = await listAgreementRecords(transaction, session.userId);
    const needed = listNeededAgreements(services.institution.agreements, 'login', agreed);
    if (isStep && !needed.every((agreement) => chosen.includes(agreement))) return failure('MustAgreeToAllError');
    for (const agreement of chosen) {
      const whenToAgree = isStep ? 'login' : occasionOf(agreement);
      const [open] = listNeededAgreements([agreement], whenToAgree, agreed);
      if (open) await record(services, transaction, consent, open, whenToAgree);
    }
    if (isStep) await finishStep(services, transaction, { ...consent, step: 'agreements' });
    return success(true);
  });
}

async function record(
  services: Services,
  transaction: Transaction,
  { session, ipAddress }: Consent,
  agreement: Agreement,
  whenToAgree: WhenToAgree,
): Promise<void> {
  const { userId, customerId } = session;
  const at = services.clock.now();
  await insertAgreementRecords(transaction, {
    userId,
    customerId,
    agreements: [agreement],
    whenToAgree,
    ipAddress,
    at,
  });
  const details = { name: agreement.name, dateOfTerms: agreement.effectiveOn };
  await services.audit.record(transaction, { event: 'agreed', userId, details });
}

/** Returns the occasion an agreement is shown for in an open session, apart from signing in. */
function occasionOf({ whenToAgree }: Agreement): WhenToAgree {
  const later = whenToAgree.find((trigger) => trigger !== 'login' && trigger !== 'registration');
  return later ?? whenToAgree[0] ?? 'login';
}
