import { methodPermissions } from '#common/payments/rules/availability.ts';
import type { SavedMethod } from '#common/payments/rules/payment-types.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import type { Result } from '#common/core/results.ts';
import type { SubmissionError } from '#common/payments/rules/validate-submission.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import type { RequestedMethod } from '#server/payments/submit/submission-request.wire.ts';
import { listSavedMethods, readKnownMethod } from './payment-methods.queries.ts';
import { type ResolvedMethod, resolveMethod } from './submission-method.ts';

export async function listUsableMethods(services: Services, session: Session): Promise<SavedMethod[]> {
  const settings = paymentSettings(services);
  const methods = await listSavedMethods(services.database, session.userId);
  return methods.filter(({ type }) => methodPermissions(type, settings, session.companyNumber).maySave);
}

/** Resolves a method outside a submission, which has read it before: for a preview, a change or an agreement. */
export async function lookUpMethod(
  services: Services,
  session: Pick<Session, 'userId'>,
  method: RequestedMethod,
): Promise<Result<ResolvedMethod, SubmissionError>> {
  const isSaved = 'profileId' in method;
  const known = isSaved ? await readKnownMethod(services.database, session.userId, method) : {};
  return resolveMethod(services, session, method, { known });
}
