import { noErrors } from '#common/contract/envelope.ts';
import type { SubmissionOutcome } from '#common/payments/submission-outcome.api.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { findSubmissionByKey } from './known-submission.queries.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import { hashOfKey } from './submission-request.ts';

/** Returns the outcome of the submission this user sent under a key. Reads only, so clients may poll it. */
export async function readSubmissionOutcome(
  { database }: Pick<Services, 'database'>,
  { userId }: Session,
  key: string,
): Promise<SubmissionOutcome> {
  const known = await findSubmissionByKey(database, userId, hashOfKey(key));
  if (!known) return { ...undecided, Outcome: 'NotReceived' };
  if (known.kind === 'recurring') return made(known.recurring.referenceNumber);
  return outcomeOf(known.payment);
}

function outcomeOf(payment: Payment): SubmissionOutcome {
  switch (payment.state) {
    case 'created':
    case 'submitting':
    case 'unknown':
      return { ...undecided, Outcome: 'InProgress' };
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

const undecided = { ...noErrors, ReferenceNumber: null, RefusalCode: null } as const;

function made(referenceNumber: string): SubmissionOutcome {
  return { ...undecided, Outcome: 'Made', ReferenceNumber: referenceNumber };
}
