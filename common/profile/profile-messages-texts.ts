import { defineTexts } from '#common/contract/define-texts.ts';

export const profileMessageTexts = defineTexts({
  'profileMail.emailChangedSubject': 'Your e-mail address was changed',
  'profileMail.emailChangedBody':
    'Hello {},\n\nthe e-mail address of your login was changed in the customer portal. From now on we write to the new one; links that sign you in still come here for a day.\n\nIf that was not you, please contact us right away.',
  'profileMail.verifySubject': 'Please verify your e-mail address',
  'profileMail.verifyBody':
    'Please confirm that this e-mail address is yours. The link works once, for 24 hours.\n\nIf you have not entered this address in the customer portal, please contact us at once.',
  'profileMail.verifyLink': 'Verify my e-mail address',
  'profileMail.logonChangedSubject': 'Your login name was changed',
  'profileMail.logonChangedBody':
    'Hello {},\n\nyour login name was changed in the customer portal. You sign in with the new one from now on.\n\nIf that was not you, please contact us right away.',
  'profileMail.contactChangedSubject': 'Your contact information was changed',
  'profileMail.contactChangedBody':
    'Hello {},\n\nyour contact information was changed in the customer portal:\n\n{}\n\nIf that was not you, please contact us right away.',
  'profileMail.changedAddress': 'your address',
  'profileMail.changedNumbers': 'your phone numbers',
  'profileMail.changedPrimary': 'which phone we call first',
  'profileMail.changedTexting': 'whether we may text you',
  'noticeMail.userRestrictedSubject': 'Your login is restricted',
  'noticeMail.userRestrictedBody':
    'Hello {},\n\nyour login to the customer portal has been restricted. Nobody can sign in with it until it is opened again.\n\nPlease contact us.',
  'noticeMail.passwordViolationSubject': 'Your login is locked for a while',
  'noticeMail.passwordViolationBody':
    'Hello {},\n\nsomebody has entered several wrong passwords for your login, and it is locked for a while.\n\nIf it was you, wait a little or choose a new password with the link for a forgotten login. If not, there is nothing to do: nobody came in.',
  'noticeMail.logsOnSubject': 'Somebody signed in with your login',
  'noticeMail.logsOnBody':
    'Hello {},\n\nyour login was used to sign in to the customer portal, from the address {}.\n\nIf that was not you, change your password at once and contact us.',
  'noticeText.userRestricted': '{}: your login has been restricted. Please contact us.',
  'noticeText.restrictedPasswordViolation':
    '{}: several wrong passwords were entered for your login. It is locked for a while.',
  'noticeText.userLogsOn': '{}: your login was used to sign in. Not you? Change your password at once.',
  'noticeText.moneyTransOnWeb': '{}: a payment of {} was made or set up in the customer portal.',
  'noticeText.logonNameChange': '{}: your login name was changed. Not you? Contact us right away.',
  'noticeText.passwordGenerated': '{}: a link to choose a new password was e-mailed to you. Not you? Contact us.',
  'noticeText.passwordChanged': '{}: your password was changed. Not you? Contact us right away.',
  'noticeText.emailAddressChanged': '{}: your e-mail address was changed. Not you? Contact us right away.',
});
