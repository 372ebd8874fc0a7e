import { call } from '#web/data/client.ts';
import type { Outcome } from '#web/data/use-action.ts';
import { reloadSavedMethods } from '#web/payments/methods-data.ts';
import type { MethodChoice } from '../payment-values.ts';

/** A card that the customer has to confirm at the bank before it is saved. */
export interface CardSetup {
  readonly setupId: string;
  /** The bank's page. */
  readonly url: string;
  /** The server forgets it then. */
  readonly endsAtMs: number;
}

/** The saved card; `known` if it was saved before. */
export type CardSetupEnd = MethodChoice | 'known';

const ASK_TIMEOUT_MS = 10_000;

/**
 * Has the server ask the processor what came of the confirmation; may be repeated. A saved card has the number of its
 * setup. For a refusal, see {@link isNotConfirmed}.
 */
export async function checkCardSetup({ setupId }: CardSetup, accountNumber: string): Promise<Outcome<CardSetupEnd>> {
  const body = { SetupId: setupId, GiveUp: false };
  const asked = await call('POST /api/PaymentMethod/EndCardSetup', { body, timeoutMs: ASK_TIMEOUT_MS });
  const isKnown = asked.kind === 'refused' && asked.codes.includes('AlreadyExists');
  if (asked.kind !== 'answer' && !isKnown) return asked;
  await reloadSavedMethods(accountNumber).catch(() => []);
  return { kind: 'answer', body: isKnown ? 'known' : { kind: 'saved', profileId: setupId } };
}

/** The bank refused the card, or has not decided yet. */
export function isNotConfirmed(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'refused' && outcome.codes.includes('NotConfirmed');
}

/** Without an answer it ends by itself, and nothing is saved or charged. */
export async function giveUpCardSetup({ setupId }: CardSetup): Promise<void> {
  await call('POST /api/PaymentMethod/EndCardSetup', { body: { SetupId: setupId, GiveUp: true } });
}
