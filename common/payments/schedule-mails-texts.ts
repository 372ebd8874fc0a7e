import { defineTexts, requireTexts } from '#common/contract/define-texts.ts';

export const scheduleMailTexts = defineTexts({
  'scheduledFailedMail.subject': "Your scheduled payment didn't go through",
  'scheduledFailedMail.body':
    "We couldn't process your scheduled payment of {} for loan {} on {} from {} ending in {}.\n\nPlease sign in and pay another way.",
  'scheduledCancelledMail.subject': 'We canceled your scheduled payment',
  'scheduledCancelledMail.body': "Nothing is due on loan {}, so we didn't take your scheduled payment of {} on {}.",
  'scheduledCancelledMail.paidOffBody': "Loan {} is paid off, so we didn't take your scheduled payment of {} on {}.",
  'scheduledCancelledMail.closedBody':
    "Loan {} is closed, so we didn't take your scheduled payment of {} on {}.\n\nIf you have questions, call us.",
  'scheduledCancelledMail.notFoundBody':
    "We couldn't find loan {} among your accounts, so we didn't take your scheduled payment of {} on {}.\n\nPlease call us.",
  'recurringFailedMail.subject': "Your recurring payment didn't go through",
  'recurringFailedMail.body':
    "We couldn't process your recurring payment of {} for loan {} on {} from {} ending in {}.\n\nPlease sign in and pay another way. If the next one also fails, your recurring payment will end.",
  'recurringStoppedMail.subject': 'Your recurring payment has ended',
  'recurringStoppedMail.body':
    'Your recurring payment for loan {} failed twice in a row, most recently on {}, so we ended it.\n\nPlease sign in, pay another way, and set up a new recurring payment.',
  'recurringStoppedMail.closedBody':
    "Loan {} is closed, so we ended its recurring payment. We didn't take the payment due on {} and won't take any more.\n\nIf you have questions, call us.",
  'recurringStoppedMail.notFoundBody':
    "We couldn't find loan {} among your accounts, so we ended its recurring payment. We didn't take the payment due on {} and won't take any more.\n\nPlease call us.",
  'recurringFinishedMail.subject': 'Your recurring payment is complete',
  'recurringFinishedMail.body':
    "Loan {} is paid off. We didn't take the recurring payment due on {} and won't take any more.",
  'debitNoticeMail.subject': 'Upcoming payment: {} on {}',
  'debitNoticeMail.body':
    "On {}, we'll withdraw {} from {} ending in {} for loan {}. This is what will be due that day if nothing else changes. We won't withdraw more than this. If you pay part of it before then, we'll withdraw less.\n\nTo stop this payment, sign in and delete or skip it before that day.",
  'lastPaymentMail.subject': 'Your last payment: {} on {}',
  'lastPaymentMail.body':
    "On {}, we'll withdraw {} from {} ending in {}. This pays off loan {}. Your last payment isn't your usual {} because interest is calculated daily, and the last payment is exactly what's left.\n\nTo stop this payment, sign in and delete or skip it before that day.",
  'payoffShortMail.subject': "Loan {} isn't paid off yet",
  'payoffShortMail.body':
    'Your payoff payment of {} for loan {} was posted on {}. It was the amount you agreed to, but more was due that day, for example because of a late charge. You still owe {}.\n\nPlease sign in and pay the rest. Interest adds up until the loan is paid off.',
  'cardExpiresMail.subject': 'The card for your payments is about to expire',
  'cardExpiresMail.body':
    "The payments you've set up for {} come from your card ending in {}. That card is good through {}.\n\nTo keep these payments going, sign in, add your new card under Make a payment, and choose it for these payments before that date.",
  'balloonMail.subject': 'Your last payment on loan {}',
  'balloonMail.body':
    'The last payment on loan {} is due. On {}, it takes {} to pay off the loan. Your recurring payment that day is only {}.\n\nPlease sign in and pay the rest another way.',
  'paymentReturnedMail.subject': 'Your bank returned a payment',
  'paymentReturnedMail.body':
    'Your bank returned your payment of {} for loan {} made on {}: {} ({}). We reversed the payment on your loan.\n\nPlease sign in and pay another way.',
  'paymentNotSentMail.subject': 'We reversed a payment',
  'paymentNotSentMail.body':
    "We couldn't send your payment of {} for loan {} made on {} to your bank. We reversed it on your loan, and no money left your bank account.\n\nPlease sign in and pay another way.",
  'draftCancelledMail.subject': 'We canceled a payment',
  'draftCancelledMail.body':
    'We canceled your payment of {} for loan {} made on {} before it went to your bank. No money left your bank account.\n\nThe payment no longer counts on your loan, so the amount may be due again. If you have questions, call us.',
  'lateChargeWaivedMail.subject': 'We waived a late charge',
  'lateChargeWaivedMail.body':
    'We waived the late charge of {} from {} on loan {}. You no longer owe it.\n\nThe payment that was late may still be due. To see what you owe, sign in.',
  'bankAccountReleasedMail.subject': 'You can pay from your bank account again',
  'bankAccountReleasedMail.body':
    'You can use the bank account ending in {} for payments again. Payments that were returned are not made again by themselves: to see what is due and to pay it, sign in.',
  'unappliedMail.subject': "We couldn't apply your payment yet",
  'unappliedMail.body':
    "We charged {} to your card ending in {}, but we couldn't apply it to loan {} on {}.\n\nConfirmation Number: {}\n\nYour money is safe. We'll apply the payment to your loan or refund your card, and email you when it's done. Please don't pay again until you hear from us.",
  'refundedMail.subject': 'We refunded your payment',
  'refundedMail.body':
    "We refunded {} to your card ending in {}. This was your payment for loan {} on {}, which we couldn't apply.\n\nConfirmation Number: {}\n\nYour bank may take a few days to show the refund. The payment on your loan is still due. If you have questions, call us.",
  'cardRefundMail.subject': 'We refunded your payment',
  'cardRefundMail.body':
    'We refunded {} to your card ending in {}. This was your payment for loan {} on {}.\n\nConfirmation Number: {}\n\nThe payment no longer counts on your loan, so the amount may be due again. Your bank may take a few days to show the refund. If you have questions, call us.',
  'disputeOpenedMail.subject': "Your card's bank asked about a payment",
  'disputeOpenedMail.body':
    "Your card's bank says that a payment of {} with your card ending in {} is disputed. This was your payment for loan {} on {}.\n\nConfirmation Number: {}\n\nThe payment stays on your loan while the bank decides. If you made this payment, tell your bank. If you didn't, call us.",
  'disputeLostMail.subject': 'Your payment was taken back',
  'disputeLostMail.body':
    "Your card's bank took back {} that was paid with your card ending in {}. This was your payment for loan {} on {}.\n\nConfirmation Number: {}\n\nThe payment no longer counts on your loan, so the amount may be due again. If you have questions, call us.",
  'changeRefusedMail.subject': "We couldn't make your change",
  'changeRefusedMail.body':
    "A change you made online couldn't be saved to your account, so the information we have is what it was before. We're looking into it.\n\nYour money and payments aren't affected. Please call us to make the change.",
  'bankChangeMail.subject': 'Your bank account details have changed',
  'bankChangeMail.body':
    "Your bank told us that the details of your bank account ending in {} have changed. From now on, we'll use the account ending in {} at {} for your saved bank account and for your scheduled and recurring payments.\n\nYou don't need to do anything. If this isn't your account, call us right away.",
  'returnReason.insufficientFunds': "there wasn't enough money in the account",
  'returnReason.accountClosed': 'the account is closed',
  'returnReason.noAccount': "the account wasn't found",
  'returnReason.stopped': 'a stop was placed on the payment',
  'returnReason.notAuthorized': "the bank was told the payment wasn't authorized",
  'returnReason.notAllowed': "the account doesn't allow this kind of payment",
  'returnReason.other': 'the bank declined it',
  'scheduledCreatedMail.subject': 'Your payment is scheduled',
  'scheduledCreatedMail.body':
    "Your payment of {} for loan {} is scheduled for {}, from {} ending in {}.\n\nConfirmation Number: {}\n\nTo change or stop it, sign in before that day. If you didn't set this up, call us right away.",
  'recurringCreatedMail.subject': 'Your recurring payment is set up',
  'recurringCreatedMail.body':
    "Your recurring payment of {} for loan {} is set up. The first payment is on {}, from {} ending in {}.\n\nConfirmation Number: {}\n\nTo change, skip, or stop a payment, sign in before its date. If you didn't set this up, call us right away.",
  'plannedPaymentChangedMail.subject': 'Your upcoming payment was changed',
  'plannedPaymentChangedMail.body':
    "We changed your payment for loan {} as you asked. It's now {} on {}, from {} ending in {}.\n\nIf you didn't ask for this, call us right away.",
  'recurringSkippedMail.subject': 'Your next recurring payment will be skipped',
  'recurringSkippedMail.body':
    "As you asked, we'll skip the recurring payment for loan {} on {}. The next one is on {}.\n\nIf you didn't ask for this, call us right away.",
  'plannedPaymentMail.card': 'your card',
  'plannedPaymentMail.bankAccount': 'your bank account',
  'plannedPaymentMail.totalDue': 'the total due that day',
  'plannedPaymentMail.totalDueWithFee': 'the total due that day plus a fee of {}',
  'plannedPaymentDeletedMail.subject': 'Your upcoming payment was deleted',
  'plannedPaymentDeletedMail.body':
    "As you asked, we deleted the payment for loan {} on {}. If you didn't ask for this, call us right away.",
});

export const requiredScheduleMailTexts = requireTexts<keyof typeof scheduleMailTexts>(
  'Regulation E requires notice of a transfer that varies in amount (12 CFR 1005.10(d))',
  ['debitNoticeMail.subject', 'debitNoticeMail.body', 'lastPaymentMail.subject', 'lastPaymentMail.body'],
);
