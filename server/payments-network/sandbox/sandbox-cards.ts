import type { ChargeDecline } from '../card-processor.ts';

/**
 * What the sandbox does with a charge of a card:
 * - `approve`;
 * - one of the declines;
 * - `refusedByVault`: the vault takes no such card, so there is no token to charge;
 * - `silent`: nothing is charged and no answer comes;
 * - `silentAfterCharging`: charged, but no answer comes;
 * - `answersLate`: charged at once, the answer comes late;
 * - `chargesLate`: charged and answered late, unless it was settled as absent meanwhile.
 */
export type CardBehaviour =
  | 'approve'
  | ChargeDecline
  | 'refusedByVault'
  | 'silent'
  | 'silentAfterCharging'
  | 'answersLate'
  | 'chargesLate';

/** The sandbox knows these numbers only; `docs/sandbox-cards.md` lists them for people. */
const behaviours: Readonly<Record<string, CardBehaviour>> = {
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
};

const WRONG_SECURITY_CODES: readonly string[] = ['000', '0000'];

/** A number the sandbox does not know, or a wrong security code, is declined as InvalidInfo. */
export function behaviourOf(cardNumber: string, securityCode: string): CardBehaviour {
  if (WRONG_SECURITY_CODES.includes(securityCode)) return 'InvalidInfo';
  return behaviours[cardNumber] ?? 'InvalidInfo';
}

/** The only bank account that the sandbox finds nobody behind. */
export const UNDRAWABLE_ACCOUNT = '4040404040';
