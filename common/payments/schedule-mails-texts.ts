import { defineTexts } from '#common/contract/define-texts.ts';

/** Messages about scheduled and recurring payments. */
export const scheduleMailTexts = defineTexts({
  'scheduledFailedMail.subject': 'Your scheduled payment was not made',
  'scheduledFailedMail.body':
    'Your scheduled payment of {} for loan {} on {} could not be drawn from {} ending {}.\n\nPlease sign in and make the payment another way.',
  'scheduledCancelledMail.subject': 'Your scheduled payment was not needed',
  'scheduledCancelledMail.body': 'Nothing is due on loan {}, so your scheduled payment of {} on {} was not made.',
  'scheduledCancelledMail.paidOffBody': 'Loan {} is paid off, so your scheduled payment of {} on {} was not made.',
  'scheduledCancelledMail.closedBody':
    'Loan {} is closed, so your scheduled payment of {} on {} was not made.\n\nIf you have questions, call us.',
  'scheduledCancelledMail.notFoundBody':
    'We could not find loan {} among your accounts, so your scheduled payment of {} on {} was not made.\n\nPlease call us.',
  'recurringFailedMail.subject': 'Your recurring payment was not made',
  'recurringFailedMail.body':
    'Your recurring payment of {} for loan {} on {} could not be drawn from {} ending {}.\n\nPlease sign in and make this payment another way. If the next one fails as well, the recurring payment ends.',
  'recurringStoppedMail.subject': 'Your recurring payment has ended',
  'recurringStoppedMail.body':
    'Your recurring payment for loan {} failed twice in a row, the last time on {}, and has ended.\n\nPlease sign in, make the payment another way, and set up a new recurring payment.',
  'recurringStoppedMail.closedBody':
    'Loan {} is closed. Its recurring payment has ended: the payment due on {} was not made, and nothing more will be drawn.\n\nIf you have questions, call us.',
  'recurringStoppedMail.notFoundBody':
    'We could not find loan {} among your accounts. Its recurring payment has ended: the payment due on {} was not made, and nothing more will be drawn.\n\nPlease call us.',
  'recurringFinishedMail.subject': 'Your recurring payment is complete',
  'recurringFinishedMail.body':
    'Loan {} is paid off. Its recurring payment due on {} was not made, and nothing more will be drawn.',
  'debitNoticeMail.subject': 'Your payment of {} on {}',
  'debitNoticeMail.body':
    'On {} we will draw {} from {} ending {} for loan {}. That is what will be due on that day if nothing else happens. We draw no more than this, and less if you pay some of it before.\n\nTo stop this payment, sign in and delete or skip it before that day.',
  'lastPaymentMail.subject': 'Your last payment: {} on {}',
  'lastPaymentMail.body':
    'On {} we will draw {} from {} ending {}. It pays off loan {}. Your last payment is not your usual {} because interest is counted by the day, and the last payment takes exactly what is left.\n\nTo stop this payment, sign in and delete or skip it before that day.',
  'payoffShortMail.subject': 'Loan {} is not paid off yet',
  'payoffShortMail.body':
    'Your payoff payment of {} for loan {} was posted on {}. It was the amount you agreed to, but more was owed on that day, for example because of a late charge. {} is still owed.\n\nPlease sign in and pay the rest. Interest is counted until the loan is paid off.',
  'cardExpiresMail.subject': 'The card for your payments is about to expire',
  'cardExpiresMail.body':
    'Payments you’ve set up for {} are drawn from your card ending {}. The card is good through {}.\n\nTo keep these payments going, sign in, add your new card under Make a payment, and choose it for these payments before that day.',
  'balloonMail.subject': 'Your last payment on loan {}',
  'balloonMail.body':
    'The last payment on loan {} is due. On {}, {} pays the loan off. Your recurring payment draws only {} on that day.\n\nPlease sign in and pay the rest another way.',
  'paymentReturnedMail.subject': 'Your bank returned a payment',
  'paymentReturnedMail.body':
    'Your bank returned the payment of {} for loan {} made on {}: {} ({}). The payment has been taken back from your loan.\n\nPlease sign in and make the payment another way.',
  'paymentNotSentMail.subject': 'We took back a payment',
  'paymentNotSentMail.body':
    "We couldn't send your payment of {} for loan {} made on {} to your bank. We took it back from your loan, and nothing was drawn from your account.\n\nPlease sign in and make the payment another way.",
  'bankChangeMail.subject': 'Your bank account details have changed',
  'bankChangeMail.body':
    "Your bank told us that the details of your bank account ending {} have changed. From now on we use the account ending {} at {} for your saved bank account and for your scheduled and recurring payments.\n\nYou don't need to do anything. If this isn't your account, call us at once.",
  'returnReason.insufficientFunds': 'there was not enough money in the account',
  'returnReason.accountClosed': 'the account is closed',
  'returnReason.noAccount': 'there is no such account',
  'returnReason.stopped': 'the payment was stopped at the bank',
  'returnReason.notAuthorized': 'the bank was told that the payment was not authorized',
  'returnReason.notAllowed': 'the account takes no payments like this',
  'returnReason.other': 'the bank did not pay it',
  'scheduledCreatedMail.subject': 'Your payment is scheduled',
  'scheduledCreatedMail.body':
    'Your payment of {} for loan {} will be drawn on {} from {} ending {}.\n\nConfirmation Number: {}\n\nTo change or stop it, sign in before that day. If you did not set this up, call us at once.',
  'recurringCreatedMail.subject': 'Your recurring payment is set up',
  'recurringCreatedMail.body':
    'Your recurring payment of {} for loan {} is set up. The first one will be drawn on {} from {} ending {}.\n\nConfirmation Number: {}\n\nTo change, skip or stop one, sign in before its day. If you did not set this up, call us at once.',
  'setUpChangedMail.subject': 'A payment you had set up was changed',
  'setUpChangedMail.body':
    'The payment for loan {} was changed at your request: it is now {} on {}, drawn from {} ending {}.\n\nIf you did not ask for this, call us at once.',
  'recurringSkippedMail.subject': 'Your next recurring payment will be skipped',
  'recurringSkippedMail.body':
    'The recurring payment for loan {} that was to be made on {} will be skipped at your request. The next one will be made on {}.\n\nIf you did not ask for this, call us at once.',
  'setUpMail.totalDue': 'the total due on the day',
  'setUpMail.totalDueWithFee': 'the total due on the day plus a fee of {}',
  'setUpMail.withFee': '{} (including a fee of {})',
  'setUpDeletedMail.subject': 'A payment you had set up was deleted',
  'setUpDeletedMail.body':
    'The payment for loan {} that was to be made on {} was deleted at your request. If you did not ask for this, call us at once.',
});
