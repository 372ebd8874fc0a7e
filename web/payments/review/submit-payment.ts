import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import type { AchSubmission, CardSubmission } from '#common/payments/payment-shapes.api.ts';
import { bankAccountToWire, cardToWire, tokenizedCardToWire } from '#common/payments/methods.wire.ts';
import type { SubmittedMethod } from '#common/payments/rules/submitted-method.ts';
import { call, type CallResult } from '#web/data/client.ts';
import type { Attempt } from '#web/data/until-known.ts';
import { paymentToWire, recurringToWire } from './payment-request.wire.ts';
import type { ReadyPayment } from './ready-payment.ts';
import { failedAttempt } from './explain-problem.ts';

export interface Submission {
  readonly payment: ReadyPayment;
  readonly preview: string;
  /** For a recurring bank draft, if an agreement is required. */
  readonly draftAgreementToken: string | null;
  readonly key: string;
}

/** Longer than the server waits for the processor, so the server's answer decides. */
const TIMEOUT_MS = 60_000;

interface Answered {
  readonly ReferenceNumber: string;
  /** Accepted while the host is down. */
  readonly Pending?: boolean;
}

/** Submits a payment; `doubtful` if the money may have moved. */
export async function submitPayment(submission: Submission): Promise<Attempt> {
  const result: CallResult<Answered> = await submit(submission);
  if (result.kind !== 'answer') return failedAttempt(result);
  const { ReferenceNumber: referenceNumber, Pending: pending = false } = result.body;
  return { kind: 'made', referenceNumber, ...(pending ? { pending } : {}) };
}

/**
 * Submits an immediate, scheduled or recurring payment (P 4, Submission routing). Bypasses the query cache, so one-time
 * cards aren't stored in it.
 */
async function submit({ payment, preview, draftAgreementToken, key }: Submission) {
  const options = { headers: { [IDEMPOTENCY_HEADER]: key }, timeoutMs: TIMEOUT_MS };
  const { timing } = payment.frequency;
  const visit = { EncryptedData: payment.loan.handle, Preview: preview };
  const details = recurringToWire(payment);
  const { submitted } = payment.paying;
  if (submitted.type === 'Card') {
    const body = { ...visit, Payment: { ...paymentToWire(payment), Method: cardMethod(submitted, payment) } };
    if (details) {
      return call('POST /api/PaymentRecurring/SubmitCard', {
        body: { ...body, RecurringDetails: details },
        ...options,
      });
    }
    return timing === 'scheduled'
      ? call('POST /api/PaymentScheduled/SubmitCard', { body, ...options })
      : call('POST /api/PaymentImmediate/SubmitCard', { body, ...options });
  }
  const body = { ...visit, Payment: { ...paymentToWire(payment), Method: achMethod(submitted, payment) } };
  if (details) {
    return call('POST /api/PaymentRecurring/SubmitAch', {
      body: { ...body, RecurringDetails: details, AchDraftAgreementToken: draftAgreementToken },
      ...options,
    });
  }
  return timing === 'scheduled'
    ? call('POST /api/PaymentScheduled/SubmitAch', { body, ...options })
    : call('POST /api/PaymentImmediate/SubmitAch', { body, ...options });
}

type Submitted<Type extends SubmittedMethod['type']> = Extract<SubmittedMethod, { type: Type }>;

function cardMethod(method: Submitted<'Card'>, { loan }: ReadyPayment): CardSubmission['Payment']['Method'] {
  if ('tokenized' in method) return tokenizedCardToWire(method.tokenized, loan.terms.accountNumber);
  return 'saved' in method
    ? { ProfileId: method.saved.profileId }
    : cardToWire(method.singleUse, loan.terms.accountNumber);
}

export function achMethod(method: Submitted<'ACH'>, { loan }: ReadyPayment): AchSubmission['Payment']['Method'] {
  return 'saved' in method
    ? { ProfileId: method.saved.profileId }
    : bankAccountToWire(method.singleUse, loan.terms.accountNumber);
}
