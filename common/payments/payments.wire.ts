import { day, type Day } from '../core/dates.ts';
import { toWireAmount } from '../core/money.ts';
import { rateToPercent } from '../core/rates.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import { defaultAmount } from './rules/amounts.ts';
import type {
  CardEntry,
  FirstPartyFees,
  PaymentTerms,
  PlannedPaymentsOfLoan,
  SavedMethod,
  TokenizedCard,
} from './rules/payment-types.ts';
import type { SavedMethodItem } from './payment-shapes.api.ts';
import type { PaymentInfo } from './payments.api.ts';
import { lateChargeFromWire, lateChargeToWire } from './lateness.wire.ts';
import { dollarsToCents, percentToRate } from '#common/contract/wire-values.ts';
import {
  defaultMethodFromWire,
  defaultMethodToWire,
  recurringPaymentFromWire,
  recurringPaymentToWire,
  scheduledPaymentFromWire,
  scheduledPaymentToWire,
} from './schedules.wire.ts';

/** The only place that translates between the payment flow's wire names (P 3) and ours. */

type WireFees = PaymentInfo['PaymentOptions']['FirstPartyFees'];

export interface WireContext {
  /** The one-time handle of this visit. */
  readonly encryptedData: string;
  /** The institution refuses same-day bank drafts after the cut-off. */
  readonly immediateAchBlockedAfterCutoff: boolean;
  readonly savedMethods: readonly SavedMethod[];
}

/**
 * Converts terms to the loan info answer. @throws RangeError for an account that can't be paid: it is answered with its
 * error code instead.
 */
export function paymentTermsToWire(terms: PaymentTerms & PlannedPaymentsOfLoan, context: WireContext): PaymentInfo {
  if (terms.paymentsBlocked || terms.chargedOff)
    throw new RangeError('A blocked account is answered with its account error');
  return {
    HasNoErrors: true,
    Errors: [],
    DueDate: terms.dueOn,
    PaymentDetails: {
      LoanAccountNumber: terms.accountNumber,
      PaymentDate: terms.today,
      PaymentAmount: toWireAmount(defaultAmount(terms)),
      Company: terms.companyNumber,
    },
    PaymentOptions: {
      AllowACH: !terms.achBlocked,
      AllowCards: !terms.cardBlocked,
      NumberDaysInPeriod: terms.periodDays,
      RecurringAllowed: terms.recurringAllowed,
      FirstPartyFees: feesToWire(terms.fees),
    },
    ScheduledPayments: terms.scheduledPayments.map(scheduledPaymentToWire),
    RecurringPayment: terms.recurringPayment && recurringPaymentToWire(terms.recurringPayment),
    numScheduledPayments: terms.scheduledPayments.length,
    loanHasRecurringPmt: terms.recurringPayment !== null,
    recurringAllowedByHost: terms.recurringAllowed,
    blockAchPayment: terms.achBlocked,
    blockCardPayment: terms.cardBlocked,
    allowCards: !terms.cardBlocked,
    earliestPaymentDate: terms.earliestPaymentOn,
    UpcomingDueDays: [...terms.upcomingDueDays],
    BlockImmediateACHPaymentsAfterCutoffTime: context.immediateAchBlockedAfterCutoff && terms.pastAchCutoff,
    AdjustedACHPaymentDateAfterCutoffTime: terms.pastAchCutoff ? terms.earliestPaymentOn : null,
    RegularPaymentAmount: toWireAmount(terms.regularPaymentCents),
    LoanBillingFrequency: terms.billingFrequency,
    NonPaymentDays: [...terms.nonPaymentDays],
    NonSchedulablePaymentDays: [...terms.nonSchedulableDays],
    RestrictionCode: terms.onlyImmediatePayments ? 'InterestTooHighForDelayedPayment' : '',
    PayoffHold: terms.payoffHold,
    FeesAndCharges: toWireAmount(terms.feesDueCents),
    EncryptedData: context.encryptedData,
    Delinquent: terms.delinquent,
    PastDue: terms.pastDue,
    LateCharge: lateChargeToWire(terms.lateCharge),
    TotalAmountDue: toWireAmount(terms.totalDueCents),
    PayOffAmount: toWireAmount(terms.payoffCents),
    Balance: toWireAmount(terms.balanceCents),
    InterestDue: toWireAmount(terms.interestDueCents),
    Rate: rateToPercent(terms.rate),
    accountNumber: terms.accountNumber,
    accountType: typeCodes[terms.accountKind],
    paymentMethods: context.savedMethods.map(savedMethodToWire),
    HoldCode: terms.holdCode,
    DefaultPaymentMethod: terms.defaultMethod && defaultMethodToWire(terms.defaultMethod),
  };
}

/** The inverse of {@link paymentTermsToWire}. */
export function paymentTermsFromWire(info: PaymentInfo): PaymentTerms & PlannedPaymentsOfLoan {
  const today = day(info.PaymentDetails.PaymentDate);
  const adjusted = info.AdjustedACHPaymentDateAfterCutoffTime;
  return {
    accountNumber: info.PaymentDetails.LoanAccountNumber,
    accountKind: info.accountType === typeCodes.lineOfCredit ? 'lineOfCredit' : 'loan',
    companyNumber: info.PaymentDetails.Company,
    holdCode: info.HoldCode,
    today,
    earliestPaymentOn: adjusted === null ? today : day(adjusted),
    pastAchCutoff: adjusted !== null,
    dueOn: info.DueDate === null ? null : day(info.DueDate),
    upcomingDueDays: daysFromWire(info.UpcomingDueDays),
    balanceCents: dollarsToCents(info.Balance),
    totalDueCents: dollarsToCents(info.TotalAmountDue),
    regularPaymentCents: dollarsToCents(info.RegularPaymentAmount),
    payoffCents: dollarsToCents(info.PayOffAmount),
    interestDueCents: dollarsToCents(info.InterestDue),
    feesDueCents: dollarsToCents(info.FeesAndCharges),
    rate: percentToRate(info.Rate),
    billingFrequency: info.LoanBillingFrequency,
    periodDays: info.PaymentOptions.NumberDaysInPeriod,
    pastDue: info.PastDue,
    lateCharge: lateChargeFromWire(info.LateCharge),
    delinquent: info.Delinquent,
    onlyImmediatePayments: info.RestrictionCode === 'InterestTooHighForDelayedPayment',
    payoffHold: info.PayoffHold,
    paymentsBlocked: false,
    chargedOff: false,
    achBlocked: !info.PaymentOptions.AllowACH,
    cardBlocked: !info.PaymentOptions.AllowCards,
    recurringAllowed: info.PaymentOptions.RecurringAllowed,
    fees: feesFromWire(info.PaymentOptions.FirstPartyFees),
    nonPaymentDays: daysFromWire(info.NonPaymentDays),
    nonSchedulableDays: daysFromWire(info.NonSchedulablePaymentDays),
    scheduledPayments: info.ScheduledPayments.map(scheduledPaymentFromWire),
    recurringPayment: info.RecurringPayment && recurringPaymentFromWire(info.RecurringPayment),
    defaultMethod: info.DefaultPaymentMethod && defaultMethodFromWire(info.DefaultPaymentMethod),
  };
}

export function savedMethodToWire(method: SavedMethod): SavedMethodItem {
  if (method.type === 'Card') {
    return {
      IsCard: true,
      CardInfo: {
        CardType: method.brand,
        CardNumber: method.lastFour,
        ExpirationDate: method.expiration,
        ProfileId: method.profileId,
        DebitCreditType: method.debitCredit,
      },
      AchInfo: null,
    };
  }
  return {
    IsCard: false,
    CardInfo: null,
    AchInfo: {
      AccountType: method.accountType,
      AccountNumber: method.lastFour,
      ProfileId: method.profileId,
      BankName: method.bankName,
    },
  };
}

/** @throws RangeError if both card and bank account are missing, which our server never sends. */
export function savedMethodFromWire({ CardInfo, AchInfo }: SavedMethodItem): SavedMethod {
  if (CardInfo) {
    return {
      type: 'Card',
      profileId: CardInfo.ProfileId,
      brand: CardInfo.CardType,
      lastFour: CardInfo.CardNumber,
      debitCredit: CardInfo.DebitCreditType,
      expiration: CardInfo.ExpirationDate,
    };
  }
  if (!AchInfo) throw new RangeError('A saved method must have a card or a bank account');
  return {
    type: 'ACH',
    profileId: AchInfo.ProfileId,
    accountType: AchInfo.AccountType,
    lastFour: AchInfo.AccountNumber,
    bankName: AchInfo.BankName,
  };
}

/** A card as its number, or as the token that the processor's page made of it. */
export type SentCard = { readonly entry: CardEntry } | Pick<TokenizedCard, 'token' | 'debitCredit'>;

function feesToWire(fees: FirstPartyFees): WireFees {
  return {
    ScheduledAchFee: toWireAmount(fees.scheduledAchCents),
    ECheckFeeAmount: toWireAmount(fees.eCheckCents),
    RecurringAchFee: toWireAmount(fees.recurringAchCents),
    DebitCardFeeAmount: toWireAmount(fees.debitCardCents),
    CreditCardFeeAmount: toWireAmount(fees.creditCardCents),
  };
}

function feesFromWire(fees: WireFees): FirstPartyFees {
  return {
    scheduledAchCents: dollarsToCents(fees.ScheduledAchFee),
    eCheckCents: dollarsToCents(fees.ECheckFeeAmount),
    recurringAchCents: dollarsToCents(fees.RecurringAchFee),
    debitCardCents: dollarsToCents(fees.DebitCardFeeAmount),
    creditCardCents: dollarsToCents(fees.CreditCardFeeAmount),
  };
}

function daysFromWire(days: readonly string[]): Day[] {
  return days.map((date) => day(date));
}
