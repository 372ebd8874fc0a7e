import { type Cents, maxCents, minCents, ZERO } from '../../core/money.ts';
import { type AmountLimits, maxOnlineCents } from './amounts.ts';
import { isTotalDueForced } from './availability.ts';
import { allowed, type Availability, refused } from './availability-answer.ts';
import { maxBankEntryCents } from './fees.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { PaymentTerms, PaymentTiming, PaymentType } from './payment-types.ts';

/** Why a loan takes no principal-only payment. */
export type PrincipalOnlyBlock =
  | 'NotOffered'
  | 'OnlyToday'
  | 'LockedForPayoff'
  | 'InDispute'
  | 'InstallmentDue'
  | 'FeesDue'
  | 'NoPrincipal';

/**
 * Whether a loan takes a principal-only payment. It must be paid up: otherwise the payment would leave an installment
 * unpaid that the customer believes is covered. For the same reason it is made today, when that is known.
 */
export function principalOnlyAvailability(
  terms: PaymentTerms,
  settings: PaymentSettings,
  timing: PaymentTiming,
): Availability<PrincipalOnlyBlock> {
  const isOffered = settings.principalOnlyAllowed && !settings.amountHidden && terms.accountKind === 'loan';
  if (!isOffered || isTotalDueForced(terms, settings)) return refused('NotOffered');
  if (timing !== 'immediate') return refused('OnlyToday');
  if (terms.payoffHold !== null) return refused(terms.payoffHold);
  if (terms.dueOn !== null && terms.dueOn <= terms.today) return refused('InstallmentDue');
  if (terms.feesDueCents > 0) return refused('FeesDue');
  return maxPrincipal(terms) > 0 ? allowed : refused('NoPrincipal');
}

/** The limits of a principal-only payment: at most the principal, and what the method can carry. */
export function principalOnlyLimits(terms: PaymentTerms, settings: PaymentSettings, type: PaymentType): AmountLimits {
  const isCard = type === 'Card';
  const methodCents = isCard ? settings.maximumCardCents : maxBankEntryCents('immediate', terms, settings);
  const principalCents = maxPrincipal(terms);
  const maximumCents = methodCents === null ? principalCents : minCents(principalCents, methodCents);
  return {
    minimumCents: minCents(isCard ? settings.minimumCardCents : settings.minimumAchCents, maximumCents),
    maximumCents,
    defaultCents: ZERO,
    dueAboveMaximum: false,
    aboveCardMaximum: false,
  };
}

function maxPrincipal(terms: PaymentTerms): Cents {
  return maxCents(minCents(terms.balanceCents, maxOnlineCents(terms)), ZERO);
}
