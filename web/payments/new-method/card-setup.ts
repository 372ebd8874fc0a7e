import { call } from '#web/data/client.ts';
import type { Outcome } from '#web/data/use-action.ts';
import { reloadSavedMethods } from '#web/payments/payments-data.ts';
import type { MethodChoice } from '../payment-values.ts';

/** A card that the customer has to confirm at the bank before it is saved. */
export interface CardSetup {
  readonly setupId: string;
  /** The bank's page. */
  readonly url: string;
}

/** After the bank's page: the server asks the processor what came of it. A saved card has the number of its setup. */
export async function endCardSetup(
  { setupId }: CardSetup,
  accountNumber: string,
  givesUp: boolean,
): Promise<Outcome<MethodChoice>> {
  const ended = await call('POST /api/PaymentMethod/EndCardSetup', { body: { SetupId: setupId, GiveUp: givesUp } });
  if (ended.kind !== 'answer') return ended;
  if (!givesUp) await reloadSavedMethods(accountNumber).catch(() => []);
  return { kind: 'answer', body: { kind: 'saved', profileId: setupId } };
}
