import type { z } from 'zod';
import { cents } from '#common/core/money.ts';
import type { BankAccountCheck } from './bank-account-check.ts';
import { type CardProcessor, type ChargeOutcome, InformationRefused, ProcessorUnavailable } from './card-processor.ts';
import { bankAccountAnswer, cardAnswer, chargeAnswer, reportAnswer, settleAnswer } from './network.wire.ts';

export interface HttpNetworkOptions {
  /** After this time without an answer, the outcome is unknown. */
  readonly timeoutMs: number;
}

/**
 * Statuses that reject the data. Others concern our credentials (401, 403, 404), load (408, 429), or a reused payment
 * id (409 to a charge), whose outcome must be asked for.
 */
const REFUSALS_OF_INFORMATION: readonly number[] = [400, 402, 422];

/** Calls a card processor over HTTP; the sandbox speaks the same protocol. */
export function createHttpCardProcessor(url: string, options: HttpNetworkOptions): CardProcessor {
  return {
    tokenize: async (card) => read(cardAnswer, await send(url, options, '/cards', card)),
    charge: (charge) =>
      unlessRefused<ChargeOutcome>({ state: 'declined', reason: 'InvalidInfo' }, async () =>
        read(chargeAnswer, await send(url, options, '/charges', charge)),
      ),
    settle: async (paymentId) => read(settleAnswer, await send(url, options, `${chargePath(paymentId)}/settle`, {})),
    async refund(paymentId) {
      await send(url, options, `${chargePath(paymentId)}/refund`, {});
    },
    async listCharges(after) {
      const { charges } = read(reportAnswer, await send(url, options, `/charges?after=${after}`));
      return charges.map((charge) => ({ ...charge, amountCents: cents(charge.amountCents) }));
    },
  };
}

export function createHttpBankAccountCheck(url: string, options: HttpNetworkOptions): BankAccountCheck {
  return {
    isDrawable: ({ routingNumber, accountNumber }) =>
      unlessRefused(false, async () => {
        const answer = await send(url, options, '/bank-accounts/check', { routingNumber, accountNumber });
        return read(bankAccountAnswer, answer).drawable;
      }),
  };
}

async function unlessRefused<Answer>(refused: Answer, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof InformationRefused)) throw error;
    return refused;
  }
}

/** Throws InformationRefused or ProcessorUnavailable. The cause contains addresses and codes, never the data sent. */
async function send(url: string, options: HttpNetworkOptions, path: string, body?: object): Promise<unknown> {
  let status: number;
  let answer: unknown;
  try {
    const response = await fetch(new URL(path, url), {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      // Following a redirect could leak the card.
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs),
    });
    status = response.status;
    if (response.ok) answer = await response.json();
    else await response.body?.cancel();
  } catch (error) {
    throw new ProcessorUnavailable('No answer from the payments network', { cause: error });
  }
  if (answer !== undefined) return answer;
  const Refusal = REFUSALS_OF_INFORMATION.includes(status) ? InformationRefused : ProcessorUnavailable;
  throw new Refusal(`The payments network answered ${status}`);
}

function chargePath(paymentId: string): string {
  return `/charges/${encodeURIComponent(paymentId)}`;
}

function read<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new ProcessorUnavailable('The answer of the payments network is not understood');
  return parsed.data;
}
