import type { Day } from '../../core/dates.ts';
import type { Cents } from '../../core/money.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import { isRoutingNumber, validateBankAccount } from './ach-rules.ts';
import { listBankAccountTypes } from './bank-account-types.ts';
import { amountLimits, type AmountUse, findAmountError, mayAddPrincipal, maxAdditionalPrincipal } from './amounts.ts';
import { paysTotalDue } from './total-due.ts';
import {
  availablePayments,
  isPaidElsewhere,
  type PaymentAvailability,
  type PaymentCircumstances,
} from './availability.ts';
import { validateCard } from './card-rules.ts';
import { findLastCardDay, isCardExpired } from './card-life.ts';
import {
  type FeeMethod,
  firstPartyFee,
  MAX_BANK_ENTRY_CENTS,
  type PaymentFees,
  paymentTotal,
  thirdPartyFee,
} from './fees.ts';
import { type HostMessage, hostMessages } from './host-messages.ts';
import { payoffAvailability } from './method-availability.ts';
import { firstDayOnDue, paymentDay, recurringDay } from './payment-days.ts';
import { isPrincipalOnly } from './breakdown.ts';
import { findUseError, type IntendedMethod, intendedMethod, type SubmittedMethod } from './submitted-method.ts';
import { principalOnlyAvailability, principalOnlyLimits } from './principal-only.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { PaymentTerms, PaymentTiming, RecurringOption, SavedBankAccount, SavedCard } from './payment-types.ts';
import {
  accountBlockError,
  amountErrors,
  frequencyBlockError,
  paymentDayErrors,
  principalOnlyErrors,
  recurringDayErrors,
  scheduleBlockError,
  type SubmissionErrorKey,
  typeBlockError,
} from './submission-errors.ts';
import { firstRecurringDay, frequencyOfRecurring } from './submission-route.ts';

/** A key of the catalog, or a sentence of the host (P 8). */
export type SubmissionError = SubmissionErrorKey | HostMessage;

export type SubmissionPlan =
  | { readonly timing: 'immediate' | 'scheduled' }
  | { readonly timing: 'recurring'; readonly option: RecurringOption; readonly daysBeforeDue: number };

/** A payment without card or account numbers. */
export interface PaymentIntent {
  readonly plan: SubmissionPlan;
  readonly companyNumber: number;
  /** For a recurring payment, the first day; not used on the due date. */
  readonly payOn: Day;
  /** A recurring payment is changed and keeps its days, so they aren't chosen. */
  readonly keepsDays?: boolean;
  /** A recurring payment is changed and keeps its frequency, which may no longer be offered. */
  readonly keepsFrequency?: boolean;
  /** Zero if a recurring payment pays the total due. */
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly fees: PaymentFees;
  readonly isPayoff: boolean;
  readonly method: IntendedMethod;
}

export interface PaymentSubmission extends Omit<PaymentIntent, 'method'> {
  readonly method: SubmittedMethod;
}

/**
 * Checks a whole payment again. The server doesn't trust any amount, fee, date or permission sent by the client.
 * @param payoffCents the payoff on the day of the payment
 * @returns the first error in the order of the flow, or undefined if the payment is valid
 */
export function findSubmissionError(
  submission: PaymentSubmission,
  terms: PaymentTerms,
  settings: PaymentSettings,
  circumstances: PaymentCircumstances,
  payoffCents: Cents = terms.payoffCents,
): SubmissionError | undefined {
  const intent = { ...submission, method: intendedMethod(submission.method) };
  return (
    findIntentError(intent, terms, settings, circumstances, payoffCents) ??
    findMethodError(submission.method, terms, settings)
  );
}

/** The same before card or account numbers are known. */
export function findIntentError(
  intent: PaymentIntent,
  terms: PaymentTerms,
  settings: PaymentSettings,
  circumstances: PaymentCircumstances,
  payoffCents: Cents = terms.payoffCents,
): SubmissionError | undefined {
  const available = availablePayments(terms, settings, circumstances);
  return (
    accountError(intent, terms, available) ??
    typeError(intent.method, available) ??
    planError(intent, available) ??
    dateError(intent, terms, settings) ??
    (intent.isPayoff ? payoffError(intent, terms, settings, payoffCents) : amountError(intent, terms, settings)) ??
    feeError(intent, terms, settings) ??
    entryError(intent)
  );
}

export function feesOfSubmission(
  method: IntendedMethod,
  timing: PaymentTiming,
  terms: Pick<PaymentTerms, 'fees'>,
  settings: Pick<PaymentSettings, 'thirdPartyFees'>,
): PaymentFees {
  return {
    firstPartyCents: firstPartyFee(feeMethodOf(method), timing, terms.fees),
    thirdPartyCents: thirdPartyFee(method.type, settings),
  };
}

/** Whether the loan and the institution allow the method for this plan (P 5). */
function planError(
  { plan, method, keepsFrequency = false }: PaymentIntent,
  { methods }: PaymentAvailability,
): SubmissionError | undefined {
  const options = methods[method.type][method.use];
  if (plan.timing === 'scheduled' && !options.payLater.allowed) {
    return scheduleBlockError(options.payLater.reason, method.type);
  }
  const frequency = plan.timing === 'recurring' ? frequencyOfRecurring(plan.option, plan.daysBeforeDue) : 'OneTime';
  const offered = options.frequencies[frequency];
  const isKept = keepsFrequency && !offered.allowed && offered.reason === 'TooOftenForNotice';
  if (!offered.allowed && !isKept) return frequencyBlockError(offered.reason, method.type);
  const wrongDays = frequency === 'DaysBeforeDue' && !options.daysBeforeDue.includes(daysOf(plan));
  return wrongDays ? 'Invalid' : undefined;
}

function daysOf(plan: SubmissionPlan): number {
  return plan.timing === 'recurring' ? plan.daysBeforeDue : 0;
}

function accountError(
  submission: PaymentIntent,
  terms: PaymentTerms,
  { account }: PaymentAvailability,
): SubmissionError | undefined {
  if (!account.allowed) return accountBlockError(account.reason, terms);
  return submission.companyNumber === terms.companyNumber ? undefined : 'Invalid';
}

function typeError(method: IntendedMethod, { types, thirdPartyCards }: PaymentAvailability) {
  const type = types[method.type];
  if (!type.allowed) return typeBlockError(type.reason, method.type);
  return method.type === 'Card' && isPaidElsewhere(thirdPartyCards) ? 'Invalid' : undefined;
}

function dateError(
  { plan, payOn, keepsDays = false, method }: PaymentIntent,
  terms: PaymentTerms,
  settings: PaymentSettings,
): SubmissionErrorKey | undefined {
  if (plan.timing === 'recurring') {
    const { option, daysBeforeDue } = plan;
    if (option === 'DaysBeforeDue') {
      // The day of a payment on the due date isn't chosen.
      const dueOn = firstRecurringDay({ option, daysBeforeDue, firstOn: payOn }, terms);
      const firstOn = dueOn && firstDayOnDue(dueOn, terms, settings);
      const expires = firstOn !== undefined && method.goodThrough !== null && firstOn > method.goodThrough;
      return expires ? 'CardExpiresBefore' : undefined;
    }
    if (keepsDays) return method.goodThrough !== null && payOn > method.goodThrough ? 'CardExpiresBefore' : undefined;
    const frequency = frequencyOfRecurring(option, daysBeforeDue);
    const first = recurringDay(frequency, payOn, terms, settings, method.goodThrough);
    return first.allowed ? undefined : recurringDayErrors[first.reason];
  }
  if (plan.timing === 'scheduled' && payOn <= terms.today) return 'PaymentDateMinimumError';
  if (plan.timing === 'immediate' && payOn > terms.today) return 'PaymentDateMaximumError';
  const date = paymentDay(method.type, payOn, terms, settings, method.goodThrough);
  return date.allowed ? undefined : paymentDayErrors[date.reason];
}

/** Whether this customer may use the method at all, and what was typed is right, apart from date and amount. */
export function findMethodError(
  method: SubmittedMethod,
  terms: PaymentTerms,
  settings: PaymentSettings,
): SubmissionError | undefined {
  const unusable = findUseError(method, terms, settings);
  if (unusable !== undefined || !('singleUse' in method)) return unusable;
  if (method.type === 'Card') {
    return hasErrors(validateCard(method.singleUse, settings, terms.today)) ? 'Invalid' : undefined;
  }
  if (!isRoutingNumber(method.singleUse.routingNumber)) return 'RoutingNumberInvalid';
  return hasErrors(validateBankAccount(method.singleUse, settings)) ? 'Invalid' : undefined;
}

/** Whether a scheduled or recurring payment may keep its method. A card's expiration is checked with the new day. */
export function findKeptMethodError(
  method: KeptMethod,
  { today }: Pick<PaymentTerms, 'today'>,
  settings: PaymentSettings,
): SubmissionError | undefined {
  if (method.type === 'ACH') return listBankAccountTypes(settings).includes(method.accountType) ? undefined : 'Invalid';
  if (settings.debitOnly && method.debitCredit === 'CreditCard') return hostMessages.creditCardsNotAccepted;
  if (method.expiration !== null && isCardExpired(method.expiration, today)) return 'Expired';
  return settings.cardBrands.includes(method.brand) ? undefined : 'Invalid';
}

export type KeptMethod =
  | Pick<SavedBankAccount, 'type' | 'accountType'>
  | (Pick<SavedCard, 'type' | 'brand' | 'debitCredit'> & { readonly expiration: string | null });

export function intendedKept(method: KeptMethod): IntendedMethod {
  if (method.type === 'ACH') return { type: 'ACH', use: 'saved', debitCredit: null, goodThrough: null };
  const goodThrough = method.expiration === null ? null : (findLastCardDay(method.expiration) ?? null);
  return { type: 'Card', use: 'saved', debitCredit: method.debitCredit, goodThrough };
}

/** A payoff must be exact, one-time, and allowed by the institution (P 5, Payoff toggle). */
function payoffError(
  submission: PaymentIntent,
  terms: PaymentTerms,
  settings: PaymentSettings,
  payoffCents: Cents,
): SubmissionErrorKey | undefined {
  const { plan, method, amountCents, additionalPrincipalCents } = submission;
  if (plan.timing === 'recurring' || additionalPrincipalCents !== 0) return 'Invalid';
  const when = plan.timing === 'immediate' ? 'today' : 'later';
  const payoff = payoffAvailability(method.type, when, payoffCents, terms, settings);
  if (terms.payoffHold !== null) return 'ContactUs';
  if (!payoff.allowed) {
    const tooMuch = payoff.reason === 'AboveCardMaximum' || payoff.reason === 'AboveBankMaximum';
    return tooMuch ? 'PaymentAmountMaximumError' : 'Invalid';
  }
  return amountCents === payoffCents ? undefined : 'PayOffQuote';
}

function amountError(
  { plan, method, amountCents, additionalPrincipalCents }: PaymentIntent,
  terms: PaymentTerms,
  settings: PaymentSettings,
): SubmissionErrorKey | undefined {
  const use: AmountUse = plan;
  if (plan.timing !== 'recurring' && isPrincipalOnly({ amountCents, additionalPrincipalCents })) {
    const available = principalOnlyAvailability(terms, settings, plan.timing);
    if (!available.allowed) return principalOnlyErrors[available.reason];
    const wrong = findAmountError(additionalPrincipalCents, principalOnlyLimits(terms, settings, method.type));
    return wrong && amountErrors[wrong];
  }
  const max = mayAddPrincipal(method.type, use, terms, settings) ? maxAdditionalPrincipal(amountCents, terms) : 0;
  if (additionalPrincipalCents > max) return max === 0 ? 'Invalid' : 'PaymentAmountMaximumError';
  if (paysTotalDue(terms, settings, use)) return amountCents === 0 ? undefined : 'Invalid';
  const error = findAmountError(amountCents, amountLimits(terms, settings, method.type, use));
  return error && amountErrors[error];
}

function feeError(
  { plan, method, fees }: PaymentIntent,
  terms: PaymentTerms,
  settings: PaymentSettings,
): SubmissionErrorKey | undefined {
  const due = feesOfSubmission(method, plan.timing, terms, settings);
  const equal = fees.firstPartyCents === due.firstPartyCents && fees.thirdPartyCents === due.thirdPartyCents;
  return equal ? undefined : 'Invalid';
}

function entryError({ method, amountCents, fees, additionalPrincipalCents }: PaymentIntent) {
  const fits = paymentTotal(amountCents, fees, additionalPrincipalCents) <= MAX_BANK_ENTRY_CENTS;
  return method.type === 'Card' || fits ? undefined : 'PaymentAmountMaximumError';
}

/** A card of unknown kind has the fee of a debit card. */
function feeMethodOf({ type, debitCredit }: IntendedMethod): FeeMethod {
  return type === 'ACH' ? { type: 'ACH' } : { type: 'Card', debitCredit: debitCredit ?? 'DebitCard' };
}
