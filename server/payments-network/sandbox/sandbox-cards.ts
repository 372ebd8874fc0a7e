import type { ChargeDecline } from '../card-processor.ts';

/**
 * The sandbox's behavior for a card:
 * - `approve`;
 * - one of the declines;
 * - `refusedByVault`: the vault rejects the card, so there is no token;
 * - `silent`: no charge, no answer;
 * - `silentAfterCharging`: charged, but no answer;
 * - `answersLate`: charged at once, answered late;
 * - `chargesLate`: charged and answered late, unless it was settled as absent meanwhile;
 * - `confirm`: charged once the cardholder has confirmed it;
 * - `confirmStored`: the same, unless the cardholder has confirmed the card when it was stored.
 */
export type CardBehavior =
  | 'approve'
  | ChargeDecline
  | 'refusedByVault'
  | 'silent'
  | 'silentAfterCharging'
  | 'answersLate'
  | 'chargesLate'
  | 'confirm'
  | 'confirmStored';

/** The only numbers the sandbox accepts; listed in `docs/sandbox-cards.md`. */
const behaviors: Readonly<Record<string, CardBehavior>> = {
  '4242424242424242': 'approve',
  '378282246310005': 'approve',
  '5555555555554444': 'approve',
  '2223003122003222': 'approve',
  '6011111111111117': 'approve',
  '4000000000000002': 'Declined',
  '4000000000009995': 'OverLimit',
  '4000000000000127': 'InvalidInfo',
  '4000000000000069': 'Expired',
  '4000000000000515': 'Generic - Please call the bank that issued your card.',
  '4000000000000101': 'refusedByVault',
  '4000000000000119': 'silent',
  '4000000000000200': 'silentAfterCharging',
  '4000000000000309': 'answersLate',
  '4000000000000408': 'chargesLate',
  '4000000000003220': 'confirm',
  '4000002500003155': 'confirmStored',
};

const WRONG_SECURITY_CODES: readonly string[] = ['000', '0000'];

/** Whether the cardholder has to confirm each charge. */
export function needsConfirmation(behavior: CardBehavior): boolean {
  return behavior === 'confirm' || behavior === 'confirmStored';
}

/** An unknown number or a wrong security code is declined as InvalidInfo. */
export function behaviorOf(cardNumber: string, securityCode: string): CardBehavior {
  if (WRONG_SECURITY_CODES.includes(securityCode)) return 'InvalidInfo';
  return behaviors[cardNumber] ?? 'InvalidInfo';
}

/** The only account the sandbox refuses. */
export const UNDRAWABLE_ACCOUNT = '4040404040';
