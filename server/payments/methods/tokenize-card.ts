import { failure, type Result, success } from '#common/core/results.ts';
import type { CardEntry } from '#common/payments/rules/payment-types.ts';
import { type CardToken, InformationRefused, ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import type { Services } from '#server/services.ts';

export type VaultError = 'InvalidInfo' | 'Connection';

/** Sends a card to the vault, without the address, which it doesn't need. */
export async function tokenize(services: Services, card: CardEntry): Promise<Result<CardToken, VaultError>> {
  const { cardNumber, securityCode, expiration, firstName, lastName, zipCode } = card;
  try {
    const details = { cardNumber, securityCode, expiration, firstName, lastName, zipCode };
    return success(await services.cardProcessor.tokenize(details));
  } catch (error) {
    if (error instanceof InformationRefused) return failure('InvalidInfo');
    if (error instanceof ProcessorUnavailable) return failure('Connection');
    throw error;
  }
}
