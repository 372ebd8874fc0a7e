import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { defaultTexts } from '#common/contract/all-texts.ts';
import { messageCatalog } from './message-catalog.ts';

/**
 * Every message the product sends: text key, class, sender, recipient and trigger. A new message needs a row here, as a
 * review of each column.
 */
const outgoing: readonly (readonly string[])[] = [
  ['signInMail.codeBody', 'necessary', 'mailFrom', 'customer', 'A sign-in asks for a security code'],
  [
    'signInText.code',
    'necessary',
    'textSender',
    'textPhone',
    'The first sign-in of a customer who registered without an e-mail address on file',
  ],
  ['recoveryMail.body', 'passwordGenerated', 'mailFrom', 'customer', 'Somebody has forgotten the login and was found'],
  [
    'credentialMail.changedBody',
    'passwordChanged',
    'mailFrom',
    'customer',
    'The password was changed, in whatever way',
  ],
  [
    'credentialMail.changedKeptPasskeysBody',
    'passwordChanged',
    'mailFrom',
    'customer',
    'The password was changed, and passkeys still sign in',
  ],
  [
    'credentialMail.changedRemovedPasskeysBody',
    'passwordChanged',
    'mailFrom',
    'customer',
    'The password was reset, and the passkeys removed',
  ],
  [
    'securityMail.codeBody',
    'necessary',
    'mailFrom',
    'customer',
    'A sensitive change under single sign-on asks for a code',
  ],
  ['securityMail.bankAccountAddedBody', 'necessary', 'mailFrom', 'customer', 'A bank account was saved'],
  ['securityMail.cardAddedBody', 'necessary', 'mailFrom', 'customer', 'A card was saved'],
  ['securityMail.passkeyAddedBody', 'necessary', 'mailFrom', 'customer', 'A passkey was added'],
  ['securityMail.passkeyRemovedBody', 'necessary', 'mailFrom', 'customer', 'A passkey was removed'],
  ['securityMail.passkeyBlockedBody', 'necessary', 'mailFrom', 'customer', 'A passkey was blocked'],
  ['securityMail.authenticatorAddedBody', 'necessary', 'mailFrom', 'customer', 'An authenticator app was added'],
  ['securityMail.authenticatorRemovedBody', 'necessary', 'mailFrom', 'customer', 'An authenticator app was removed'],
  ['securityMail.recoveryCodesMadeBody', 'necessary', 'mailFrom', 'customer', 'New recovery codes were made'],
  [
    'securityMail.appAddedBody',
    'necessary',
    'mailFrom',
    'customer',
    'The mobile app on a phone signs in by fingerprint or face',
  ],
  [
    'securityMail.appTokenReusedBody',
    'necessary',
    'mailFrom',
    'customer',
    'A spent token of the mobile app came again',
  ],
  [
    'securityMail.questionChangedBody',
    'necessary',
    'mailFrom',
    'customer',
    'The security question or its answer was changed',
  ],
  ['securityMail.recoveryCodeUsedBody', 'necessary', 'mailFrom', 'customer', 'A recovery code was used to sign in'],
  ['registerMail.codeBody', 'necessary', 'mailFrom', 'typedAddress', 'A registration verifies its e-mail address'],
  [
    'registerMail.createdBody',
    'necessary',
    'mailFrom',
    'customer',
    'A customer has registered and still has to type a code that is sent to this address',
  ],
  ['registerMail.welcomeBody', 'necessary', 'mailFrom', 'customer', 'A customer has registered'],
  [
    'registerMail.verifyBody',
    'necessary',
    'mailFrom',
    'customer',
    'A customer has registered with an address that is not verified',
  ],
  ['registerMail.triedBody', 'necessary', 'mailFrom', 'customer', 'Somebody registers who has a login already'],
  [
    'registerMail.changedBody',
    'necessary',
    'mailFrom',
    'formerAddress',
    'A registration brings another e-mail address',
  ],
  [
    'activateMail.inviteBody',
    'necessary',
    'mailFrom',
    'customer',
    'An operator invites the customers of a former system',
  ],
  ['activateMail.codeBody', 'necessary', 'mailFrom', 'customer', 'An activation asks for a security code'],
  ['receiptMail.body', 'necessary', 'mailFrom', 'customer', 'A payment was posted'],
  ['scheduledFailedMail.body', 'necessary', 'mailFrom', 'customer', 'A scheduled payment was declined'],
  [
    'confirmationRequiredMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'The bank wants a planned card payment confirmed',
  ],
  ['recurringFailedMail.body', 'necessary', 'mailFrom', 'customer', 'A recurring payment was declined'],
  [
    'scheduledCancelledMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'On the day of a scheduled payment nothing is due',
  ],
  [
    'scheduledCancelledMail.paidOffBody',
    'necessary',
    'mailFrom',
    'customer',
    'On the day of a scheduled payment its loan is paid off',
  ],
  [
    'scheduledCancelledMail.closedBody',
    'necessary',
    'mailFrom',
    'customer',
    'On the day of a scheduled payment its loan is closed',
  ],
  [
    'scheduledCancelledMail.notFoundBody',
    'necessary',
    'mailFrom',
    'customer',
    'On the day of a scheduled payment its loan is not found',
  ],
  ['recurringStoppedMail.body', 'necessary', 'mailFrom', 'customer', 'A recurring payment failed twice in a row'],
  ['recurringStoppedMail.closedBody', 'necessary', 'mailFrom', 'customer', 'The loan of a recurring payment is closed'],
  [
    'recurringStoppedMail.notFoundBody',
    'necessary',
    'mailFrom',
    'customer',
    'The loan of a recurring payment is not found',
  ],
  ['recurringFinishedMail.body', 'necessary', 'mailFrom', 'customer', 'The loan of a recurring payment is paid off'],
  [
    'debitNoticeMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'A debit of a varying amount is to come (12 CFR 1005.10(d))',
  ],
  [
    'lastPaymentMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'The last payment of a loan differs from the agreed amount',
  ],
  ['payoffShortMail.body', 'necessary', 'mailFrom', 'customer', 'A payoff of a later day left something to pay'],
  [
    'cardExpiresMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'The card of a scheduled or recurring payment expires within 30 days',
  ],
  [
    'balloonMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'The last payment of a loan is larger than a recurring payment draws',
  ],
  ['paymentReturnedMail.body', 'necessary', 'mailFrom', 'customer', 'A bank gave a draft back'],
  ['bankChangeMail.body', 'necessary', 'mailFrom', 'customer', 'A bank gave an account that is drawn on other numbers'],
  ['paymentNotSentMail.body', 'necessary', 'mailFrom', 'customer', 'An operator gave a bank draft up before it left'],
  ['draftCancelledMail.body', 'necessary', 'mailFrom', 'customer', 'Staff canceled a bank draft before it left'],
  ['lateChargeWaivedMail.body', 'necessary', 'mailFrom', 'customer', 'Staff waived a late charge'],
  ['receivedPaymentMail.body', 'necessary', 'mailFrom', 'customer', 'Staff received a payment, such as a check'],
  ['overpaymentMail.body', 'necessary', 'mailFrom', 'customer', 'A payment was more than the loan owed'],
  [
    'overpaymentAppliedMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'An overpayment was applied to the loan, because an earlier payment came back',
  ],
  ['paymentsPausedMail.body', 'necessary', 'mailFrom', 'customer', 'A hold code stops the planned payments of a loan'],
  [
    'paymentsResumedMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'Planned payments go on after a hold code was lifted',
  ],
  [
    'paymentsResumedMail.noneBody',
    'necessary',
    'mailFrom',
    'customer',
    'A hold code that stopped payments was lifted, and none is planned',
  ],
  ['dueDateMail.body', 'necessary', 'mailFrom', 'customer', 'Staff changed the due date of a loan'],
  ['deferralMail.body', 'necessary', 'mailFrom', 'customer', 'Staff deferred payments of a loan'],
  ['rateMail.body', 'necessary', 'mailFrom', 'customer', 'Staff changed the interest rate of a loan'],
  [
    'rateWithdrawnMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'Staff withdrew a change of the interest rate of a loan',
  ],
  ['payoutMail.checkBody', 'necessary', 'mailFrom', 'customer', 'Staff sent a check for an overpayment'],
  ['payoutMail.wireBody', 'necessary', 'mailFrom', 'customer', 'Staff sent an overpayment by wire'],
  [
    'payoutMail.stoppedBody',
    'necessary',
    'mailFrom',
    'customer',
    'Staff stopped the refund of an overpayment, such as a lost check',
  ],
  [
    'movedMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'Staff moved a payment from one loan of the customer to another',
  ],
  [
    'movedMail.awayBody',
    'necessary',
    'mailFrom',
    'customer',
    "Staff moved a payment from the customer's loan to another customer's",
  ],
  [
    'movedMail.hereBody',
    'necessary',
    'mailFrom',
    'customer',
    "Staff moved a payment to the customer's loan from another customer's",
  ],
  [
    'movedMail.goneBody',
    'necessary',
    'mailFrom',
    'customer',
    "A payment that was moved to the customer's loan was returned or refunded",
  ],
  ['receivedTakenBackMail.body', 'necessary', 'mailFrom', 'customer', 'A payment that staff received came back unpaid'],
  [
    'bankAccountReleasedMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'Staff released a bank account that a bank had refused',
  ],
  [
    'unappliedMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'A card was charged, but the core refuses to post the payment',
  ],
  [
    'draftRefusedMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'The core refuses a bank payment after the customer has left',
  ],
  [
    'refundedMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'An operator refunded a card payment that the core refuses to post',
  ],
  ['cardRefundMail.body', 'necessary', 'mailFrom', 'customer', 'A posted card payment was refunded at the processor'],
  ['disputeOpenedMail.body', 'necessary', 'mailFrom', 'customer', 'A cardholder disputes a card payment'],
  ['disputeLostMail.body', 'necessary', 'mailFrom', 'customer', 'A disputed card payment was taken back'],
  ['changeRefusedMail.body', 'necessary', 'mailFrom', 'customer', 'The core refuses a change that the customer made'],
  ['scheduledCreatedMail.body', 'necessary', 'mailFrom', 'customer', 'A payment of a later day was set up'],
  ['recurringCreatedMail.body', 'necessary', 'mailFrom', 'customer', 'A recurring payment was set up'],
  [
    'plannedPaymentChangedMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'A scheduled or recurring payment was changed',
  ],
  [
    'recurringSkippedMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'The next payment of a recurring one was left out',
  ],
  [
    'plannedPaymentDeletedMail.body',
    'necessary',
    'mailFrom',
    'customer',
    'A scheduled or recurring payment was deleted',
  ],
  ['addressMail.body', 'necessary', 'mailFrom', 'customer', 'The mailing address of a loan was changed'],
  ['alertMail.bodyBefore', 'accountAlert', 'mailFrom', 'customer', 'A due date alert comes before the due date'],
  ['alertMail.bodyAfter', 'accountAlert', 'mailFrom', 'customer', 'A due date alert comes after the due date'],
  ['alertMail.bodyDelinquent', 'accountAlert', 'mailFrom', 'customer', 'A loan became delinquent'],
  ['alertMail.bodyStatement', 'accountAlert', 'mailFrom', 'customer', 'A new e-statement is ready'],
  ['alertText.delinquent', 'accountAlert', 'textSender', 'textPhone', 'A loan became delinquent'],
  ['alertText.statement', 'accountAlert', 'textSender', 'textPhone', 'A new e-statement is ready'],
  [
    'profileMail.emailChangedBody',
    'necessary',
    'mailFrom',
    'formerAddress',
    'The e-mail address was changed in the profile',
  ],
  [
    'profileMail.emailCorrectedBody',
    'necessary',
    'mailFrom',
    'formerAddress',
    'Staff plan to correct the e-mail address',
  ],
  ['profileMail.verifyBody', 'necessary', 'mailFrom', 'newAddress', 'The e-mail address was changed in the profile'],
  [
    'profileMail.loginNameChangedBody',
    'loginNameChange',
    'mailFrom',
    'customer',
    'The login name was changed in the profile',
  ],
  [
    'profileMail.contactChangedBody',
    'necessary',
    'mailFrom',
    'customer',
    'Phone numbers or the address were changed in the profile',
  ],
  ['noticeMail.userRestrictedBody', 'userRestricted', 'mailFrom', 'customer', 'The institution has restricted a login'],
  [
    'noticeMail.passwordViolationBody',
    'restrictedPasswordViolation',
    'mailFrom',
    'customer',
    'Wrong passwords have locked a login',
  ],
  ['noticeMail.logsOnBody', 'userLogsOn', 'mailFrom', 'customer', 'Somebody has signed in'],
  ['noticeText.userRestricted', 'userRestricted', 'textSender', 'textPhone', 'The institution has restricted a login'],
  [
    'noticeText.restrictedPasswordViolation',
    'restrictedPasswordViolation',
    'textSender',
    'textPhone',
    'Wrong passwords have locked a login',
  ],
  ['noticeText.userLogsOn', 'userLogsOn', 'textSender', 'textPhone', 'Somebody has signed in'],
  ['noticeText.moneyTransOnWeb', 'moneyTransOnWeb', 'textSender', 'textPhone', 'A payment was made or set up'],
  [
    'noticeText.loginNameChange',
    'loginNameChange',
    'textSender',
    'textPhone',
    'The login name was changed in the profile',
  ],
  ['noticeText.passwordGenerated', 'passwordGenerated', 'textSender', 'textPhone', 'A link to a new password was sent'],
  [
    'noticeText.passwordChanged',
    'passwordChanged',
    'textSender',
    'textPhone',
    'The password was changed, in whatever way',
  ],
  [
    'noticeText.emailAddressChanged',
    'emailAddressChanged',
    'textSender',
    'textPhone',
    'The e-mail address was changed in the profile',
  ],
  ['contactMail.questionBody', 'necessary', 'mailFrom', 'institution', 'A customer or visitor asks a question'],
  ['contactMail.feedbackBody', 'necessary', 'mailFrom', 'institution', 'A customer or visitor gives feedback'],
  ['documentMail.deliveredBody', 'necessary', 'mailFrom', 'customer', 'Staff gave a customer a document'],
  ['documentMail.acceptedBody', 'necessary', 'mailFrom', 'customer', 'Staff accepted an upload'],
  ['documentMail.declinedBody', 'necessary', 'mailFrom', 'customer', 'Staff declined an upload'],
  ['conversationMail.noticeBody', 'necessary', 'mailFrom', 'customer', 'Staff answered a message in the portal'],
  [
    'conversationMail.answerBody',
    'necessary',
    'mailFrom',
    'typedAddress',
    'Staff answered whoever does not read answers in the portal',
  ],
  [
    'requestChangeMail.body',
    'necessary',
    'mailFrom',
    'institution',
    'A customer asks for other contact information of loans',
  ],
  [
    'deskMail.invitationBody',
    'necessary',
    'mailFrom',
    'staff',
    'An administrator or operator invites someone to the desk',
  ],
  [
    'requestChangeMail.customerBody',
    'necessary',
    'mailFrom',
    'customer',
    'A customer asks for other contact information of loans',
  ],
  [
    'requestChangeMail.madeBody',
    'necessary',
    'mailFrom',
    'customer',
    'Staff made the change of contact information that a customer asked for',
  ],
  [
    'requestChangeMail.declinedBody',
    'necessary',
    'mailFrom',
    'customer',
    'Staff declined a change of contact information',
  ],
];

it('one list contains every message of the product', () => {
  const rows = Object.entries(messageCatalog).map(([key, entry]) => [
    key,
    entry.class,
    entry.sender,
    entry.recipient,
    entry.trigger,
  ]);
  expect(rows).toEqual(outgoing);
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
