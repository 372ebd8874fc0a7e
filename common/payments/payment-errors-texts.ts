import { defineTexts } from '#common/contract/define-texts.ts';

export const paymentErrorTexts = defineTexts({
  'paymentAccountError.generic': 'There was a problem retrieving your account information.',
  'paymentAccountError.niteMode':
    'We are currently doing nightly system maintenance. Please try your payment again in about 15 minutes.',
  'paymentAccountError.paymentBlocked':
    'Payment has been blocked for this account. Please contact your financial institution for further assistance.',
  'paymentAccountError.delinquent':
    'This account is delinquent. Please contact your financial institution for further assistance.',
  'paymentAccountError.noPaymentNeeded': 'No payment needed at this time. Credit line has no balance.',
  'paymentAccountError.blockedOnPendingRecurring':
    'We see you have a payment due soon. Please call customer service to make additional payments.',
  'paymentAccountError.disabledPaymentsAfterCutoffTime':
    "Payments are disabled because you are past today's payment cutoff time and you already have a scheduled payment pending.",
  'paymentAccountError.paidOff': "This loan is paid off. There's nothing left to pay.",
  'paymentAccountError.chargedOff':
    "We charged this loan off, so you can't pay it online. Call {phone} to pay or to agree on a plan.",
  'paymentAccountError.unsettled':
    "We're still confirming a payment on this account. Wait until it posts before you pay again.",
  'paymentMethodError.fee': 'There was a problem retrieving necessary information to complete your payment.',
  'paymentMethodError.alreadyExists': 'Payment method already exists.',
  'paymentMethodError.other': 'An error occurred.',
  'paymentMethodError.noAnswer':
    "We didn't get an answer, so we don't know whether this was saved. Nothing was charged. Press Continue again. If it was saved, you'll see that it already exists. Then cancel and reload this page to choose it.",
  'paymentMethodError.achTerms':
    "You haven't accepted our current terms for bank payments, so we didn't save this account. Reload this page to read them.",
  'paymentMethodError.routingNumber': 'Invalid routing number.',
  'paymentMethodError.accountThirdParty': 'Invalid account number.',
  'paymentMethodError.accountInternal': 'Invalid account number.',
  'paymentMethodError.deleteFailed': 'Error deleting payment method.',
  'paymentMethodError.deleted': 'Successfully deleted payment method.',
  'paymentMethodError.cardNotAllowed':
    'Card payment not allowed on this loan at this time. Please make an ACH payment or contact your institution.',
  'paymentMethodError.achNotAllowed':
    'ACH payment not allowed on this loan at this time. Please make a card payment or contact your institution.',
  'paymentMethodError.immediateAchBlocked': 'ACH payments can only be scheduled for a future date.',
  'paymentMethodWarning.immediateAchBlocked':
    "Same-day payments from a bank account aren't available. Choose a later date or pay by card.",
  'paymentError.Error':
    'An error occurred. Please contact your financial institution before attempting this transaction again.',
  'paymentError.New': "We couldn't create your payment. Check your history before you try again.",
  'paymentError.ContactUs': "We couldn't create your payment. Please contact us.",
  'paymentError.Invalid': 'There was a problem submitting your payment. Please check your information.',
  'paymentError.MultipleScheduled': 'Multiple scheduled payments cannot be modified.',
  'paymentError.Scheduled': 'A scheduled payment cannot be modified.',
  'paymentError.Retrieving': 'There was a problem retrieving your account information.',
  'paymentError.SecurityNotAllowed': 'Payments are blocked. Please contact us.',
  'paymentError.PayWithoutSaving': "You can only pay today with a payment method that isn't saved.",
  'paymentError.Deleting': 'There was an error deleting your payment.',
  'paymentError.ReachedMaxScheduledAllowed': "You've reached the limit for scheduled payments. Delete one first.",
  'paymentError.MustSavePaymentMethod': 'To schedule a payment, save the payment method first.',
  'paymentError.PaymentDateMinimumError': "That date isn't available. Choose another one.",
  'paymentError.PaymentDateMaximumError': "That date isn't available. Choose another one.",
  'paymentError.PaymentBeforeCutOffTimeError': "That date isn't available. Choose another one.",
  'paymentError.PaymentDateHolidayError': 'Payment cannot be made on a holiday.',
  'paymentError.PaymentDateWeekendError': 'Payment cannot be made on a weekend.',
  'paymentError.PayOffQuote': 'There was an error retrieving the pay off quote.',
  'paymentError.PaymentAmountMaximumError': 'Amount is over the maximum. Enter less.',
  'paymentError.PaymentAmountMinimumError': 'Amount is under the minimum. Enter more.',
  'paymentError.RoutingNumberInvalid': "We couldn't verify that routing number. Please check it.",
  'paymentError.Generic': "Something went wrong. Don't submit again: you could be charged twice. Please contact us.",
  'paymentError.HostUnavailable':
    "We can't reach our account system right now, so we didn't take this payment. You weren't charged. Your entries are still here: try again later.",
  'paymentError.Connection': 'Connection error, try again later',
  'paymentError.Declined': 'Transaction Declined',
  'paymentError.OverLimit': 'Card limit exceeded',
  'paymentError.InvalidInfo': 'Invalid information entered',
  'paymentError.Expired': 'Card is expired',
  'paymentError.CardExpiresBefore':
    'This card expires before that day. Choose an earlier day or another payment method.',
  'paymentError.creditCardsNotAccepted': 'We do not accept Credit Cards.',
  'paymentError.noSecurityForOnlinePayments':
    'You do not have security to make online payments on your account. Please contact us with any questions.',
  'paymentError.onlinePaymentsNotAllowed': 'Security does not allow online payments.',
  'paymentError.onlineAchNotAllowed': 'Security does not allow online ACH payments.',
  'paymentError.nightlyMaintenance':
    'We are currently doing nightly backups and system maintenance. Please try your transaction again in about 15 minutes.',
  'paymentError.nightlyProcessing': 'Nightly processing error. Please try back in about 15 minutes.',
  'paymentError.recurringAchNotDeletable': 'Deleting a recurring ACH payment is not allowed.',
  'paymentError.recurringCardNotDeletable': 'Deleting a recurring Card payment is not allowed.',
  'paymentError.recurringNotDeletableNow': 'Deleting a recurring payment is not allowed at this time.',
  'paymentError.noRecurringAch': 'Cannot make recurring payment with ACH.',
  'paymentError.noRecurringCard': 'Cannot make recurring payment with Card.',
  'paymentError.noScheduledAch': 'Cannot make scheduled payment with ACH.',
  'paymentError.noScheduledCard': 'Cannot make scheduled payment with Card.',
  'paymentError.scheduledAchNotChangeable':
    'Scheduled ACH payments cannot be modified at this time. Please contact your financial institution for further assistance.',
  'paymentError.scheduledCardNotChangeable':
    'Scheduled Card payments cannot be modified at this time. Please contact your financial institution for further assistance.',
  'paymentError.ConfirmationRequired':
    "Your bank wants you to confirm payments with this card, and we can't ask for that here. Use another card or a bank account.",
  'paymentError.NotConfirmed':
    "This payment wasn't confirmed with your bank, so it wasn't made. Nothing was charged. Try again, or pay another way.",
  'paymentError.Confirming': "Your bank wants you to confirm this payment. It isn't made until you do.",
  'paymentError.Unapplied':
    "We charged your card, but couldn't apply the payment to your loan yet. Don't pay again. We'll apply it or refund your card, and email you.",
  'paymentError.Refunded': "We couldn't apply this payment to your loan, so we refunded your card.",
  'paymentError.PrincipalOnlyDueFirst':
    "Pay what's due on this loan first. Then you can make a principal-only payment.",
  'paymentError.PreviewChanged': 'Your payment details have changed. Review them and submit again.',
  'paymentError.PaymentChanged': 'This payment was changed in the meantime. Cancel to see it as it is now.',
  'paymentError.PayoffFixed':
    "You can't change the day or amount of a payoff. To pay off on another day, delete this payment and schedule the payoff again.",
  'paymentError.DraftAgreement': 'Read and confirm the agreement before you submit.',
  'paymentError.AchTerms':
    "You haven't accepted our current terms for bank payments, so nothing was paid or changed. Reload this page, then try again to read them.",
  'payDate.past': "Payment date can't be in the past",
  'payDate.beyondPeriod': 'Choose an earlier payment date',
  'payDate.notInFuture': 'Payment date must be in the future',
  'payDate.beyondFirstMonth': 'First payment date must be within 30 days',
  'payDate.tooSoonForNotice': 'We email you the amount 10 days before each payment',
  'payDate.notAllowed': 'That date is not allowed',
  'payWhy.overdue': 'Overdue loan payment can only be made today',
  'payWhy.delinquent': 'This loan is delinquent, so you can only pay today.',
  'payWhy.hasRecurring': 'This loan already has a recurring payment.',
  'payWhy.hasScheduled': 'This loan already has a scheduled payment.',
  'payWhy.onlyImmediate': 'Payments on this loan can only be made today.',
  'payWhy.typeNotScheduled': "You can't schedule this type of payment for later.",
  'payWhy.typeNotRecurring': "This payment type can't be recurring.",
  'payWhy.recurringBlocked': "Recurring payments aren't available on this loan.",
  'payWhy.notOffered': 'Not available.',
  'payWhy.forcedOnDueDate': 'Recurring payments are made on the due date.',
  'payWhy.forcedDaysBeforeDue': 'Recurring payments are made a fixed number of days before the due date.',
  'payWhy.billingFrequency': "Not available for this loan's billing schedule.",
  'payWhy.tooOftenForNotice': 'Not available, because we email you the amount 10 days before each payment.',
  'payWhy.noDueDate': 'This loan has no due date.',
  'payWhy.noDayLeft': 'No payment dates are left before the next due date.',
  'payWhy.nothingToPayOff': 'This loan has no balance.',
  'payWhy.payoffLocked': "We're already working on the payoff of this loan. To pay it off, call {servicePhone}.",
  'payWhy.payoffInDispute': 'This loan is in dispute. To pay it off, call {servicePhone}.',
  'payWhy.callUs': 'us',
  'payWhy.partOfPayoffOnly': "This loan can't be paid off online. Please contact us.",
  'payWhy.payoffAboveCardMaximum': 'The payoff is over the card payment limit.',
  'payWhy.payoffAboveBankMaximum': 'The payoff is over the bank payment limit. To pay it off, call us.',
  'payWhy.futurePayoffNotAllowed': 'You can only pay off this loan today.',
  'payWhy.principalOnlyToday': 'A principal-only payment can only be made today.',
  'payWhy.principalOnlyLocked': "We're working on the payoff of this loan. To pay principal only, call {phone}.",
  'payWhy.principalOnlyInDispute': 'This loan is in dispute. To pay principal only, call {phone}.',
  'payWhy.principalOnlyInstallmentDue': 'Pay the installment that is due first.',
  'payWhy.principalOnlyFeesDue': 'Pay the fees that are due first.',
  'payWhy.payoffOnlyTodayButNotNow':
    "A payoff can't be scheduled, and we can't take a payment from a bank account today. To pay off this loan, choose a card or call us.",
});
