import { z } from 'zod';
import { cents } from '#common/core/money.ts';
import type { OutsideService } from '#server/platform/network-variables.ts';
import type { BankAccountCheck } from './bank-account-check.ts';
import {
  type CardProcessor,
  type ChargeAnswer,
  type ChargeRequest,
  InformationRefused,
  ProcessorUnavailable,
} from './card-processor.ts';
import { createNetworkClient, type NetworkClient } from './network-client.ts';
import {
  bankAccountAnswer,
  cardAnswer,
  chargeAnswer,
  foundCardAnswer,
  reportAnswer,
  settleAnswer,
} from './network.wire.ts';

/** No charge has this sequence number: the report after it is empty and only proves that the processor answers. */
const AFTER_EVERY_CHARGE = Number.MAX_SAFE_INTEGER;

/**
 * Calls a card processor over the protocol of docs/card-processor.md, which the sandbox speaks too.
 * @param report the service that reports charges, if it has an address of its own
 */
export function createHttpCardProcessor(cards: OutsideService, report: OutsideService = cards): CardProcessor {
  const client = createNetworkClient(cards);
  const reports = report === cards ? client : createNetworkClient(report);
  return {
    tokenize: (card, returnUrl) =>
      client.ask(cardAnswer, { path: '/cards', body: { ...card, ...(returnUrl !== undefined && { returnUrl }) } }),
    async findCard(token) {
      try {
        return await client.ask(foundCardAnswer, { path: `/cards/${encodeURIComponent(token)}` });
      } catch (error) {
        if (error instanceof ProcessorUnavailable && error.status === 404) return undefined;
        throw error;
      }
    },
    charge: (charge) =>
      unlessRefused<ChargeAnswer>({ state: 'declined', reason: 'InvalidInfo' }, () => askCharge(client, charge)),
    checkConfirmation: (charge) => askCharge(client, charge),
    settle: (paymentId) => client.ask(settleAnswer, { path: `${chargePath(paymentId)}/settle`, body: {} }),
    async refund(paymentId, part) {
      const idempotencyKey = `refund-${part?.refundId ?? paymentId}`;
      const body = part ? { refundId: part.refundId, amountCents: part.amountCents } : {};
      await client.ask(z.unknown(), { path: `${chargePath(paymentId)}/refund`, body, idempotencyKey });
    },
    async listCharges(after) {
      const { charges } = await reports.ask(reportAnswer, { path: `/charges?after=${after}` });
      return charges.map(({ amountCents, refundedCents, ...charge }) => ({
        ...charge,
        amountCents: cents(amountCents),
        ...(refundedCents !== undefined && { refundedCents: cents(refundedCents) }),
      }));
    },
    async assertAnswers() {
      await client.ask(reportAnswer, { path: `/charges?after=${AFTER_EVERY_CHARGE}` });
    },
  };
}

export function createHttpBankAccountCheck(service: OutsideService): BankAccountCheck {
  const client = createNetworkClient(service);
  return {
    isDrawable: ({ routingNumber, accountNumber }) =>
      unlessRefused(false, async () => {
        const body = { routingNumber, accountNumber };
        return (await client.ask(bankAccountAnswer, { path: '/bank-accounts/check', body })).drawable;
      }),
  };
}

/** The same request again gets the answer as it stands. */
function askCharge(client: NetworkClient, charge: ChargeRequest): Promise<ChargeAnswer> {
  return client.ask(chargeAnswer, { path: '/charges', body: charge, idempotencyKey: charge.paymentId });
}

async function unlessRefused<Answer>(refused: Answer, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof InformationRefused)) throw error;
    return refused;
  }
}

function chargePath(paymentId: string): string {
  return `/charges/${encodeURIComponent(paymentId)}`;
}
