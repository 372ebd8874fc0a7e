import {
  type Cents,
  cents,
  formatCents,
  maxCents,
  minCents,
  parseDollars,
  roundToCents,
  scaleCents,
  subtractCents,
  ZERO,
} from '../../core/money.ts';
import { isForcedByDelinquency, isTotalDueForced } from './availability.ts';
import { mostByBankEntry } from './fees.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { BillingFrequency, PaymentTerms, PaymentType, RecurringOption } from './payment-types.ts';

/** What a payment is for, as far as its amount goes. */
export type AmountUse =
  | { readonly timing: 'immediate' | 'scheduled' }
  | { readonly timing: 'recurring'; readonly option: RecurringOption };

const immediate: AmountUse = { timing: 'immediate' };

/** What may be paid with a method of one type. */
export interface AmountLimits {
  readonly minimumCents: Cents;
  readonly maximumCents: Cents;
  /** What is proposed: the total due, or the regular payment when nothing is due; of a recurring payment its share of the installment. */
  readonly defaultCents: Cents;
  /** A warning only: the customer may pay less (P 4). */
  readonly dueAboveMaximum: boolean;
  /** The amount is forced and a card cannot pay that much: only a bank account will do (P 5). */
  readonly aboveCardMaximum: boolean;
}

/** The limits of an amount (P 5, C-023, C-111); the minimum never exceeds the maximum. */
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

/** What pays the account off, or a cent less where that cannot be done online: an amount must not be a payoff under another name. */
export function mostOnline({ payoffCents, payoffHold }: Pick<PaymentTerms, 'payoffCents' | 'payoffHold'>): Cents {
  return maxCents(payoffHold === null ? payoffCents : subtractCents(payoffCents, cents(1)), ZERO);
}

/** The whole installment: the regular payment, never more than pays the account off. */
export function regularAmount(terms: PaymentTerms): Cents {
  return minCents(terms.regularPaymentCents, maxCents(terms.payoffCents, ZERO));
}

/** How often a year something is billed or drawn. */
const TIMES_A_YEAR = {
  Monthly: 12n,
  DayOfMonth: 12n,
  SemiMonthly: 24n,
  TwoWeeks: 26n,
  BiWeekly: 26n,
  Weekly: 52n,
} as const;

function timesAYear(option: RecurringOption, billingFrequency: BillingFrequency): bigint {
  return TIMES_A_YEAR[option === 'DaysBeforeDue' ? billingFrequency : option];
}

/** The installment spread over the rhythm, so that a year of payments makes a year of installments; never more than pays the account off. */
function spreadAmount(terms: PaymentTerms, option: RecurringOption): Cents {
  const { billingFrequency } = terms;
  const share = roundToCents(
    BigInt(terms.regularPaymentCents) * TIMES_A_YEAR[billingFrequency],
    timesAYear(option, billingFrequency),
  );
  return minCents(share, regularAmount(terms));
}

/** What a recurring payment comes to in a month on average. */
export function monthlyAmount(amount: Cents, option: RecurringOption, billingFrequency: BillingFrequency): Cents {
  return roundToCents(BigInt(amount) * timesAYear(option, billingFrequency), 12n);
}

/** Whether payments in a rhythm come to far more than the installments: half as much again. */
export function isFarAboveDue(amount: Cents, option: RecurringOption, terms: PaymentTerms): boolean {
  const { billingFrequency, regularPaymentCents } = terms;
  const times = (of: bigint, value: Cents) => BigInt(value) * of;
  const paid = times(timesAYear(option, billingFrequency), amount);
  return 2n * paid > 3n * times(TIMES_A_YEAR[billingFrequency], regularPaymentCents);
}

/** A recurring payment that follows the due date is the regular one, unless the institution lets its amount be chosen (P 4). */
function isAmountFixed(use: AmountUse, settings: PaymentSettings): boolean {
  return use.timing === 'recurring' && use.option === 'DaysBeforeDue' && !settings.customAmountOnDaysBeforeDueAllowed;
}

/** The amount is the total due of the line of credit at the time of each payment; zero is sent (P 4). */
export function paysTotalDue(terms: Pick<PaymentTerms, 'accountKind'>, settings: PaymentSettings, use: AmountUse) {
  return (
    use.timing === 'recurring' && terms.accountKind === 'lineOfCredit' && settings.recurringLineOfCreditPaysTotalDue
  );
}

/** Additional principal belongs to recurring payments by bank account (P 2, P 5). */
export function mayAddPrincipal(
  type: PaymentType,
  use: AmountUse,
  terms: Pick<PaymentTerms, 'accountKind'>,
  settings: PaymentSettings,
): boolean {
  const allowed = type === 'ACH' && use.timing === 'recurring' && settings.additionalPrincipalOnRecurringAchAllowed;
  return allowed && !paysTotalDue(terms, settings, use);
}

/** Together with the amount no more than pays the account off. */
export function mostAdditionalPrincipal(amount: Cents, terms: PaymentTerms): Cents {
  return maxCents(subtractCents(mostOnline(terms), amount), ZERO);
}

/** Whether the amount step is passed over, since there is nothing to decide (P 4). */
export function isAmountStepSkipped(
  type: PaymentType,
  use: AmountUse,
  terms: PaymentTerms,
  settings: PaymentSettings,
): boolean {
  if (settings.amountHidden || paysTotalDue(terms, settings, use)) return true;
  return isAmountFixed(use, settings) && !mayAddPrincipal(type, use, terms, settings);
}

/** The total due, or the regular payment when nothing is due; never more than pays the account off. */
export function defaultAmount(terms: PaymentTerms): Cents {
  const due = terms.totalDueCents > 0 ? terms.totalDueCents : terms.regularPaymentCents;
  return minCents(due, maxCents(terms.payoffCents, ZERO));
}

export type AmountError = 'BelowMinimum' | 'AboveMaximum' | 'AboveCardMaximum';

/** What is wrong with an amount, or nothing. */
export function findAmountError(amount: Cents, limits: AmountLimits): AmountError | undefined {
  if (limits.aboveCardMaximum) return 'AboveCardMaximum';
  if (amount < limits.minimumCents || amount <= 0) return 'BelowMinimum';
  return amount > limits.maximumCents ? 'AboveMaximum' : undefined;
}

/** The most characters that Enter Amount takes (P 9). */
export const AMOUNT_ENTRY_LENGTH = 15;

/** What a person typed into Enter Amount, or nothing when it is not an amount or too long. */
export function parseAmountEntry(text: string): Cents | undefined {
  return text.length <= AMOUNT_ENTRY_LENGTH ? parseDollars(text) : undefined;
}

/** `$1,234.56`, as the field shows an amount once it is left; what is no amount stays as typed. */
export function formatAmountEntry(text: string): string {
  const amount = parseAmountEntry(text);
  return amount === undefined ? text : formatCents(amount);
}

export interface AmountEntryError {
  readonly key: 'amountError.required' | 'amountError.range' | 'amountError.cardMaximum';
  /** What fills the text: minimum and maximum as dollars (C-136). */
  readonly fill: readonly string[];
}

/** The text for what was typed into Enter Amount, or nothing when it may be paid. */
export function findAmountEntryError(text: string, limits: AmountLimits): AmountEntryError | undefined {
  if (limits.aboveCardMaximum) return { key: 'amountError.cardMaximum', fill: [] };
  if (text.trim() === '') return { key: 'amountError.required', fill: [] };
  const amount = parseAmountEntry(text);
  if (amount !== undefined && findAmountError(amount, limits) === undefined) return undefined;
  return { key: 'amountError.range', fill: [formatCents(limits.minimumCents), formatCents(limits.maximumCents)] };
}

/** The amount that must be paid at least, whatever else would do; nothing when it is free. */
function forcedAmount(terms: PaymentTerms, settings: PaymentSettings, use: AmountUse): Cents | null {
  if (isAmountFixed(use, settings)) return regularAmount(terms);
  const forced =
    use.timing === 'recurring' ? isForcedByDelinquency(terms, settings) : isTotalDueForced(terms, settings);
  return forced && terms.totalDueCents > 0 ? terms.totalDueCents : null;
}

/**
 * The institution's minimum, lowered where less is owed: nobody is asked for more
 * than the lowest of default payment, total due and, today, payoff. A forced
 * total due takes the place of that rule (C-023).
 */
function minimumAmount(terms: PaymentTerms, settings: PaymentSettings, type: PaymentType, use: AmountUse): Cents {
  const configured = type === 'Card' ? settings.minimumCardCents : settings.minimumAchCents;
  const payoff = use.timing === 'immediate' ? [terms.payoffCents] : [];
  const owed = [defaultAmount(terms), terms.totalDueCents, ...payoff].filter((amount) => amount > 0);
  return minCents(configured, ...owed);
}

/**
 * The regular payment when it recurs, unless more is allowed; otherwise what pays
 * the account off, times the institution's factor. For a card also no more than
 * its own maximum: P 5 names only that one there, but nobody owes more than the
 * payoff (compare C-111, which takes the lower of two as well).
 */
function maximumAmount(terms: PaymentTerms, settings: PaymentSettings, type: PaymentType, use: AmountUse): Cents {
  const payoff = mostOnline(terms);
  const factored = settings.maximumPayoffFactor === null ? payoff : scaleCents(payoff, settings.maximumPayoffFactor);
  const isRegular =
    use.timing === 'recurring' && (!settings.additionalAmountOnRecurringAllowed || isAmountFixed(use, settings));
  const most = isRegular ? minCents(regularAmount(terms), payoff) : factored;
  if (type === 'ACH') return minCents(most, mostByBankEntry(use.timing, terms, settings));
  return settings.maximumCardCents === null ? most : minCents(most, settings.maximumCardCents);
}
