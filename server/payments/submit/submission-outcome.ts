import { noErrors } from '#common/contract/envelope.ts';
import type { SubmissionOutcome } from '#common/payments/submission-outcome.api.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { findSubmissionByKey } from './submission.queries.ts';
import { submissionLeaseMs, type Payment } from '#server/payments/payments.queries.ts';
import { checkConfirmation, confirmableUntil } from '#server/payments/settlement/confirm-payment.command.ts';
import { hashOfKey } from './submission-request.ts';
import { isAcceptedAsPending } from './submit-payment.command.ts';

/** The customer came back from the page of a confirmation, or gives it up. */
export async function endConfirmation(
  services: Services,
  session: Session,
  { key, givesUp }: { readonly key: string; readonly givesUp: boolean },
): Promise<SubmissionOutcome> {
  const known = await findSubmissionByKey(services.database, session.userId, hashOfKey(key));
  if (known?.kind === 'payment') await checkConfirmation(services, known.payment, givesUp);
  return readSubmissionOutcome(services, session, key);
}

/** Returns the outcome of the submission this user sent under a key. Reads only, so clients may poll it. */
export async function readSubmissionOutcome(
  services: Pick<Services, 'clock' | 'config' | 'database' | 'institution'>,
  { userId }: Session,
  key: string,
): Promise<SubmissionOutcome> {
  const known = await findSubmissionByKey(services.database, userId, hashOfKey(key));
  if (!known) return { ...undecided, Outcome: 'NotReceived' };
  if (known.kind === 'recurring') return made(known.recurring.referenceNumber);
  const { payment } = known;
  // A posting that is under way isn't waiting for the host.
  const leaseMs = submissionLeaseMs(services.config.network.cardTimeoutMs);
  const isOverdue = payment.stateSince.until(services.clock.now()).total('milliseconds') > leaseMs;
  const isPending = isOverdue && isAcceptedAsPending(services.institution, payment);
  return outcomeOf(payment, isPending);
}

function outcomeOf(payment: Payment, isPending: boolean): SubmissionOutcome {
  switch (payment.state) {
    case 'created':
    case 'submitting':
    case 'unknown':
      return isPending
        ? { ...undecided, Outcome: 'Pending', ReferenceNumber: payment.referenceNumber }
        : { ...undecided, Outcome: 'InProgress' };
    case 'confirming':
      return {
        ...undecided,
        Outcome: 'Confirming',
        Confirmation: { Url: payment.confirmationUrl ?? '', Until: confirmableUntil(payment).toString() },
      };
    case 'declined':
      return { ...undecided, Outcome: 'Refused', RefusalCode: payment.declineReason ?? 'Error' };
    case 'unapplied':
      return { ...undecided, Outcome: 'Refused', RefusalCode: 'Unapplied' };
    case 'refunded':
      return { ...undecided, Outcome: 'Refused', RefusalCode: 'Refunded' };
    case 'posted':
    case 'returned':
    case 'scheduled':
    case 'cancelled':
      return made(payment.referenceNumber);
  }
}

const undecided = { ...noErrors, ReferenceNumber: null, RefusalCode: null, Confirmation: null } as const;

function made(referenceNumber: string): SubmissionOutcome {
  return { ...undecided, Outcome: 'Made', ReferenceNumber: referenceNumber };
}
