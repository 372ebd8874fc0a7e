import { failure, type Result, success } from '#common/core/results.ts';
import type { CardEntry } from '#common/payments/rules/payment-types.ts';
import {
  type ChargeAnswer,
  type CardToken,
  type ChargeRequest,
  InformationRefused,
  ProcessorUnavailable,
} from '#server/payments-network/card-processor.ts';
import type { Services } from '#server/services.ts';
import type { PaymentCause } from '#server/payments/payment-tables.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import { type PaymentOutcome, recordOutcome } from './record-outcome.command.ts';
import type { CardSource } from '#server/payments/methods/submission-method.ts';
import type { Cents } from '#common/core/money.ts';

/**
 * Charges a card and records the outcome, outside any transaction because the processor may be slow.
 * @param returnUrl where a confirmation page sends the customer back to; undefined if no customer is there
 * Returns undefined when the outcome could not be recorded; the payment stays `submitting` until the recovery job
 * settles it.
 */
export async function chargeAndSettle(
  services: Services,
  charge: CardCharge,
  cause: PaymentCause,
  returnUrl?: string,
): Promise<Payment | undefined> {
  try {
    const charged = await chargeCard(services, charge, returnUrl);
    return await recordOutcome(services, { paymentId: charge.paymentId, cause, ...charged });
  } catch (error) {
    services.log.error({ err: error, paymentId: charge.paymentId }, 'could not record the outcome of a payment');
    return undefined;
  }
}

/** Charges the card of a submission. */
export function chargeSubmitted(services: Services, charge: CardCharge, siteUrl: string): Promise<Payment | undefined> {
  return chargeAndSettle(services, charge, 'submission', confirmationReturnUrl(services, siteUrl));
}

async function chargeCard(
  services: Services,
  { source, ...charge }: CardCharge,
  returnUrl: string | undefined,
): Promise<{ readonly outcome: PaymentOutcome; readonly cardToken?: string }> {
  const vaulted = source.kind === 'token' ? success(source) : await tokenize(services, source.card);
  // Nothing was or can be charged without a token: only this process has the card number.
  if (!vaulted.ok) return { outcome: withoutToken[vaulted.error] };
  const { token } = vaulted.value;
  try {
    const request = { ...chargeRequest(services, charge, token), ...(returnUrl === undefined ? {} : { returnUrl }) };
    const answer = await services.cardProcessor.charge(request);
    return { outcome: await withPageWeShow(services, request, answer), cardToken: token };
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

export const CONFIRMATION_RETURN_PATH = '/card-confirmation';

/** Where a confirmation page sends customers back to; undefined if the institution shows no such pages. */
export function confirmationReturnUrl(
  { institution: { options } }: Pick<Services, 'institution'>,
  siteUrl: string,
): string | undefined {
  const isShown = options['paymentOptions.cardConfirmationOrigin'] !== '';
  return isShown ? `${siteUrl}${CONFIRMATION_RETURN_PATH}` : undefined;
}

/** Ends a charge whose confirmation can't be shown to anyone, so it isn't confirmed after all. */
async function withPageWeShow(
  { cardProcessor, institution, log }: Services,
  { paymentId, returnUrl }: ChargeRequest,
  answer: ChargeAnswer,
): Promise<PaymentOutcome> {
  if (answer.state !== 'confirm') return answer;
  const { origin } = new URL(answer.url);
  const allowed = institution.options['paymentOptions.cardConfirmationOrigin'];
  if (returnUrl !== undefined && new URL(allowed).origin === origin) return answer;
  log.error({ paymentId, origin }, 'the card processor wants a confirmation on a page that the portal does not show');
  const settled = await cardProcessor.settle(paymentId);
  return settled.state === 'absent' ? { state: 'declined', reason: 'ConfirmationRequired' } : settled;
}

const withoutToken: Readonly<Record<VaultError, PaymentOutcome>> = {
  InvalidInfo: { state: 'declined', reason: 'InvalidInfo' },
  Connection: { state: 'absent' },
};

export interface CardCharge {
  readonly paymentId: string;
  readonly referenceNumber: string;
  readonly accountNumber: string;
  readonly totalCents: Cents;
  readonly source: CardSource;
}

export type VaultError = 'InvalidInfo' | 'Connection';

/**
 * Sends a card to the vault, without the address, which it doesn't need.
 * @param returnUrl where the page of a confirmation leads back to; undefined if none can be shown
 */
export async function tokenize(
  services: Services,
  card: CardEntry,
  returnUrl?: string,
): Promise<Result<CardToken, VaultError>> {
  const { cardNumber, securityCode, expiration, firstName, lastName, zipCode } = card;
  try {
    const details = { cardNumber, securityCode, expiration, firstName, lastName, zipCode };
    return success(await services.cardProcessor.tokenize(details, returnUrl));
  } catch (error) {
    if (error instanceof InformationRefused) return failure('InvalidInfo');
    if (error instanceof ProcessorUnavailable) return failure('Connection');
    throw error;
  }
}

export async function processorAnswers({ cardProcessor }: Pick<Services, 'cardProcessor'>): Promise<boolean> {
  try {
    await cardProcessor.assertAnswers();
    return true;
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error;
    return false;
  }
}
