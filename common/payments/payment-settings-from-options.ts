import { keysOf } from '#common/core/keys-of.ts';
import { day } from '#common/core/dates.ts';
import { type Cents, cents, maxCents, ZERO } from '#common/core/money.ts';
import { centsOption } from '#common/contract/option-kinds.ts';
import type { PaymentSettings, ThirdPartyCards, ThirdPartyFees } from './rules/payment-settings.ts';
import type { CardBrand, FirstPartyFees } from './rules/payment-types.ts';
import type { Options, PublicOptionKey } from '#common/contract/all-options.ts';

export type PaymentOptions = Pick<
  Options,
  Extract<PublicOptionKey, `paymentOptions.${string}`> | 'globalOptions.requireAchDraftAgreementOption'
>;

/** @throws RangeError for a negative amount, a fraction of a cent, or an invalid day. */
export function paymentSettingsFromOptions(options: PaymentOptions): PaymentSettings {
  const minimumsApply = options['paymentOptions.requireMinimumPaymentAmount'];
  return {
    cardBrands: acceptedBrands(options),
    debitOnly: options['paymentOptions.debitOnly'],
    cardProfilesAllowed: options['paymentOptions.allowCardProfiles'],
    achProfilesAllowed: options['paymentOptions.allowAchProfiles'],
    singleUseCardAllowed: options['paymentOptions.allowSingleUseCard'],
    singleUseAchAllowed: options['paymentOptions.allowSingleUseAch'],
    savingsAccountsAllowed: options['paymentOptions.allowSavings'],
    confirmAccountNumberHidden: options['paymentOptions.hideConfirmAccountNumber'],
    fullCardAddressRequired: options['paymentOptions.requireFullCardAddress'],
    weekendAchDatesAllowed: options['paymentOptions.allowWeekendAchDates'],
    immediateAchBlocked: options['paymentOptions.blockImmediateAch'],
    immediateAchBlockedAfterCutoff: options['paymentOptions.blockImmediateAchAfterCutoff'],
    achBlockingHoldCodes: options['paymentOptions.blockAchHoldCodes'],
    cardBlockingHoldCodes: options['paymentOptions.blockCardHoldCodes'],
    ...frequencySettings(options),
    ...schedulingSettings(options),
    ...recurringSettings(options),
    minimumAchCents: minimum(minimumsApply, options['paymentOptions.minimumAchPaymentAmount']),
    minimumCardCents: minimum(minimumsApply, options['paymentOptions.minimumCardPaymentAmount']),
    maximumCardCents: centsOption(options['paymentOptions.maximumCardPaymentAmount']),
    totalDueForced: options['paymentOptions.forceTotalAmountDue'],
    totalDueForcedWhenDelinquent: options['paymentOptions.forceTotalDueAsMinimumPaymentWhenDelinquent'],
    maximumPayoffFactor: options['paymentOptions.maxPayoffPercent'],
    firstPartyFees: firstPartyFees(options),
    thirdPartyFees: thirdPartyFees(options),
    thirdPartyCards: thirdPartyCards(options),
    payoffHidden: options['paymentOptions.hidePayoffToggle'] || options['paymentOptions.hidePayoffAmount'],
    futurePayoffAllowed: {
      ACH: options['paymentOptions.allowFuturePayoffAch'],
      Card: options['paymentOptions.allowFuturePayoffCard'],
    },
    amountHidden: options['paymentOptions.hideAmountSection'],
    principalOnlyAllowed: options['paymentOptions.allowPrincipalOnlyPayments'],
  };
}

function frequencySettings(options: PaymentOptions) {
  return {
    frequenciesAllowed: {
      OneTime: options['paymentOptions.allowOneTime'],
      OnDueDate: options['paymentOptions.allowOnDueDate'],
      DaysBeforeDue: options['paymentOptions.allowDaysBeforeDue'],
      MonthlyOnDate: options['paymentOptions.allowMonthlyOnDate'],
      SemiMonthly: options['paymentOptions.allowSemiMonthly'],
      TwoWeeks: options['paymentOptions.allowTwoWeeks'],
      Weekly: options['paymentOptions.allowWeekly'],
    },
    recurringForcedOnDueDate: options['paymentOptions.forceRecurringOnDueDate'],
    recurringForcedDaysBeforeDue: options['paymentOptions.forceRecurringDaysBeforeDue'],
    weekendRecurringDatesAllowed: options['paymentOptions.allowWeekendRecurringDates'],
    nonSchedulableDays: options['paymentOptions.nonSchedulableDays'].map((text) => day(text)),
  };
}

function schedulingSettings(options: PaymentOptions) {
  return {
    schedulingAllowed: {
      ACH: options['paymentOptions.allowScheduledAch'],
      Card: options['paymentOptions.allowScheduledCard'],
    },
    schedulingBlockedWhenPastDue: options['paymentOptions.blockScheduledWhenPastDue'],
    schedulingAllowedWhenDelinquent: options['paymentOptions.allowScheduledWhenDelinquent'],
    maxScheduledPayments: options['paymentOptions.maxScheduledPaymentsPerLoan'] ?? MAX_SCHEDULED_PAYMENTS,
    blockedAfterCutoffWithScheduled: options['paymentOptions.blockAfterCutoffWithScheduled'],
    scheduledDeletionAllowed: options['paymentOptions.allowScheduledDeletion'],
    scheduledEditAllowed: options['paymentOptions.allowScheduledEdit'],
    scheduledPaymentManager: options['paymentOptions.useScheduledPaymentManager'],
  };
}

function recurringSettings(options: PaymentOptions) {
  return {
    recurringAllowed: {
      ACH: options['paymentOptions.allowRecurringAch'],
      Card: options['paymentOptions.allowRecurringCard'],
    },
    recurringBlockedWhenPastDue: options['paymentOptions.blockRecurringWhenPastDue'],
    recurringAllowedWhenDelinquent: options['paymentOptions.allowRecurringWhenDelinquent'],
    blockedDaysBeforeRecurring: options['paymentOptions.blockDaysBeforeRecurring'],
    additionalAmountOnRecurringAllowed: options['paymentOptions.allowAdditionalAmountOnRecurring'],
    additionalPrincipalOnRecurringAchAllowed: options['paymentOptions.allowAdditionalPrincipalOnRecurringACH'],
    customAmountOnDaysBeforeDueAllowed: options['paymentOptions.allowCustomAmountOnDaysBeforeDue'],
    recurringLineOfCreditPaysTotalDue: options['paymentOptions.recurringLocPaysTotalDue'],
    recurringDeletionAllowed: options['paymentOptions.allowRecurringDeletion'],
    recurringEditAllowed: options['paymentOptions.allowRecurringEdit'],
    recurringSkipAllowed: options['paymentOptions.allowRecurringSkip'],
    achDraftAgreement: options['globalOptions.requireAchDraftAgreementOption'],
  };
}

/** Default of P 9. */
const MAX_SCHEDULED_PAYMENTS = 1;

/** The lowest amount any institution accepts (P 9). */
const leastAmount = cents(1);

function acceptedBrands(options: PaymentOptions): CardBrand[] {
  const accepted: Record<CardBrand, boolean> = {
    visa: options['paymentOptions.allowVisa'],
    amex: options['paymentOptions.allowAmex'],
    master: options['paymentOptions.allowMaster'],
    discover: options['paymentOptions.allowDiscover'],
  };
  return keysOf(accepted).filter((brand) => accepted[brand]);
}

function minimum(applies: boolean, dollars: number | null): Cents {
  return maxCents((applies ? centsOption(dollars) : null) ?? leastAmount, leastAmount);
}

function firstPartyFees(options: PaymentOptions): FirstPartyFees {
  return {
    scheduledAchCents: feeOption(options['paymentOptions.scheduledAchFee']),
    eCheckCents: feeOption(options['paymentOptions.eCheckFee']),
    recurringAchCents: feeOption(options['paymentOptions.recurringAchFee']),
    debitCardCents: feeOption(options['paymentOptions.debitCardFee']),
    creditCardCents: feeOption(options['paymentOptions.creditCardFee']),
  };
}

function thirdPartyFees(options: PaymentOptions): ThirdPartyFees {
  if (options['paymentOptions.disableThirdPartyFees']) return { achCents: ZERO, cardCents: ZERO };
  return {
    achCents: feeOption(options['paymentOptions.thirdPartyAchFee']),
    cardCents: feeOption(options['paymentOptions.thirdPartyCardFee']),
  };
}

/** Off unless enabled with both ends of the branch range. */
function thirdPartyCards(options: PaymentOptions): ThirdPartyCards | null {
  const firstBranch = options['paymentOptions.thirdPartyPaymentsMinBranchNumber'];
  const lastBranch = options['paymentOptions.thirdPartyPaymentsMaxBranchNumber'];
  if (!options['paymentOptions.useThirdPartyCardPayments'] || firstBranch === null || lastBranch === null) return null;
  return { link: options['paymentOptions.thirdPartyCardLink'], firstBranch, lastBranch };
}

function feeOption(dollars: number | null): Cents {
  return centsOption(dollars) ?? ZERO;
}
