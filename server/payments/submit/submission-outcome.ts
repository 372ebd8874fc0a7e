import type { KnownOutcome } from '#common/payments/submission-outcome.wire.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { findSubmissionByKey } from './submission.queries.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import { submissionLeaseMs } from '#server/payments/payment-changes.queries.ts';
import { checkConfirmation, minutesToConfirm } from '#server/payments/settlement/confirm-payment.command.ts';
import { hashOfKey } from './submission-request.wire.ts';
import { isAcceptedAsPending } from './submit-payment.command.ts';

/** The customer came back from the page of a confirmation, or gives it up. */
export async function endConfirmation(
  services: Services,
  session: Session,
  { key, givesUp }: { readonly key: string; readonly givesUp: boolean },
): Promise<KnownOutcome> {
  const known = await findSubmissionByKey(services.database, session.userId, hashOfKey(key));
  if (known?.kind === 'payment') await checkConfirmation(services, known.payment, givesUp);
  return readSubmissionOutcome(services, session, key);
}

/** Returns the outcome of the submission this user sent under a key. Reads only, so clients may poll it. */
export async function readSubmissionOutcome(
  services: Pick<Services, 'clock' | 'config' | 'database' | 'institution'>,
  { userId }: Session,
  key: string,
): Promise<KnownOutcome> {
  const known = await findSubmissionByKey(services.database, userId, hashOfKey(key));
  if (!known) return { kind: 'notReceived' };
  if (known.kind === 'recurring') return { kind: 'made', referenceNumber: known.recurring.referenceNumber };
  const { payment } = known;
  // A posting that is under way isn't waiting for the host.
  const leaseMs = submissionLeaseMs(services.config.network.cardTimeoutMs);
  const isOverdue = payment.stateSince.until(services.clock.now()).total('milliseconds') > leaseMs;
  const isPending = isOverdue && isAcceptedAsPending(services.institution, payment);
  return outcomeOf(services, payment, isPending);
}

function outcomeOf(services: Pick<Services, 'clock'>, payment: Payment, isPending: boolean): KnownOutcome {
  switch (payment.state) {
    case 'created':
    case 'submitting':
    case 'unknown':
      return { kind: isPending ? 'pending' : 'inProgress', referenceNumber: payment.referenceNumber };
    case 'confirming':
      return {
        kind: 'confirming',
        url: payment.confirmationUrl ?? '',
        minutesLeft: minutesToConfirm(services, payment),
      };
    case 'declined':
      return { kind: 'refused', code: payment.declineReason ?? 'Error' };
    case 'unapplied':
      return { kind: 'refused', code: 'Unapplied' };
    case 'refunded':
      return { kind: 'refused', code: 'Refunded' };
    case 'posted':
    case 'returned':
    case 'scheduled':
    case 'cancelled':
      return { kind: 'made', referenceNumber: payment.referenceNumber };
  }
}
