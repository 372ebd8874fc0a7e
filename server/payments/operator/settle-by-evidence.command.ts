import { failure, type Result, success } from '#common/core/results.ts';
import type { PaymentState } from '#server/payments/payment-tables.ts';
import { findPayment } from '#server/payments/payments.queries.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { type PaymentOutcome, recordOutcome } from '#server/payments/settlement/record-outcome.command.ts';
import { ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import type { Services } from '#server/services.ts';

/** The outcome as a person found it elsewhere, such as in the processor's report. */
export interface ClaimedOutcome {
  readonly outcome: 'charged' | 'notCharged';
  readonly evidence: string;
}

export interface SettledOutcome {
  readonly state: PaymentState;
  /** The processor's answer overrides the claim. */
  readonly decidedBy: 'processor' | 'evidence';
}

/**
 * Settles a payment whose outcome is unknown. Asks the processor first; the claim counts only if it doesn't answer.
 * @throws HostUnavailable if the payment can't be posted now; it stays unknown
 */
export async function settleByEvidence(
  services: Services,
  paymentId: string,
  claim: ClaimedOutcome | null,
  decision: Pick<PaymentDecision, 'by' | 'reason'>,
): Promise<Result<SettledOutcome, 'NotUnknown' | 'ProcessorSilent'>> {
  const payment = await findPayment(services.database, paymentId);
  if (payment?.state !== 'unknown') return failure('NotUnknown');
  const answered = await askProcessor(services, paymentId);
  const outcome = answered ?? (claim && outcomeOf(claim));
  if (!outcome) return failure('ProcessorSilent');
  const decided = claim ? { ...decision, evidence: claim.evidence } : decision;
  const report = { paymentId, outcome, cause: 'operator', decision: decided, isClaimed: !answered } as const;
  const settled = await recordOutcome(services, report);
  return success({ state: settled.state, decidedBy: answered ? 'processor' : 'evidence' });
}

async function askProcessor({ cardProcessor, log }: Services, paymentId: string): Promise<PaymentOutcome | undefined> {
  try {
    return await cardProcessor.settle(paymentId);
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error;
    log.warn({ err: error, paymentId }, 'the processor did not answer about an unknown outcome');
    return undefined;
  }
}

function outcomeOf({ outcome, evidence }: ClaimedOutcome): PaymentOutcome {
  return outcome === 'charged' ? { state: 'approved', authorization: evidence } : { state: 'absent' };
}
