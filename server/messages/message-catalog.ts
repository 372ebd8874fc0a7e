import { keysOf } from '#common/core/keys-of.ts';
import type { MessageClass } from '#common/profile/rules/notifications.ts';
import type { TextKey } from '#common/contract/all-texts.ts';

export interface CatalogEntry {
  /** Decides whether the user can turn it off. */
  readonly class: MessageClass;
  readonly sender: 'mailFrom' | 'textSender';
  readonly recipient:
    | 'customer'
    | 'formerAddress'
    | 'newAddress'
    | 'typedAddress'
    | 'institution'
    | 'staff'
    | 'textPhone';
  /** The event that sends it, as documentation. */
  readonly trigger: string;
}

type Catalog = Readonly<Partial<Record<TextKey, CatalogEntry>>>;

function toCustomer(trigger: string, messageClass: MessageClass = 'necessary') {
  return { class: messageClass, sender: 'mailFrom', recipient: 'customer', trigger } as const;
}

function toAddress(
  recipient: 'formerAddress' | 'newAddress' | 'typedAddress' | 'institution' | 'staff',
  trigger: string,
) {
  return { class: 'necessary', sender: 'mailFrom', recipient, trigger } as const;
}

function byText(messageClass: MessageClass, trigger: string) {
  return { class: messageClass, sender: 'textSender', recipient: 'textPhone', trigger } as const;
}

/** All messages the product sends, by text key. Only messages listed here can be composed or queued. */
export const messageCatalog = {
  'signInMail.codeBody': toCustomer('A sign-in asks for a security code'),
  'signInText.code': byText(
    'necessary',
    'The first sign-in of a customer who registered without an email address on file',
  ),
  'recoveryMail.body': toCustomer('A customer asked for help with signing in, and was found', 'passwordGenerated'),
  'credentialMail.changedBody': toCustomer('The password was changed, in whatever way', 'passwordChanged'),
  'credentialMail.changedKeptPasskeysBody': toCustomer(
    'The password was changed, and passkeys still sign in',
    'passwordChanged',
  ),
  'credentialMail.changedRemovedPasskeysBody': toCustomer(
    'The password was reset, and the passkeys removed',
    'passwordChanged',
  ),

  'securityMail.codeBody': toCustomer('A sensitive change under single sign-on asks for a code'),
  'securityMail.bankAccountAddedBody': toCustomer('A bank account was saved'),
  'securityMail.cardAddedBody': toCustomer('A card was saved'),
  'securityMail.passkeyAddedBody': toCustomer('A passkey was added'),
  'securityMail.passkeyRemovedBody': toCustomer('A passkey was removed'),
  'securityMail.passkeysRemovedBody': toCustomer('Staff removed all passkeys of a login'),
  'securityMail.unlockedBody': toCustomer('Staff unlocked a login', 'restrictedPasswordViolation'),
  'securityMail.reopenedBody': toCustomer('The institution has released a restricted login', 'userRestricted'),
  'securityMail.sessionsEndedBody': toCustomer('Staff ended the sessions of a login'),
  'securityMail.devicesForgottenBody': toCustomer('Staff forgot the devices of a login'),
  'securityMail.passkeyBlockedBody': toCustomer('A passkey was blocked'),
  'securityMail.authenticatorAddedBody': toCustomer('An authenticator app was added'),
  'securityMail.authenticatorRemovedBody': toCustomer('An authenticator app was removed'),
  'securityMail.recoveryCodesMadeBody': toCustomer('New recovery codes were made'),
  'securityMail.appAddedBody': toCustomer('The mobile app on a phone signs in by fingerprint or face'),
  'securityMail.appTokenReusedBody': toCustomer('A spent token of the mobile app came again'),
  'securityMail.questionChangedBody': toCustomer('The security question or its answer was changed'),
  'securityMail.recoveryCodeUsedBody': toCustomer('A recovery code was used to sign in'),

  'registerMail.codeBody': toAddress('typedAddress', 'A registration verifies its email address'),
  'registerMail.createdBody': toCustomer(
    'A customer has registered and still has to type a code that is sent to this address',
  ),
  'registerMail.welcomeBody': toCustomer('A customer has registered'),
  'registerMail.verifyBody': toCustomer('A customer has registered with an address that is not verified'),
  'registerMail.triedBody': toCustomer('A customer who has a username registers again'),
  'registerMail.changedBody': toAddress('formerAddress', 'A registration brings another email address'),
  'activateMail.inviteBody': toCustomer('An operator invites the customers of a former system'),
  'activateMail.codeBody': toCustomer('An activation asks for a security code'),

  'receiptMail.body': toCustomer('A payment was posted'),
  'scheduledFailedMail.body': toCustomer('A scheduled payment was declined'),
  'confirmationRequiredMail.body': toCustomer('The bank wants a planned card payment confirmed'),
  'recurringFailedMail.body': toCustomer('A recurring payment was declined'),
  'scheduledCancelledMail.body': toCustomer('On the day of a scheduled payment nothing is due'),
  'scheduledCancelledMail.paidOffBody': toCustomer('On the day of a scheduled payment its loan is paid off'),
  'scheduledCancelledMail.closedBody': toCustomer('On the day of a scheduled payment its loan is closed'),
  'scheduledCancelledMail.notFoundBody': toCustomer('On the day of a scheduled payment its loan is not found'),
  'recurringStoppedMail.body': toCustomer('A recurring payment failed twice in a row'),
  'recurringStoppedMail.closedBody': toCustomer('The loan of a recurring payment is closed'),
  'recurringStoppedMail.notFoundBody': toCustomer('The loan of a recurring payment is not found'),
  'recurringStoppedMail.reopenedBody': toCustomer(
    'A payment that paid a loan off came back after its recurring payment had ended',
  ),
  'recurringFinishedMail.body': toCustomer('The loan of a recurring payment is paid off'),
  'debitNoticeMail.body': toCustomer('A debit of a varying amount is to come (12 CFR 1005.10(d))'),
  'debitNoticeMail.movedBody': toCustomer('A debit of a varying amount moves, as it was announced too late'),
  'lastPaymentMail.body': toCustomer('The last payment of a loan differs from the agreed amount'),
  'payoffShortMail.body': toCustomer('A payoff of a later day left something to pay'),
  'payoffShortMail.lastBody': toCustomer('The last payment of a loan left something to pay'),
  'cardExpiresMail.body': toCustomer('The card of a scheduled or recurring payment expires within 30 days'),
  'balloonMail.body': toCustomer('The last payment of a loan is larger than a recurring payment draws'),
  'paymentReturnedMail.body': toCustomer('A bank gave a draft back'),
  'drawnLaterMail.body': toCustomer('The bank refused a bank file, so a draft leaves with another one'),
  'paymentReturnedMail.feeBody': toCustomer('A bank gave a draft back, which costs a fee'),
  'bankChangeMail.body': toCustomer('A bank gave an account that is drawn on other numbers'),
  'paymentNotSentMail.body': toCustomer('An operator gave a bank draft up before it left'),
  'draftCancelledMail.body': toCustomer('Staff canceled a bank draft before it left'),
  'lateChargeWaivedMail.body': toCustomer('Staff waived a late charge'),
  'returnedPaymentFeeWaivedMail.body': toCustomer('Staff waived a returned-payment fee'),
  'receivedPaymentMail.body': toCustomer('Staff received a payment, such as a check'),
  'overpaymentMail.body': toCustomer('A payment was more than the loan owed'),
  'overpaymentAppliedMail.body': toCustomer(
    'An overpayment was applied to the loan, because an earlier payment came back, wholly or in part, or was moved',
  ),
  'paymentsPausedMail.body': toCustomer('A hold code stops the planned payments of a loan'),
  'paymentsResumedMail.body': toCustomer('Planned payments go on after a hold code was lifted'),
  'paymentsResumedMail.noneBody': toCustomer('A hold code that stopped payments was lifted, and none is planned'),
  'dueDateMail.body': toCustomer('Staff changed the due date of a loan'),
  'deferralMail.body': toCustomer('Staff deferred payments of a loan'),
  'rateMail.body': toCustomer('Staff changed the interest rate of a loan'),
  'rateWithdrawnMail.body': toCustomer('Staff withdrew a change of the interest rate of a loan'),
  'chargeOffMail.body': toCustomer('Staff charged a loan off'),
  'chargeOffReversedMail.body': toCustomer('Staff reversed the charge-off of a loan'),
  'drawMail.checkBody': toCustomer('Staff sent a check for a draw on a line of credit'),
  'drawMail.wireBody': toCustomer('Staff sent a draw on a line of credit by wire'),
  'drawMail.bankBody': toCustomer('Staff sent a draw on a line of credit to a bank account'),
  'drawMail.lateBody': toCustomer('A draw to a bank account arrives later than the customer was told'),
  'drawMail.sentBody': toCustomer('A late draw left with the bank file'),
  'drawMail.stoppedBody': toCustomer('Staff stopped a draw on a line of credit'),
  'drawMail.returnedBody': toCustomer("The customer's bank sent a draw on a line of credit back"),
  'drawMail.overpaidBody': toCustomer('A draw on a line of credit was taken back that was paid already'),
  'lienMail.body': toCustomer('Staff recorded that the lien of a paid-off loan was released'),
  'loanDisputeMail.recordedBody': toCustomer('Staff recorded that a customer disputes a loan'),
  'loanDisputeMail.endedBody': toCustomer('Staff recorded that a dispute of a loan is over'),
  'lienWithdrawnMail.body': toCustomer('Staff withdrew the release of a lien'),
  'payoutMail.checkBody': toCustomer('Staff sent a check for an overpayment'),
  'payoutMail.wireBody': toCustomer('Staff sent an overpayment by wire'),
  'payoutMail.bankBody': toCustomer('Staff sent an overpayment to a bank account'),
  'payoutMail.lateBody': toCustomer('A refund to a bank account arrives later than the customer was told'),
  'payoutMail.sentBody': toCustomer('A late refund left with the bank file'),
  'payoutMail.returnedBody': toCustomer("The customer's bank sent an overpayment back"),
  'payoutMail.stoppedBody': toCustomer('Staff stopped the refund of an overpayment, such as a lost check'),
  'movedMail.body': toCustomer('Staff moved a payment from one loan of the customer to another'),
  'movedMail.awayBody': toCustomer("Staff moved a payment from the customer's loan to another customer's"),
  'movedMail.hereBody': toCustomer("Staff moved a payment to the customer's loan from another customer's"),
  'movedMail.goneBody': toCustomer("A payment that was moved to the customer's loan was returned or refunded"),
  'receivedTakenBackMail.body': toCustomer('A payment that staff received came back unpaid'),
  'bankAccountBlockedMail.body': toCustomer('A bank refused an account for good, so nothing is drawn from it'),
  'bankAccountReleasedMail.body': toCustomer('Staff released a bank account that a bank had refused'),
  'unappliedMail.body': toCustomer('A card was charged, but the core refuses to post the payment'),
  'draftRefusedMail.body': toCustomer('The core refuses a bank payment after the customer has left'),
  'notMadeMail.body': toCustomer('A card payment whose outcome was unknown turns out not to be made'),
  'claimedNotMadeMail.body': toCustomer('Staff settled a card payment as not made; the processor gave no answer'),
  'refundedMail.body': toCustomer('An operator refunded a card payment that the core refuses to post'),
  'cardRefundMail.body': toCustomer('A posted card payment was refunded at the processor'),
  'partRefundedMail.body': toCustomer('Staff refunded a part of a card payment'),
  'disputeOpenedMail.body': toCustomer('A cardholder disputes a card payment'),
  'disputeLostMail.body': toCustomer('A disputed card payment was taken back'),
  'changeRefusedMail.body': toCustomer('The core refuses a change that the customer made'),
  'scheduledCreatedMail.body': toCustomer('A payment of a later day was set up'),
  'recurringCreatedMail.body': toCustomer('A recurring payment was set up'),
  'plannedPaymentChangedMail.body': toCustomer('A scheduled or recurring payment was changed'),
  'plannedPaymentChangedMail.lastBody': toCustomer(
    'The customer changed a planned payment, and the next one is the last',
  ),
  'recurringSkippedMail.body': toCustomer('The next payment of a recurring one was left out'),
  'plannedPaymentDeletedMail.body': toCustomer('A scheduled or recurring payment was deleted'),

  'addressMail.body': toCustomer('The mailing address of a loan was changed'),
  'alertMail.bodyBefore': toCustomer('A due date alert comes before the due date', 'accountAlert'),
  'alertMail.bodyAfter': toCustomer('A due date alert comes after the due date', 'accountAlert'),
  'alertMail.bodyDelinquent': toCustomer('A loan became delinquent', 'accountAlert'),
  'alertMail.bodyStatement': toCustomer('A new e-statement is ready', 'accountAlert'),
  'alertText.delinquent': byText('accountAlert', 'A loan became delinquent'),
  'alertText.statement': byText('accountAlert', 'A new e-statement is ready'),

  'profileMail.emailChangedBody': toAddress('formerAddress', 'The email address was changed in the profile'),
  'profileMail.emailCorrectedBody': toAddress('formerAddress', 'Staff plan to correct the email address'),
  'profileMail.verifyBody': toAddress('newAddress', 'The email address was changed in the profile'),
  'profileMail.loginNameChangedBody': toCustomer('The login name was changed in the profile', 'loginNameChange'),
  'profileMail.contactChangedBody': toCustomer('Phone numbers or the address were changed in the profile'),

  'noticeMail.userRestrictedBody': toCustomer('The institution has restricted a login', 'userRestricted'),
  'noticeMail.passwordViolationBody': toCustomer('Wrong passwords have locked a login', 'restrictedPasswordViolation'),
  'noticeMail.logsOnBody': toCustomer('Someone signed in', 'userLogsOn'),
  'noticeText.userRestricted': byText('userRestricted', 'The institution has restricted a login'),
  'noticeText.restrictedPasswordViolation': byText(
    'restrictedPasswordViolation',
    'Wrong passwords have locked a login',
  ),
  'noticeText.userLogsOn': byText('userLogsOn', 'Someone signed in'),
  'noticeText.moneyTransOnWeb': byText('moneyTransOnWeb', 'A payment was made or set up'),
  'noticeText.loginNameChange': byText('loginNameChange', 'The login name was changed in the profile'),
  'noticeText.passwordGenerated': byText('passwordGenerated', 'A link to a new password was sent'),
  'noticeText.passwordChanged': byText('passwordChanged', 'The password was changed, in whatever way'),
  'noticeText.emailAddressChanged': byText('emailAddressChanged', 'The email address was changed in the profile'),

  'contactMail.questionBody': toAddress('institution', 'A customer or visitor asks a question'),
  'contactMail.feedbackBody': toAddress('institution', 'A customer or visitor gives feedback'),
  'documentMail.deliveredBody': toCustomer('Staff gave a customer a document'),
  'documentMail.withdrawnBody': toCustomer('Staff took a document back'),
  'documentMail.acceptedBody': toCustomer('Staff accepted an upload'),
  'documentMail.declinedBody': toCustomer('Staff declined an upload'),
  'conversationMail.noticeBody': toCustomer('Staff answered a message in the portal'),
  'conversationMail.answerBody': toAddress(
    'typedAddress',
    'Staff answered a sender who does not read answers in the portal',
  ),
  'requestChangeMail.body': toAddress('institution', 'A customer asks for other contact information of loans'),
  'deskMail.invitationBody': toAddress('staff', 'An administrator or operator invites someone to the desk'),
  'requestChangeMail.customerBody': toCustomer('A customer asks for other contact information of loans'),
  'requestChangeMail.madeBody': toCustomer('Staff made the change of contact information that a customer asked for'),
  'requestChangeMail.declinedBody': toCustomer('Staff declined a change of contact information'),
  'requestFormMail.receivedBody': toCustomer('A customer sent a request with a form'),
  'requestFormMail.paymentsContinueBody': toCustomer('A customer sent a request, and payments remain due meanwhile'),
  'requestFormMail.decidedBody': toCustomer('Staff answered a request'),
} as const satisfies Catalog;

export type MessageKey = keyof typeof messageCatalog;

/** False for the kind of an old message that is no longer sent. */
export function isMessageKey(kind: string): kind is MessageKey {
  return Object.hasOwn(messageCatalog, kind);
}

const warns = /^(securityMail|credentialMail|noticeMail|noticeText|profileMail|addressMail)\./;

/** Tells customers of what someone else may have done in their name, often at the address before a change. */
export function isSecurityNotice(kind: string): boolean {
  if (!isMessageKey(kind)) return false;
  const { recipient } = messageCatalog[kind];
  return recipient === 'formerAddress' || ((recipient === 'customer' || recipient === 'textPhone') && warns.test(kind));
}

/** Written to one address, whatever the customer's is by now. Changes of a sign-in go to a former one too, for a day. */
export const kindsAtTheirAddress: readonly MessageKey[] = keysOf(messageCatalog).filter(
  (kind) => messageCatalog[kind].recipient !== 'customer' || /^(securityMail|credentialMail)\./.test(kind),
);
