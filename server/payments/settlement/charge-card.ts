import { success } from '#common/core/results.ts';
import { type ChargeRequest, ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import type { Services } from '#server/services.ts';
import type { PaymentCause } from '#server/payments/payment-tables.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import { type PaymentOutcome, recordOutcome } from './record-outcome.command.ts';
import type { CardCharge } from '#server/payments/submit/new-submission.ts';
import { tokenize, type VaultError } from '#server/payments/methods/submission-method.ts';

/**
 * Charges a card and records the outcome, outside any transaction because the processor may be slow.
 * Returns undefined when the outcome could not be recorded; the payment stays `submitting` until the recovery job
 * settles it.
 */
export async function chargeAndSettle(
  services: Services,
  charge: CardCharge,
  cause: PaymentCause,
): Promise<Payment | undefined> {
  try {
    const charged = await chargeCard(services, charge);
    return await recordOutcome(services, { paymentId: charge.paymentId, cause, ...charged });
  } catch (error) {
    services.log.error({ err: error, paymentId: charge.paymentId }, 'could not record the outcome of a payment');
    return undefined;
  }
}

async function chargeCard(
  services: Services,
  { source, ...charge }: CardCharge,
): Promise<{ readonly outcome: PaymentOutcome; readonly cardToken?: string }> {
  const vaulted = source.kind === 'token' ? success(source) : await tokenize(services, source.card);
  // Nothing was or can be charged without a token: only this process has the card number.
  if (!vaulted.ok) return { outcome: withoutToken[vaulted.error] };
  const { token } = vaulted.value;
  try {
    const outcome = await services.cardProcessor.charge(chargeRequest(services, charge, token));
    return { outcome, cardToken: token };
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error;
    return { outcome: { state: 'unanswered' }, cardToken: token };
  }
}

/** The same for every attempt, because a processor refuses a repeated id with other data. */
export function chargeRequest(
  { institution }: Pick<Services, 'institution'>,
  { paymentId, referenceNumber, accountNumber, totalCents }: Omit<CardCharge, 'source'>,
  token: string,
): ChargeRequest {
  const { cardDescriptor: descriptor } = institution;
  return { paymentId, token, amountCents: totalCents, loanNumber: accountNumber, referenceNumber, descriptor };
}

const withoutToken: Readonly<Record<VaultError, PaymentOutcome>> = {
  InvalidInfo: { state: 'declined', reason: 'InvalidInfo' },
  Connection: { state: 'absent' },
};
