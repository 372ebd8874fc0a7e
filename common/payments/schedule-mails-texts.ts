import { defineTexts, requireTexts } from '#common/contract/define-texts.ts';

export const scheduleMailTexts = defineTexts({
  'scheduledFailedMail.subject': "Your scheduled payment didn't go through",
  'scheduledFailedMail.body':
    "We couldn't process your scheduled payment of {amount} for loan {loan} on {date} from {method} ending in {lastFour}.\n\nPlease sign in and pay another way.",
  'confirmationRequiredMail.subject': 'Your bank wants you to confirm a payment',
  'confirmationRequiredMail.body':
    "We couldn't make your payment of {amount} for loan {loan} on {date} with the card ending in {lastFour}. Your bank wants you to confirm it, and that works only while you pay yourself. Nothing was charged.\n\nPlease sign in and pay now with this card, or pay another way.",
  'confirmationRequiredMail.pay': 'Pay now',
  'scheduledCancelledMail.subject': 'We canceled your scheduled payment',
  'scheduledCancelledMail.body':
    "Nothing is due on loan {loan}, so we didn't take your scheduled payment of {amount} on {date}.",
  'scheduledCancelledMail.paidOffBody':
    "Loan {loan} is paid off, so we didn't take your scheduled payment of {amount} on {date}.",
  'scheduledCancelledMail.closedBody':
    "Loan {loan} is closed, so we didn't take your scheduled payment of {amount} on {date}.\n\nIf you have questions, call us.",
  'scheduledCancelledMail.notFoundBody':
    "We couldn't find loan {loan} among your accounts, so we didn't take your scheduled payment of {amount} on {date}.\n\nPlease call us.",
  'recurringFailedMail.subject': "Your recurring payment didn't go through",
  'recurringFailedMail.body':
    "We couldn't process your recurring payment of {amount} for loan {loan} on {date} from {method} ending in {lastFour}.\n\nPlease sign in and pay another way. If the next one also fails, your recurring payment will end.",
  'recurringStoppedMail.subject': 'Your recurring payment has ended',
  'recurringStoppedMail.body':
    'Your recurring payment for loan {loan} failed twice in a row, most recently on {date}, so we ended it.\n\nPlease sign in, pay another way, and set up a new recurring payment.',
  'recurringStoppedMail.closedBody':
    "Loan {loan} is closed, so we ended its recurring payment. We didn't take the payment due on {date} and won't take any more.\n\nIf you have questions, call us.",
  'recurringStoppedMail.notFoundBody':
    "We couldn't find loan {loan} among your accounts, so we ended its recurring payment. We didn't take the payment due on {date} and won't take any more.\n\nPlease call us.",
  'recurringStoppedMail.reopenedSubject': "Your recurring payment won't start again by itself",
  'recurringStoppedMail.reopenedBody':
    "A payment on loan {loan} no longer counts, so the loan isn't paid off and is open again. Its recurring payment ended when the loan was paid off, and it doesn't start again by itself.\n\nPlease sign in, pay what is due, and set up a new recurring payment.",
  'recurringFinishedMail.subject': 'Your recurring payment is complete',
  'recurringFinishedMail.body':
    "Loan {loan} is paid off. We didn't take the recurring payment due on {date} and won't take any more.",
  'debitNoticeMail.subject': 'Upcoming payment: {amount} on {date}',
  'debitNoticeMail.body':
    "On {date}, we'll withdraw {amount} from {method} ending in {lastFour} for loan {loan}. This is what will be due that day if nothing else changes. We won't withdraw more than this. If you pay part of it before then, we'll withdraw less.\n\nTo stop this payment, sign in and delete or skip it before that day.",
  'debitNoticeMail.movedBody':
    "We tell you the amount at least 10 days before each payment. That was too late for {before}, so your payment for loan {loan} moves to {date}: we'll withdraw {amount} from {method} ending in {lastFour}. This is what will be due that day if nothing else changes. We won't withdraw more than this. If you pay part of it before then, we'll withdraw less.\n\nIf something is due before {date}, you can sign in and pay it yourself. To stop this payment, sign in and delete or skip it before that day.",
  'lastPaymentMail.subject': 'Your last payment: {amount} on {date}',
  'lastPaymentMail.body':
    "On {date}, we'll withdraw {amount} from {method} ending in {lastFour}. This pays off loan {loan}. Your last payment isn't your usual {usualAmount} because interest is calculated daily, and the last payment is exactly what's left.\n\nTo stop this payment, sign in and delete or skip it before that day.",
  'payoffShortMail.subject': "Loan {loan} isn't paid off yet",
  'payoffShortMail.body':
    'Your payoff payment of {amount} for loan {loan} was posted on {date}. It was the amount you agreed to, but more was due that day, for example because of a late charge. You still owe {stillOwed}.\n\nPlease sign in and pay the rest. Interest adds up until the loan is paid off.',
  'payoffShortMail.lastBody':
    'Your last payment of {amount} for loan {loan} was posted on {date}. It was the amount we told you, but more was due that day, for example because of a late charge. You still owe {stillOwed}.\n\nPlease sign in and pay the rest. Interest adds up until the loan is paid off.',
  'cardExpiresMail.subject': 'The card for your payments is about to expire',
  'cardExpiresMail.body':
    "The payments you've set up for {loans} come from your card ending in {lastFour}. That card is good through {date}.\n\nTo keep these payments going, sign in, add your new card under Make a payment, and choose it for these payments before that date.",
  'balloonMail.subject': 'Your last payment on loan {loan}',
  'balloonMail.body':
    'The last payment on loan {loan} is due. On {date}, it takes {amount} to pay off the loan. Your recurring payment that day is only {usualAmount}.\n\nPlease sign in and pay the rest another way.',
  'paymentReturnedMail.subject': 'Your bank returned a payment',
  'paymentReturnedMail.body':
    'Your bank returned your payment of {amount} for loan {loan} made on {date}: {reason} ({code}). We reversed the payment on your loan.\n\nPlease sign in and pay another way.',
  'paymentReturnedMail.feeBody':
    'Your bank returned your payment of {amount} for loan {loan} made on {date}: {reason} ({code}). We reversed the payment on your loan and charged a returned payment fee of {fee}.\n\nPlease sign in and pay another way.',
  'paymentNotSentMail.subject': 'We reversed a payment',
  'paymentNotSentMail.body':
    "We couldn't send your payment of {amount} for loan {loan} made on {date} to your bank. We reversed it on your loan, and no money left your bank account.\n\nPlease sign in and pay another way.",
  'drawnLaterMail.subject': 'Your bank account is charged on another day',
  'drawnLaterMail.body':
    "We couldn't draw your payment of {amount} for loan {loan} on {before} as planned. We draw it on {after} instead, one time.\n\nYou don't need to do anything: the payment counts on your loan from the same day as before. Please keep the money in your bank account until then.",
  'draftCancelledMail.subject': 'We canceled a payment',
  'draftCancelledMail.body':
    'We canceled your payment of {amount} for loan {loan} made on {date} before it went to your bank. No money left your bank account.\n\nThe payment no longer counts on your loan, so the amount may be due again. If you have questions, call us.',
  'receivedPaymentMail.subject': 'We received your payment',
  'receivedPaymentMail.body':
    'We received your payment of {amount} on {date} and applied it to loan {loan}.\n\nReference: {reference}\n\nTo see your balance and what is due, sign in.',
  'overpaymentMail.subject': 'You paid more than you owed',
  'overpaymentMail.body':
    'We received your payment of {amount} on {date} for loan {loan}. It was {overpaid} more than you owed.\n\nReference: {reference}\n\nYour loan is paid off, and we will refund the {overpaid} to you.',
  'dueDateMail.subject': 'Your due date changed',
  'dueDateMail.body':
    'We changed the due date of loan {loan}.\n\n{dates}\n\nPayments you scheduled for a day of your own choice stay as they are. Interest is charged for each day, so you may pay a little more in total. If you did not ask for this change, call us.',
  'dueDateMail.next': 'Next payment due: {after} (before: {before})',
  'dueDateMail.last': 'Last payment due: {after} (before: {before})',
  'dueDateMail.newPayment': 'Payment due {date} and later: {after} (until then: {before})',
  'dueDateMail.automatic': 'Your automatic payment: {after} (before: {before})',
  'deferralMail.subject': 'Your payments are deferred',
  'deferralMail.body':
    'We deferred payments of loan {loan}.\n\n{dates}\n\nPayments you scheduled for a day of your own choice stay as they are. Interest is charged for each day, also while payments are deferred, so you pay more in total, and your last payment is higher. If you did not ask for this change, call us.',
  'deferralMail.deferred': 'Nothing is due on {dates}.',
  'deferralMail.next': 'Next payment due: {after} (before: {before})',
  'deferralMail.last': 'Last payment due: {after} (before: {before})',
  'deferralMail.newPayment': 'Payment due {date} and later: {after} (until then: {before})',
  'deferralMail.automatic': 'Your automatic payment is not drawn on {before}. It is drawn next on {after}.',
  'rateMail.subject': 'Your interest rate changes',
  'rateMail.body':
    'The interest rate of loan {loan} changes.\n\n{terms}\n\nInterest of the days before stays as it is. If you have questions, call us.',
  'rateMail.rate': 'Interest rate from {date} on: {after} (before: {before})',
  'rateMail.newPayment': 'Payment due {date} and later: {after} (before: {before})',
  'rateMail.samePayment': 'Your payment stays {amount}. Your last payment changes.',
  'rateMail.fixedAutomatic':
    'Your automatic payment stays {amount}, because you agreed to this amount. To pay another amount from {date} on, edit it.',
  'rateMail.dueAutomatic': 'Your automatic payment draws what is due. We tell you the amount before each payment.',
  'rateWithdrawnMail.subject': 'Your interest rate does not change',
  'rateWithdrawnMail.body':
    'We told you that the interest rate of loan {loan} changes on {date}. That change was withdrawn.\n\nInterest rate: stays {rate}\nPayment: stays {amount}\n\nIf you changed your automatic payment because of it, check its amount. If you have questions, call us.',
  'chargeOffMail.subject': 'We charged off your loan',
  'chargeOffMail.body':
    'We charged off loan {loan} on {date}.\n\nYou still owe {amount}. No interest or late charges are added from that day on. Payments you scheduled, and your automatic payment, are canceled, and you can no longer pay this loan online. If we report your loan to credit bureaus, we report the charge-off.\n\nTo pay, or to agree on a plan, call {phone}.',
  'chargeOffReversedMail.subject': 'Correction: your loan is not charged off',
  'chargeOffReversedMail.body':
    'We told you that loan {loan} was charged off on {date}. We took that back. Interest is charged again from today on, not for the days in between, and your payments are due as agreed.\n\nPayments you had scheduled, and your automatic payment, stay canceled. Set them up again if you want them. If you have questions, call {phone}.',
  'drawMail.subject': 'We paid out from your line of credit',
  'drawMail.checkBody':
    'You drew {amount} on your line of credit {loan}. We sent you a check for it.\n\nCheck number: {reference}\n\nInterest is charged from today on. If you did not ask for this, call us.',
  'drawMail.wireBody':
    'You drew {amount} on your line of credit {loan}. We sent it by wire.\n\nReference: {reference}\n\nInterest is charged from today on. If you did not ask for this, call us.',
  'drawMail.bankBody':
    'You drew {amount} on your line of credit {loan}. We are sending it to your bank account ending in {lastFour}. It arrives within 3 business days.\n\nReference: {reference}\n\nInterest is charged from the day we send it. If you did not ask for this, call us.',
  'drawMail.lateSubject': 'Your draw takes longer',
  'drawMail.lateBody':
    'Your draw of {amount} on line of credit {loan} takes longer than the 3 business days we told you. We have not sent it to your bank account ending in {lastFour} yet. Interest is charged from the day we send it.\n\nReference: {reference}\n\nYou do not need to do anything. We will email you when it is on its way, or if we cannot send it. If you have questions, call us.',
  'drawMail.sentSubject': 'Your draw is on its way',
  'drawMail.sentBody':
    'We sent your draw of {amount} on line of credit {loan} to your bank account ending in {lastFour}. It took longer than we told you, and we are sorry. It should arrive on {date}. Interest is charged from today on.\n\nReference: {reference}',
  'drawMail.stoppedSubject': 'Your draw was stopped',
  'drawMail.stoppedBody':
    'We stopped your draw of {amount} on line of credit {loan} made on {date} (reference {reference}). You do not owe it, and no interest is charged for it. If you have questions, call us.',
  'drawMail.returnedSubject': 'Your bank sent your draw back',
  'drawMail.returnedBody':
    'Your bank sent back the {amount} that you drew on line of credit {loan} on {date}, to the account ending in {lastFour}. The reason: {reason} ({code})\n\nYou do not owe it, and no interest is charged for it. To get it another way, call us.',
  'drawMail.overpaidSubject': 'You paid more than you owe',
  'drawMail.overpaidBody':
    'You had already paid on a draw on line of credit {loan} that was taken back. You paid {amount} more than you owe, and we will refund it to you.\n\nYou do not need to do anything. If you have questions, call us.',
  'lienMail.subject': 'We released the lien on your loan',
  'lienMail.body':
    'You paid off loan {loan}, and we released the lien on {date}.\n\nDocument: {reference}\n\nKeep this email with your papers. If you have questions, call us.',
  'loanDisputeMail.recordedSubject': 'We recorded your dispute',
  'loanDisputeMail.recordedBody':
    'We recorded that you dispute something about loan {loan}. While we look into it, some ways to pay this loan online are not offered.\n\nTo see what you can do, sign in. If you have questions, call us.',
  'loanDisputeMail.endedSubject': 'Your dispute is closed',
  'loanDisputeMail.endedBody': 'Loan {loan} is no longer marked as in dispute. If you have questions, call us.',
  'lienWithdrawnMail.subject': 'Correction: the lien on your loan',
  'lienWithdrawnMail.body':
    'We told you that the lien of loan {loan} was released on {date} (document {reference}). We took that back. If you have questions, call us.',
  'payoutMail.subject': 'We sent you a refund',
  'payoutMail.checkBody':
    'You paid {amount} more than you owed on loan {loan}. We sent you a check for it.\n\nCheck number: {reference}',
  'payoutMail.wireBody':
    'You paid {amount} more than you owed on loan {loan}. We sent it to you by wire.\n\nReference: {reference}',
  'payoutMail.bankBody':
    'You paid {amount} more than you owed on loan {loan}. We are sending it to your bank account ending in {lastFour}. It arrives within 3 business days.\n\nReference: {reference}',
  'payoutMail.lateSubject': 'Your refund takes longer',
  'payoutMail.lateBody':
    'Your refund of {amount} for loan {loan} takes longer than the 3 business days we told you. We have not sent it to your bank account ending in {lastFour} yet.\n\nReference: {reference}\n\nYou do not need to do anything. We will email you when it is on its way, or if we cannot send it. If you have questions, call us.',
  'payoutMail.sentSubject': 'Your refund is on its way',
  'payoutMail.sentBody':
    'We sent your refund of {amount} for loan {loan} to your bank account ending in {lastFour}. It took longer than we told you, and we are sorry. It should arrive on {date}.\n\nReference: {reference}',
  'payoutMail.returnedSubject': 'Your bank sent our refund back',
  'payoutMail.returnedBody':
    'On {date} we sent {amount} that you had paid too much on loan {loan} to your bank account ending in {lastFour}. Your bank sent it back: {reason} ({code}).\n\nThe money is yours and waits here. Call us, and we will send it another way.',
  'payoutMail.stoppedSubject': 'We stopped your refund',
  'payoutMail.stoppedBody':
    'We stopped the refund of {amount} for loan {loan} that we sent you on {date}.\n\nReference: {reference}\n\nIf you have a check with this number, please do not cash it. You will get the money another way. If you have questions, call us.',
  'overpaymentAppliedMail.subject': 'We applied what you had overpaid',
  'overpaymentAppliedMail.body':
    'An earlier payment on loan {loan} no longer counts in full, so the loan owes money again. You had paid {amount} more than you owed, and we had not refunded it. We applied it to your loan as of the day you paid it.\n\nTo see your balance and what is due, sign in.',
  'receivedTakenBackMail.subject': 'Your payment was returned to us unpaid',
  'receivedTakenBackMail.body':
    'Your payment of {amount} from {date} for loan {loan} was returned to us unpaid.\n\nReference: {reference}\n\nIt no longer counts on your loan, so the amount may be due again. Sign in to see what is due, or call us if you have questions.',
  'movedMail.subject': 'We moved your payment to the right loan',
  'movedMail.body':
    'Your payment of {amount} from {date} was posted to loan {from} by mistake. We moved it to loan {to}, where it counts from the same day.{more}\n\nReference: {reference}\n\nNothing was charged or withdrawn again, and you do not need to do anything. If you have questions, call us.',
  'movedMail.overpaid': 'It was {overpaid} more than you owe on that loan. We will refund this to you.',
  'movedMail.awaySubject': 'We took a payment off your loan',
  'movedMail.awayBody':
    'A payment of {amount} from {date} was posted to your loan {loan} by mistake. It was meant for another loan, so we took it off yours. What it paid is owed again.\n\nTo see your balance and what is due, sign in. If you have questions, call us.',
  'movedMail.hereSubject': 'We applied a payment to your loan',
  'movedMail.hereBody':
    'A payment of {amount} now counts on your loan {loan}, from {date} on. It was posted to another loan by mistake.{more}\n\nTo see your balance and what is due, sign in. If you have questions, call us.',
  'movedMail.goneSubject': 'A payment on your loan was returned',
  'movedMail.goneBody':
    'The payment of {amount} from {date} that we moved to your loan {loan} was returned or refunded. It no longer counts on your loan, so the amount may be due again.\n\nTo see what is due, sign in. If you have questions, call us.',
  'lateChargeWaivedMail.subject': 'We waived a late charge',
  'lateChargeWaivedMail.body':
    'We waived the late charge of {amount} from {date} on loan {loan}. You no longer owe it.\n\nThe payment that was late may still be due. To see what you owe, sign in.',
  'returnedPaymentFeeWaivedMail.subject': 'We waived a returned payment fee',
  'returnedPaymentFeeWaivedMail.body':
    'We waived the returned payment fee of {amount} from {date} on loan {loan}. You no longer owe it.\n\nThe payment that your bank returned may still be due. To see what you owe, sign in.',
  'bankAccountBlockedMail.subject': "We can't draw on your bank account",
  'bankAccountBlockedMail.body':
    "Your bank says that we can't draw on your account ending in {lastFour} ({code}), so we no longer do. Payments that you planned from it won't be made.\n\nSign in and choose another bank account or a card. If your bank clears this up, call us.",
  'bankAccountReleasedMail.subject': 'You can pay from your bank account again',
  'bankAccountReleasedMail.body':
    'You can use the bank account ending in {lastFour} for payments again. Payments that were returned are not made again by themselves: to see what is due and to pay it, sign in.',
  'unappliedMail.subject': "We couldn't apply your payment yet",
  'unappliedMail.body':
    "We charged {amount} to your card ending in {lastFour}, but we couldn't apply it to loan {loan} on {date}.\n\nConfirmation Number: {confirmationNumber}\n\nYour money is safe. We'll apply the payment to your loan or refund your card, and email you when it's done. Please don't pay again until you hear from us.",
  'draftRefusedMail.subject': "We couldn't make your payment",
  'draftRefusedMail.body':
    "We couldn't make your payment of {amount} from {date} for loan {loan}. We didn't take any money from your bank account ending in {lastFour}.\n\nConfirmation Number: {confirmationNumber}\n\nThe payment on your loan is still due. Sign in to pay again, or call us if you have questions.",
  'notMadeMail.subject': "Your payment wasn't made",
  'notMadeMail.body':
    "We asked you not to pay again until we knew the result of your payment of {amount} on {date} for loan {loan}. Now we know: it wasn't made, and your card ending in {lastFour} wasn't charged.\n\nConfirmation Number: {confirmationNumber}\n\nThe payment on your loan is still due. Sign in to pay again, or call us if you have questions.",
  'claimedNotMadeMail.subject': 'We found no charge for your payment',
  'claimedNotMadeMail.body':
    "We asked you not to pay again until we knew the result of your payment of {amount} on {date} for loan {loan}. We found no charge to your card ending in {lastFour}, so the payment doesn't count on your loan.\n\nConfirmation Number: {confirmationNumber}\n\nPlease look at your card's charges before you pay again. If you see this payment there, don't pay again: call us.",
  'refundedMail.subject': 'We refunded your payment',
  'refundedMail.body':
    "We refunded {amount} to your card ending in {lastFour}. This was your payment for loan {loan} on {date}, which we couldn't apply.\n\nConfirmation Number: {confirmationNumber}\n\nYour bank may take a few days to show the refund. The payment on your loan is still due. If you have questions, call us.",
  'cardRefundMail.subject': 'We refunded your payment',
  'cardRefundMail.body':
    'We refunded {amount} to your card ending in {lastFour}. This was your payment for loan {loan} on {date}.\n\nConfirmation Number: {confirmationNumber}\n\nThe payment no longer counts on your loan, so the amount may be due again. Your bank may take a few days to show the refund. If you have questions, call us.',
  'partRefundedMail.subject': 'We refunded part of your payment',
  'partRefundedMail.body':
    'We refunded {amount} to your card ending in {lastFour}. This was part of your payment of {paid} for loan {loan} on {date}.\n\nConfirmation Number: {confirmationNumber}\n\nThe other {left} stays paid. What we refunded no longer counts on your loan, so it may be due again. Your bank may take a few days to show the refund. If you have questions, call us.',
  'disputeOpenedMail.subject': "Your card's bank asked about a payment",
  'disputeOpenedMail.body':
    "Your card's bank says that a payment of {amount} with your card ending in {lastFour} is disputed. This was your payment for loan {loan} on {date}.\n\nConfirmation Number: {confirmationNumber}\n\nThe payment stays on your loan while the bank decides. If you made this payment, tell your bank. If you didn't, call us.",
  'disputeLostMail.subject': 'Your payment was taken back',
  'disputeLostMail.body':
    "Your card's bank took back {amount} that was paid with your card ending in {lastFour}. This was your payment for loan {loan} on {date}.\n\nConfirmation Number: {confirmationNumber}\n\nThe payment no longer counts on your loan, so the amount may be due again. If you have questions, call us.",
  'changeRefusedMail.subject': "We couldn't make your change",
  'changeRefusedMail.body':
    "A change you made online couldn't be saved to your account, so the information we have is what it was before. We're looking into it.\n\nYour money and payments aren't affected. Please call us to make the change.",
  'bankChangeMail.subject': 'Your bank account details have changed',
  'bankChangeMail.body':
    "Your bank told us that the details of your bank account ending in {formerLastFour} have changed. From now on, we'll use the account ending in {lastFour} at {bank} for your saved bank account, for your scheduled and recurring payments, and for payments and refunds we haven't sent yet.\n\nYou don't need to do anything. If this isn't your account, call us right away.",
  'returnReason.insufficientFunds': "there wasn't enough money in the account",
  'returnReason.accountClosed': 'the account is closed',
  'returnReason.noAccount': "the account wasn't found",
  'returnReason.stopped': 'a stop was placed on the payment',
  'returnReason.notAuthorized': "the bank was told the payment wasn't authorized",
  'returnReason.notAllowed': "the account doesn't allow this kind of payment",
  'returnReason.other': 'the bank declined it',
  'scheduledCreatedMail.subject': 'Your payment is scheduled',
  'scheduledCreatedMail.body':
    "Your payment of {amount} for loan {loan} is scheduled for {date}, from {method} ending in {lastFour}.\n\nConfirmation Number: {confirmationNumber}\n\nTo change or stop it, sign in before that day. If you didn't set this up, call us right away.",
  'recurringCreatedMail.subject': 'Your recurring payment is set up',
  'recurringCreatedMail.body':
    "Your recurring payment of {amount} for loan {loan} is set up. The first payment is on {date}, from {method} ending in {lastFour}.\n\nConfirmation Number: {confirmationNumber}\n\nTo change, skip, or stop a payment, sign in before its date. If you didn't set this up, call us right away.",
  'plannedPaymentChangedMail.subject': 'Your upcoming payment was changed',
  'plannedPaymentChangedMail.body':
    "We changed your payment for loan {loan} as you asked. It's now {amount} on {date}, from {method} ending in {lastFour}.\n\nIf you didn't ask for this, call us right away.",
  'plannedPaymentChangedMail.lastBody':
    "We changed your payment for loan {loan} as you asked. It's now {amount} on {date}, from {method} ending in {lastFour}. This is your last payment: what's left to pay off the loan that day if nothing else changes. We'll email you the amount again before that day.\n\nIf you didn't ask for this, call us right away.",
  'recurringSkippedMail.subject': 'Your next recurring payment will be skipped',
  'recurringSkippedMail.body':
    "As you asked, we'll skip the recurring payment for loan {loan} on {date}. The next one is on {nextDate}.\n\nIf you didn't ask for this, call us right away.",
  'paymentsPausedMail.subject': 'Your planned payments are paused',
  'paymentsPausedMail.body':
    "Your loan {loan} is on hold, so we won't make the payments you set up:\n\n{payments}\n\nWe skip each payment that falls on a day of the hold, and we won't make it later. We'll email you when your payments go on. If you have questions, call {phone}.",
  'paymentsResumedMail.subject': 'Your planned payments go on',
  'paymentsResumedMail.body':
    "Your loan {loan} is no longer on hold. These are the next payments you set up:\n\n{payments}\n\nWe skipped the payments of the days of the hold, including today, and won't make them later. The amounts may still be due. To see what is due, or to change or stop a payment, sign in.",
  'paymentsResumedMail.noneBody':
    "Your loan {loan} is no longer on hold. No more payments are set up for it.\n\nWe skipped the payments of the days of the hold, including today, and won't make them later. The amounts may still be due. To see what is due, and to pay it, sign in.",
  'plannedPaymentMail.recurringLine': 'Recurring payment, next on {date}: {amount} from {method} ending in {lastFour}',
  'plannedPaymentMail.scheduledLine': 'Scheduled payment on {date}: {amount} from {method} ending in {lastFour}',
  'plannedPaymentMail.card': 'your card',
  'plannedPaymentMail.bankAccount': 'your bank account',
  'plannedPaymentMail.totalDue': 'the total due that day',
  'plannedPaymentMail.totalDueWithFee': 'the total due that day plus a fee of {fee}',
  'plannedPaymentDeletedMail.subject': 'Your upcoming payment was deleted',
  'plannedPaymentDeletedMail.body':
    "As you asked, we deleted the payment for loan {loan} on {date}. If you didn't ask for this, call us right away.",
});

export const requiredScheduleMailTexts = requireTexts<keyof typeof scheduleMailTexts>(
  'Regulation E requires notice of a transfer that varies in amount (12 CFR 1005.10(d))',
  [
    'debitNoticeMail.subject',
    'debitNoticeMail.body',
    'debitNoticeMail.movedBody',
    'lastPaymentMail.subject',
    'lastPaymentMail.body',
  ],
);
