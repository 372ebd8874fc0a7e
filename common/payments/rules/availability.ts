import { addDays } from '../../core/dates.ts';
import { hasOpenHoldCode, isClosed, isHoldCodeIn } from '#common/accounts/rules/account.ts';
import { allowed, type Availability, refused, unless } from './availability-answer.ts';
import { methodAvailability, type MethodAvailability, type MethodUse } from './method-availability.ts';
import { payNowAvailability, type PayNowBlock } from './payment-days.ts';
import type { PaymentSettings, ThirdPartyCards } from './payment-settings.ts';
import type { PaymentTerms, PaymentType } from './payment-types.ts';

/** Why an account can't be paid: the account error codes of P 8. */
export type AccountBlock =
  | 'NiteMode'
  | 'PaymentBlocked'
  | 'Delinquent'
  | 'NoPaymentNeeded'
  | 'BlockedOnPendingRecurring'
  | 'DisabledPaymentsAfterCutoffTime'
  /** The outcome of an earlier payment is still unknown; paying again could charge twice. */
  | 'Unsettled'
  | 'PaidOff'
  | 'ChargedOff';

export type PaymentTypeBlock =
  /** Forbidden by the host's security (P 6). */
  | 'BlockedByHost'
  | 'BlockedByHoldCode'
  /** The institution lets this customer neither save nor use such a method, or accepts no card brand. */
  | 'NotOffered'
  /** Delinquent, so the total due is the minimum, and it exceeds the card maximum (P 5). */
  | 'DueAboveCardMaximum';

/** The facts that aren't part of the account's terms. */
export interface PaymentCircumstances {
  readonly nightMode: boolean;
  /** An earlier payment of this account has no outcome yet. */
  readonly unsettledPayment: boolean;
}

export interface PaymentAvailability {
  readonly account: Availability<AccountBlock>;
  readonly types: Readonly<Record<PaymentType, Availability<PaymentTypeBlock>>>;
  /** If set, choosing card leads to the third party (C-011). */
  readonly thirdPartyCards: ThirdPartyCards | null;
  readonly methods: Readonly<Record<PaymentType, Readonly<Record<MethodUse, MethodAvailability>>>>;
  readonly payNow: Readonly<Record<PaymentType, Availability<PayNowBlock>>>;
}

export const ordinaryCircumstances: PaymentCircumstances = { nightMode: false, unsettledPayment: false };

/** Returns which payments are possible now. Browser and server both call it. */
export function availablePayments(
  terms: PaymentTerms,
  settings: PaymentSettings,
  circumstances: PaymentCircumstances,
): PaymentAvailability {
  const types = { Card: cardAvailability(terms, settings), ACH: achAvailability(terms, settings) };
  return {
    account: accountAvailability(terms, settings, circumstances, types),
    types,
    thirdPartyCards: findThirdPartyCards(terms.accountNumber, settings),
    methods: { Card: methodsOf('Card', terms, settings), ACH: methodsOf('ACH', terms, settings) },
    payNow: { Card: payNowAvailability('Card', terms, settings), ACH: payNowAvailability('ACH', terms, settings) },
  };
}

function methodsOf(type: PaymentType, terms: PaymentTerms, settings: PaymentSettings) {
  return {
    saved: methodAvailability({ type, use: 'saved' }, terms, settings),
    singleUse: methodAvailability({ type, use: 'singleUse' }, terms, settings),
  };
}

/** Without a link, the panel only appears before the card payment here (C-011). */
export function isPaidElsewhere(thirdPartyCards: ThirdPartyCards | null): boolean {
  return thirdPartyCards !== null && thirdPartyCards.link !== '';
}

/** The institution requires at least the total due (P 5). */
export function isTotalDueForced(terms: PaymentTerms, settings: PaymentSettings): boolean {
  return settings.totalDueForced || isForcedByDelinquency(terms, settings);
}

/** Whether a method of this type may be saved, and used without saving it (P 4). */
export interface MethodPermissions {
  readonly maySave: boolean;
  readonly mayUseOnce: boolean;
}

export function methodPermissions(
  type: PaymentType,
  settings: PaymentSettings,
  companyNumber: number,
): MethodPermissions {
  if (type === 'Card') return { maySave: settings.cardProfilesAllowed, mayUseOnce: settings.singleUseCardAllowed };
  return {
    maySave: settings.achProfilesAllowed && companyNumber === 0,
    mayUseOnce: settings.singleUseAchAllowed,
  };
}

function accountAvailability(
  terms: PaymentTerms,
  settings: PaymentSettings,
  circumstances: PaymentCircumstances,
  types: PaymentAvailability['types'],
): Availability<AccountBlock> {
  if (circumstances.nightMode) return refused('NiteMode');
  if (terms.accountKind === 'loan' && terms.payoffCents <= 0) return refused('PaidOff');
  if (terms.chargedOff) return refused('ChargedOff');
  if (terms.paymentsBlocked) return refused(terms.delinquent ? 'Delinquent' : 'PaymentBlocked');
  if (isBlockedByHoldCode(terms.holdCode, settings)) return refused('PaymentBlocked');
  if (terms.accountKind === 'lineOfCredit' && terms.balanceCents <= 0) return refused('NoPaymentNeeded');
  if (circumstances.unsettledPayment) return refused('Unsettled');
  if (isRecurringPending(terms, settings)) return refused('BlockedOnPendingRecurring');
  if (settings.blockedAfterCutoffWithScheduled && terms.pastAchCutoff && terms.scheduledPayments.some(isLive)) {
    return refused('DisabledPaymentsAfterCutoffTime');
  }
  const anyType = types.Card.allowed || types.ACH.allowed;
  return unless(!anyType, 'PaymentBlocked');
}

function isRecurringPending({ recurringPayment, today }: PaymentTerms, settings: PaymentSettings): boolean {
  const free = settings.blockedDaysBeforeRecurring;
  if (free === null || recurringPayment === null || recurringPayment.paused) return false;
  return recurringPayment.nextOn <= addDays(today, free);
}

/**
 * Any hold code that isn't open blocks all payments (P 4), unless the institution lists it for one type only; 48 blocks
 * only if listed (C-113).
 */
export function isBlockedByHoldCode(
  holdCode: string,
  settings: Pick<PaymentSettings, 'achBlockingHoldCodes' | 'cardBlockingHoldCodes'>,
): boolean {
  if (hasOpenHoldCode(holdCode) || holdCode === '48') return false;
  return (
    !isHoldCodeIn(holdCode, settings.achBlockingHoldCodes) && !isHoldCodeIn(holdCode, settings.cardBlockingHoldCodes)
  );
}

/**
 * Whether a hold code stops payments of this type, those planned before as well. Planned payments of a closed loan are
 * canceled instead.
 */
export function isStoppedByHoldCode(
  holdCode: string,
  type: PaymentType,
  settings: Pick<PaymentSettings, 'achBlockingHoldCodes' | 'cardBlockingHoldCodes'>,
): boolean {
  if (isClosed({ comment: holdCode })) return false;
  const { achBlockingHoldCodes, cardBlockingHoldCodes } = settings;
  const ofType = type === 'ACH' ? achBlockingHoldCodes : cardBlockingHoldCodes;
  return isBlockedByHoldCode(holdCode, settings) || isHoldCodeIn(holdCode, ofType);
}

function isLive({ paused }: { readonly paused: boolean }): boolean {
  return !paused;
}

function cardAvailability(terms: PaymentTerms, settings: PaymentSettings): Availability<PaymentTypeBlock> {
  if (terms.cardBlocked) return refused('BlockedByHost');
  if (isHoldCodeIn(terms.holdCode, settings.cardBlockingHoldCodes)) return refused('BlockedByHoldCode');
  if (isPaidElsewhere(findThirdPartyCards(terms.accountNumber, settings))) return allowed;
  if (settings.cardBrands.length === 0 || !isOffered('Card', terms, settings)) return refused('NotOffered');
  const maximum = settings.maximumCardCents;
  const tooMuchDue = maximum !== null && terms.totalDueCents > maximum;
  return unless(isForcedByDelinquency(terms, settings) && tooMuchDue, 'DueAboveCardMaximum');
}

function achAvailability(terms: PaymentTerms, settings: PaymentSettings): Availability<PaymentTypeBlock> {
  if (terms.achBlocked) return refused('BlockedByHost');
  if (isHoldCodeIn(terms.holdCode, settings.achBlockingHoldCodes)) return refused('BlockedByHoldCode');
  return unless(!isOffered('ACH', terms, settings), 'NotOffered');
}

/** The branch is the first part of the account number (P 3). */
function findThirdPartyCards(accountNumber: string, settings: PaymentSettings): ThirdPartyCards | null {
  const thirdParty = settings.thirdPartyCards;
  const branch = /^\d+/.exec(accountNumber)?.[0];
  if (!thirdParty || branch === undefined) return null;
  const inRange = Number(branch) >= thirdParty.firstBranch && Number(branch) <= thirdParty.lastBranch;
  return inRange ? thirdParty : null;
}

function isOffered(type: PaymentType, terms: PaymentTerms, settings: PaymentSettings): boolean {
  const { maySave, mayUseOnce } = methodPermissions(type, settings, terms.companyNumber);
  return maySave || mayUseOnce;
}

/** The same for a delinquent loan; also applies to recurring payments. */
export function isForcedByDelinquency(terms: PaymentTerms, settings: PaymentSettings): boolean {
  return terms.delinquent && settings.totalDueForcedWhenDelinquent;
}
