import {
  type Cents,
  cents,
  maxCents,
  minCents,
  parseDollars,
  roundToCents,
  scaleCents,
  subtractCents,
  ZERO,
} from '../../core/money.ts';
import { isForcedByDelinquency, isTotalDueForced } from './availability.ts';
import { maxBankEntryCents } from './fees.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { BillingFrequency, PaymentTerms, PaymentType, RecurringOption } from './payment-types.ts';
import { installmentsAYear, paymentsAYear } from './times-a-year.ts';
import { paysTotalDue } from './total-due.ts';

/** The facts besides the loan that determine an amount's limits. */
export type AmountUse =
  | { readonly timing: 'immediate' | 'scheduled' }
  | { readonly timing: 'recurring'; readonly option: RecurringOption };

const immediate: AmountUse = { timing: 'immediate' };

export interface AmountLimits {
  readonly minimumCents: Cents;
  readonly maximumCents: Cents;
  /**
   * The proposed amount: the total due, or the regular payment if nothing is due; for a recurring payment, its share of
   * the installment.
   */
  readonly defaultCents: Cents;
  /** Only a warning: the customer may pay less (P 4). */
  readonly dueAboveMaximum: boolean;
  /** The amount is fixed and above the card maximum, so only a bank account can pay it (P 5). */
  readonly aboveCardMaximum: boolean;
}

/** Calculates the limits of an amount (P 5, C-023, C-111); the minimum never exceeds the maximum. */
export function amountLimits(
  terms: PaymentTerms,
  settings: PaymentSettings,
  type: PaymentType,
  use: AmountUse = immediate,
): AmountLimits {
  const defaultCents = use.timing === 'recurring' ? spreadAmount(terms, use.option) : defaultAmount(terms);
  const maximumCents = maximumAmount(terms, settings, type, use);
  const forcedCents = forcedAmount(terms, settings, use);
  const cardMaximum = type === 'Card' ? settings.maximumCardCents : null;
  return {
    minimumCents: minCents(forcedCents ?? minimumAmount(terms, settings, type, use), maximumCents),
    maximumCents,
    defaultCents,
    dueAboveMaximum: defaultCents > maximumCents,
    aboveCardMaximum: cardMaximum !== null && forcedCents !== null && forcedCents > cardMaximum,
  };
}

/**
 * Returns the payoff amount, or one cent less if the loan can't be paid off online; otherwise a plain amount could get
 * around the hold.
 */
export function maxOnlineCents({ payoffCents, payoffHold }: Pick<PaymentTerms, 'payoffCents' | 'payoffHold'>): Cents {
  return maxCents(payoffHold === null ? payoffCents : subtractCents(payoffCents, cents(1)), ZERO);
}

export function regularAmount(terms: PaymentTerms): Cents {
  return minCents(terms.regularPaymentCents, maxCents(terms.payoffCents, ZERO));
}

/**
 * Spreads the installment over the frequency: a year of payments equals a year of installments. Capped at the payoff.
 */
function spreadAmount(terms: PaymentTerms, option: RecurringOption): Cents {
  const { billingFrequency } = terms;
  const share = roundToCents(
    BigInt(terms.regularPaymentCents) * BigInt(installmentsAYear(billingFrequency)),
    BigInt(paymentsAYear(option, billingFrequency)),
  );
  return minCents(share, regularAmount(terms));
}

export function monthlyAmount(amount: Cents, option: RecurringOption, billingFrequency: BillingFrequency): Cents {
  return roundToCents(BigInt(amount) * BigInt(paymentsAYear(option, billingFrequency)), 12n);
}

/** Returns whether payments add up to more than one and a half times the installments. */
export function isFarAboveDue(amount: Cents, option: RecurringOption, terms: PaymentTerms): boolean {
  const { billingFrequency, regularPaymentCents } = terms;
  const times = (of: bigint, value: Cents) => BigInt(value) * of;
  const paid = times(BigInt(paymentsAYear(option, billingFrequency)), amount);
  return 2n * paid > 3n * times(BigInt(installmentsAYear(billingFrequency)), regularPaymentCents);
}

/** A recurring payment on the due date is the regular amount unless the institution lets customers choose (P 4). */
function isAmountFixed(use: AmountUse, settings: PaymentSettings): boolean {
  return use.timing === 'recurring' && use.option === 'DaysBeforeDue' && !settings.customAmountOnDaysBeforeDueAllowed;
}

/** Additional principal is only for recurring payments by bank account (P 2, P 5). */
export function mayAddPrincipal(
  type: PaymentType,
  use: AmountUse,
  terms: Pick<PaymentTerms, 'accountKind'>,
  settings: PaymentSettings,
): boolean {
  const allowed = type === 'ACH' && use.timing === 'recurring' && settings.additionalPrincipalOnRecurringAchAllowed;
  return allowed && !paysTotalDue(terms, settings, use);
}

export function maxAdditionalPrincipal(amount: Cents, terms: PaymentTerms): Cents {
  return maxCents(subtractCents(maxOnlineCents(terms), amount), ZERO);
}

/** Returns whether to skip the amount step because there is nothing to choose (P 4). */
export function isAmountStepSkipped(
  type: PaymentType,
  use: AmountUse,
  terms: PaymentTerms,
  settings: PaymentSettings,
): boolean {
  if (settings.amountHidden || paysTotalDue(terms, settings, use)) return true;
  return isAmountFixed(use, settings) && !mayAddPrincipal(type, use, terms, settings);
}

/** The total due, or the regular payment if nothing is due, capped at the payoff. */
export function defaultAmount(terms: PaymentTerms): Cents {
  const due = terms.totalDueCents > 0 ? terms.totalDueCents : terms.regularPaymentCents;
  return minCents(due, maxCents(terms.payoffCents, ZERO));
}

export type AmountError = 'BelowMinimum' | 'AboveMaximum' | 'AboveCardMaximum';

export function findAmountError(amount: Cents, limits: AmountLimits): AmountError | undefined {
  if (limits.aboveCardMaximum) return 'AboveCardMaximum';
  if (amount < limits.minimumCents || amount <= 0) return 'BelowMinimum';
  return amount > limits.maximumCents ? 'AboveMaximum' : undefined;
}

/** Maximum length of Enter Amount (P 9). */
export const AMOUNT_ENTRY_LENGTH = 15;

/** Parses Enter Amount; returns undefined if it isn't an amount or is too long. */
export function parseAmountEntry(text: string): Cents | undefined {
  return text.length <= AMOUNT_ENTRY_LENGTH ? parseDollars(text) : undefined;
}

/** Returns the amount that must be paid, or null if the customer may choose. */
function forcedAmount(terms: PaymentTerms, settings: PaymentSettings, use: AmountUse): Cents | null {
  if (isAmountFixed(use, settings)) return regularAmount(terms);
  const forced =
    use.timing === 'recurring' ? isForcedByDelinquency(terms, settings) : isTotalDueForced(terms, settings);
  return forced && terms.totalDueCents > 0 ? terms.totalDueCents : null;
}

/**
 * The institution's minimum, lowered if less is owed: never above the lowest of default payment, total due and, for
 * today, payoff. A forced total due overrides this rule (C-023).
 */
function minimumAmount(terms: PaymentTerms, settings: PaymentSettings, type: PaymentType, use: AmountUse): Cents {
  const configured = type === 'Card' ? settings.minimumCardCents : settings.minimumAchCents;
  const payoff = use.timing === 'immediate' ? [terms.payoffCents] : [];
  const owed = [defaultAmount(terms), terms.totalDueCents, ...payoff].filter((amount) => amount > 0);
  return minCents(configured, ...owed);
}

/**
 * The regular payment if recurring, unless more is allowed; otherwise the payoff times the institution's factor. A card
 * is also limited to its own maximum: P 5 names only that limit, but a payment never exceeds the payoff (compare C-111,
 * which also takes the lower of two).
 */
function maximumAmount(terms: PaymentTerms, settings: PaymentSettings, type: PaymentType, use: AmountUse): Cents {
  const payoff = maxOnlineCents(terms);
  const factored = settings.maximumPayoffFactor === null ? payoff : scaleCents(payoff, settings.maximumPayoffFactor);
  const isRegular =
    use.timing === 'recurring' && (!settings.additionalAmountOnRecurringAllowed || isAmountFixed(use, settings));
  const max = isRegular ? minCents(regularAmount(terms), payoff) : factored;
  if (type === 'ACH') return minCents(max, maxBankEntryCents(use.timing, terms, settings));
  return settings.maximumCardCents === null ? max : minCents(max, settings.maximumCardCents);
}
