import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { defaultTexts } from '#common/contract/all-texts.ts';
import { messageCatalog } from './message-catalog.ts';

/**
 * Every message the product sends, and what makes it go out, by class, sender and recipient. A new message needs a row
 * here, as a review of all four.
 */
const outgoing = [
  {
    class: 'necessary',
    sender: 'mailFrom',
    recipient: 'customer',
    triggers: {
      'signInMail.codeBody': 'A sign-in asks for a security code',
      'securityMail.codeBody': 'A sensitive change under single sign-on asks for a code',
      'securityMail.bankAccountAddedBody': 'A bank account was saved',
      'securityMail.cardAddedBody': 'A card was saved',
      'securityMail.passkeyAddedBody': 'A passkey was added',
      'securityMail.passkeyRemovedBody': 'A passkey was removed',
      'securityMail.passkeyBlockedBody': 'A passkey was blocked',
      'securityMail.authenticatorAddedBody': 'An authenticator app was added',
      'securityMail.authenticatorRemovedBody': 'An authenticator app was removed',
      'securityMail.recoveryCodesMadeBody': 'New recovery codes were made',
      'securityMail.appAddedBody': 'The mobile app on a phone signs in by fingerprint or face',
      'securityMail.appTokenReusedBody': 'A spent token of the mobile app came again',
      'securityMail.questionChangedBody': 'The security question or its answer was changed',
      'securityMail.recoveryCodeUsedBody': 'A recovery code was used to sign in',
      'registerMail.createdBody': 'A customer has registered and still has to type a code that is sent to this address',
      'registerMail.welcomeBody': 'A customer has registered',
      'registerMail.verifyBody': 'A customer has registered with an address that is not verified',
      'registerMail.triedBody': 'A customer who has a username registers again',
      'activateMail.inviteBody': 'An operator invites the customers of a former system',
      'activateMail.codeBody': 'An activation asks for a security code',
      'receiptMail.body': 'A payment was posted',
      'scheduledFailedMail.body': 'A scheduled payment was declined',
      'confirmationRequiredMail.body': 'The bank wants a planned card payment confirmed',
      'recurringFailedMail.body': 'A recurring payment was declined',
      'scheduledCancelledMail.body': 'On the day of a scheduled payment nothing is due',
      'scheduledCancelledMail.paidOffBody': 'On the day of a scheduled payment its loan is paid off',
      'scheduledCancelledMail.closedBody': 'On the day of a scheduled payment its loan is closed',
      'scheduledCancelledMail.notFoundBody': 'On the day of a scheduled payment its loan is not found',
      'recurringStoppedMail.body': 'A recurring payment failed twice in a row',
      'recurringStoppedMail.closedBody': 'The loan of a recurring payment is closed',
      'recurringStoppedMail.notFoundBody': 'The loan of a recurring payment is not found',
      'recurringFinishedMail.body': 'The loan of a recurring payment is paid off',
      'debitNoticeMail.body': 'A debit of a varying amount is to come (12 CFR 1005.10(d))',
      'lastPaymentMail.body': 'The last payment of a loan differs from the agreed amount',
      'payoffShortMail.body': 'A payoff of a later day left something to pay',
      'payoffShortMail.lastBody': 'The last payment of a loan left something to pay',
      'cardExpiresMail.body': 'The card of a scheduled or recurring payment expires within 30 days',
      'balloonMail.body': 'The last payment of a loan is larger than a recurring payment draws',
      'paymentReturnedMail.body': 'A bank gave a draft back',
      'drawnLaterMail.body': 'The bank refused a bank file, so a draft leaves with another one',
      'paymentReturnedMail.feeBody': 'A bank gave a draft back, which costs a fee',
      'bankChangeMail.body': 'A bank gave an account that is drawn on other numbers',
      'paymentNotSentMail.body': 'An operator gave a bank draft up before it left',
      'draftCancelledMail.body': 'Staff canceled a bank draft before it left',
      'lateChargeWaivedMail.body': 'Staff waived a late charge',
      'returnedPaymentFeeWaivedMail.body': 'Staff waived a returned-payment fee',
      'receivedPaymentMail.body': 'Staff received a payment, such as a check',
      'overpaymentMail.body': 'A payment was more than the loan owed',
      'overpaymentAppliedMail.body':
        'An overpayment was applied to the loan, because an earlier payment came back, wholly or in part, or was moved',
      'paymentsPausedMail.body': 'A hold code stops the planned payments of a loan',
      'paymentsResumedMail.body': 'Planned payments go on after a hold code was lifted',
      'paymentsResumedMail.noneBody': 'A hold code that stopped payments was lifted, and none is planned',
      'dueDateMail.body': 'Staff changed the due date of a loan',
      'deferralMail.body': 'Staff deferred payments of a loan',
      'rateMail.body': 'Staff changed the interest rate of a loan',
      'rateWithdrawnMail.body': 'Staff withdrew a change of the interest rate of a loan',
      'chargeOffMail.body': 'Staff charged a loan off',
      'chargeOffReversedMail.body': 'Staff reversed the charge-off of a loan',
      'drawMail.checkBody': 'Staff sent a check for a draw on a line of credit',
      'drawMail.wireBody': 'Staff sent a draw on a line of credit by wire',
      'drawMail.bankBody': 'Staff sent a draw on a line of credit to a bank account',
      'drawMail.lateBody': 'A draw to a bank account arrives later than the customer was told',
      'drawMail.sentBody': 'A late draw left with the bank file',
      'drawMail.stoppedBody': 'Staff stopped a draw on a line of credit',
      'drawMail.returnedBody': "The customer's bank sent a draw on a line of credit back",
      'drawMail.overpaidBody': 'A draw on a line of credit was taken back that was paid already',
      'lienMail.body': 'Staff recorded that the lien of a paid-off loan was released',
      'lienWithdrawnMail.body': 'Staff withdrew the release of a lien',
      'payoutMail.checkBody': 'Staff sent a check for an overpayment',
      'payoutMail.wireBody': 'Staff sent an overpayment by wire',
      'payoutMail.bankBody': 'Staff sent an overpayment to a bank account',
      'payoutMail.lateBody': 'A refund to a bank account arrives later than the customer was told',
      'payoutMail.sentBody': 'A late refund left with the bank file',
      'payoutMail.returnedBody': "The customer's bank sent an overpayment back",
      'payoutMail.stoppedBody': 'Staff stopped the refund of an overpayment, such as a lost check',
      'movedMail.body': 'Staff moved a payment from one loan of the customer to another',
      'movedMail.awayBody': "Staff moved a payment from the customer's loan to another customer's",
      'movedMail.hereBody': "Staff moved a payment to the customer's loan from another customer's",
      'movedMail.goneBody': "A payment that was moved to the customer's loan was returned or refunded",
      'receivedTakenBackMail.body': 'A payment that staff received came back unpaid',
      'bankAccountBlockedMail.body': 'A bank refused an account for good, so nothing is drawn from it',
      'loanDisputeMail.recordedBody': 'Staff recorded that a customer disputes a loan',
      'loanDisputeMail.endedBody': 'Staff recorded that a dispute of a loan is over',
      'securityMail.passkeysRemovedBody': 'Staff removed all passkeys of a login',
      'securityMail.sessionsEndedBody': 'Staff ended the sessions of a login',
      'securityMail.devicesForgottenBody': 'Staff forgot the devices of a login',
      'bankAccountReleasedMail.body': 'Staff released a bank account that a bank had refused',
      'unappliedMail.body': 'A card was charged, but the core refuses to post the payment',
      'draftRefusedMail.body': 'The core refuses a bank payment after the customer has left',
      'notMadeMail.body': 'A card payment whose outcome was unknown turns out not to be made',
      'claimedNotMadeMail.body': 'Staff settled a card payment as not made; the processor gave no answer',
      'refundedMail.body': 'An operator refunded a card payment that the core refuses to post',
      'cardRefundMail.body': 'A posted card payment was refunded at the processor',
      'partRefundedMail.body': 'Staff refunded a part of a card payment',
      'disputeOpenedMail.body': 'A cardholder disputes a card payment',
      'disputeLostMail.body': 'A disputed card payment was taken back',
      'changeRefusedMail.body': 'The core refuses a change that the customer made',
      'scheduledCreatedMail.body': 'A payment of a later day was set up',
      'recurringCreatedMail.body': 'A recurring payment was set up',
      'plannedPaymentChangedMail.body': 'A scheduled or recurring payment was changed',
      'plannedPaymentChangedMail.lastBody': 'The customer changed a planned payment, and the next one is the last',
      'recurringSkippedMail.body': 'The next payment of a recurring one was left out',
      'plannedPaymentDeletedMail.body': 'A scheduled or recurring payment was deleted',
      'addressMail.body': 'The mailing address of a loan was changed',
      'profileMail.contactChangedBody': 'Phone numbers or the address were changed in the profile',
      'documentMail.deliveredBody': 'Staff gave a customer a document',
      'documentMail.withdrawnBody': 'Staff took a document back',
      'documentMail.acceptedBody': 'Staff accepted an upload',
      'documentMail.declinedBody': 'Staff declined an upload',
      'conversationMail.noticeBody': 'Staff answered a message in the portal',
      'requestChangeMail.customerBody': 'A customer asks for other contact information of loans',
      'requestChangeMail.madeBody': 'Staff made the change of contact information that a customer asked for',
      'requestChangeMail.declinedBody': 'Staff declined a change of contact information',
      'requestFormMail.receivedBody': 'A customer sent a request with a form',
      'requestFormMail.paymentsContinueBody': 'A customer sent a request, and payments remain due meanwhile',
      'requestFormMail.decidedBody': 'Staff answered a request',
    },
  },
  {
    class: 'necessary',
    sender: 'textSender',
    recipient: 'textPhone',
    triggers: {
      'signInText.code': 'The first sign-in of a customer who registered without an email address on file',
    },
  },
  {
    class: 'passwordGenerated',
    sender: 'mailFrom',
    recipient: 'customer',
    triggers: {
      'recoveryMail.body': 'A customer asked for help with signing in, and was found',
    },
  },
  {
    class: 'passwordChanged',
    sender: 'mailFrom',
    recipient: 'customer',
    triggers: {
      'credentialMail.changedBody': 'The password was changed, in whatever way',
      'credentialMail.changedKeptPasskeysBody': 'The password was changed, and passkeys still sign in',
      'credentialMail.changedRemovedPasskeysBody': 'The password was reset, and the passkeys removed',
    },
  },
  {
    class: 'necessary',
    sender: 'mailFrom',
    recipient: 'typedAddress',
    triggers: {
      'registerMail.codeBody': 'A registration verifies its email address',
      'conversationMail.answerBody': 'Staff answered a sender who does not read answers in the portal',
    },
  },
  {
    class: 'necessary',
    sender: 'mailFrom',
    recipient: 'formerAddress',
    triggers: {
      'registerMail.changedBody': 'A registration brings another email address',
      'profileMail.emailChangedBody': 'The email address was changed in the profile',
      'profileMail.emailCorrectedBody': 'Staff plan to correct the email address',
    },
  },
  {
    class: 'accountAlert',
    sender: 'mailFrom',
    recipient: 'customer',
    triggers: {
      'alertMail.bodyBefore': 'A due date alert comes before the due date',
      'alertMail.bodyAfter': 'A due date alert comes after the due date',
      'alertMail.bodyDelinquent': 'A loan became delinquent',
      'alertMail.bodyStatement': 'A new e-statement is ready',
    },
  },
  {
    class: 'accountAlert',
    sender: 'textSender',
    recipient: 'textPhone',
    triggers: {
      'alertText.delinquent': 'A loan became delinquent',
      'alertText.statement': 'A new e-statement is ready',
    },
  },
  {
    class: 'necessary',
    sender: 'mailFrom',
    recipient: 'newAddress',
    triggers: {
      'profileMail.verifyBody': 'The email address was changed in the profile',
    },
  },
  {
    class: 'loginNameChange',
    sender: 'mailFrom',
    recipient: 'customer',
    triggers: {
      'profileMail.loginNameChangedBody': 'The login name was changed in the profile',
    },
  },
  {
    class: 'userRestricted',
    sender: 'mailFrom',
    recipient: 'customer',
    triggers: {
      'securityMail.reopenedBody': 'The institution has released a restricted login',
      'noticeMail.userRestrictedBody': 'The institution has restricted a login',
    },
  },
  {
    class: 'restrictedPasswordViolation',
    sender: 'mailFrom',
    recipient: 'customer',
    triggers: {
      'securityMail.unlockedBody': 'Staff unlocked a login',
      'noticeMail.passwordViolationBody': 'Wrong passwords have locked a login',
    },
  },
  {
    class: 'userLogsOn',
    sender: 'mailFrom',
    recipient: 'customer',
    triggers: {
      'noticeMail.logsOnBody': 'Someone signed in',
    },
  },
  {
    class: 'userRestricted',
    sender: 'textSender',
    recipient: 'textPhone',
    triggers: {
      'noticeText.userRestricted': 'The institution has restricted a login',
    },
  },
  {
    class: 'restrictedPasswordViolation',
    sender: 'textSender',
    recipient: 'textPhone',
    triggers: {
      'noticeText.restrictedPasswordViolation': 'Wrong passwords have locked a login',
    },
  },
  {
    class: 'userLogsOn',
    sender: 'textSender',
    recipient: 'textPhone',
    triggers: {
      'noticeText.userLogsOn': 'Someone signed in',
    },
  },
  {
    class: 'moneyTransOnWeb',
    sender: 'textSender',
    recipient: 'textPhone',
    triggers: {
      'noticeText.moneyTransOnWeb': 'A payment was made or set up',
    },
  },
  {
    class: 'loginNameChange',
    sender: 'textSender',
    recipient: 'textPhone',
    triggers: {
      'noticeText.loginNameChange': 'The login name was changed in the profile',
    },
  },
  {
    class: 'passwordGenerated',
    sender: 'textSender',
    recipient: 'textPhone',
    triggers: {
      'noticeText.passwordGenerated': 'A link to a new password was sent',
    },
  },
  {
    class: 'passwordChanged',
    sender: 'textSender',
    recipient: 'textPhone',
    triggers: {
      'noticeText.passwordChanged': 'The password was changed, in whatever way',
    },
  },
  {
    class: 'emailAddressChanged',
    sender: 'textSender',
    recipient: 'textPhone',
    triggers: {
      'noticeText.emailAddressChanged': 'The email address was changed in the profile',
    },
  },
  {
    class: 'necessary',
    sender: 'mailFrom',
    recipient: 'institution',
    triggers: {
      'contactMail.questionBody': 'A customer or visitor asks a question',
      'contactMail.feedbackBody': 'A customer or visitor gives feedback',
      'requestChangeMail.body': 'A customer asks for other contact information of loans',
    },
  },
  {
    class: 'necessary',
    sender: 'mailFrom',
    recipient: 'staff',
    triggers: {
      'deskMail.invitationBody': 'An administrator or operator invites someone to the desk',
    },
  },
];

it('one list contains every message of the product', () => {
  const listed = outgoing.flatMap(({ triggers, ...sent }) =>
    Object.entries(triggers).map(([key, trigger]) => [key, { ...sent, trigger }]),
  );
  expect(Object.fromEntries(listed)).toEqual(messageCatalog);
});

it('every text of a message is in the list', () => {
  const words = Object.keys(defaultTexts).filter((key) =>
    /(Mail\.(body|.*Body.*)|^(alert|notice|signIn)Text\..*)$/.test(key),
  );
  expect(words.filter((key) => !(key in messageCatalog))).toEqual([]);
});

it('text messages start with their sender', () => {
  const texts = Object.entries(messageCatalog).filter(([, { sender }]) => sender === 'textSender');
  const anonymous = texts.filter(([key]) => !defaultTexts[key as keyof typeof messageCatalog].startsWith('{sender}: '));
  expect(anonymous).toEqual([]);
});

it('only `enqueueMessage`, which checks permission, writes to the outbox', async () => {
  const server = fileURLToPath(new URL('../', import.meta.url));
  const files = (await readdir(server, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const writing: string[] = [];
  for (const file of files) {
    const text = await readFile(`${server}${file}`, 'utf8');
    if (/insertInto\('outbox_messages'\)|insertMany\('outbox_messages'|insert into outbox_messages/.test(text))
      writing.push(file);
  }
  expect(writing).toEqual(['messages/outbox.queries.ts']);
});
