import { defineTexts } from '#common/contract/define-texts.ts';

export const profileMessageTexts = defineTexts({
  'profileMail.emailChangedSubject': 'Your email address was changed',
  'profileMail.emailChangedBody':
    "Hello {name},\n\nThe email address for your online access was changed. From now on, we'll write to the new one. For one day, sign-in links still come to this address.\n\nIf this wasn't you, please contact us right away.",
  'profileMail.emailCorrectedSubject': 'Your email address is about to change',
  'profileMail.emailCorrectedBody':
    "Hello {name},\n\nWe were asked to change the email address for your online access. From {time} on, we'll write to the new one.\n\nIf you asked for this, you don't need to do anything. If this wasn't you, use the link before then. Nothing changes, and we look into it.",
  'profileMail.keepEmailLink': 'Keep this email address',
  'profileMail.verifySubject': 'Please verify your email address',
  'profileMail.verifyBody':
    "Please confirm that this is your email address. Use the link within 24 hours. It works one time.\n\nIf you didn't add this address online, please contact us right away.",
  'profileMail.verifyLink': 'Verify my email address',
  'profileMail.loginNameChangedSubject': 'Your username was changed',
  'profileMail.loginNameChangedBody':
    "Hello {name},\n\nYour username was changed online. Use the new one to sign in from now on.\n\nIf this wasn't you, please contact us right away.",
  'profileMail.contactChangedSubject': 'Your contact information was changed',
  'profileMail.contactChangedBody':
    "Hello {name},\n\nYour contact information was changed online:\n\n{changes}\n\nIf this wasn't you, please contact us right away.",
  'profileMail.changedAddress': 'your address',
  'profileMail.changedNumbers': 'your phone numbers',
  'profileMail.changedPrimary': 'which phone we call first',
  'profileMail.changedTexting': 'whether we can text you',
  'noticeMail.userRestrictedSubject': 'Your online access is restricted',
  'noticeMail.userRestrictedBody':
    'Hello {name},\n\nYour online access has been restricted. No one can sign in with your username until we restore it.\n\nPlease contact us.',
  'noticeMail.passwordViolationSubject': 'Your online access is temporarily locked',
  'noticeMail.passwordViolationBody':
    "Hello {name},\n\nSomeone entered several wrong passwords for your username, so we locked it for up to an hour.\n\nIf this was you, reset your password from the sign-in page to unlock it now, or try again in an hour. If not, you don't need to do anything: no one got in.",
  'noticeMail.logsOnSubject': 'New sign-in to your accounts',
  'noticeMail.logsOnBody':
    "Hello {name},\n\nYour username was used to sign in from IP address {ipAddress}.\n\nIf this wasn't you, change your password right away and contact us.",
  'noticeText.userRestricted': '{sender}: Your online access has been restricted. Please contact us.',
  'noticeText.restrictedPasswordViolation':
    "{sender}: Several wrong passwords were entered for your username. It's locked for up to an hour. To sign in sooner, reset your password.",
  'noticeText.userLogsOn': '{sender}: Your username was used to sign in. Not you? Change your password right away.',
  'noticeText.moneyTransOnWeb': '{sender}: A payment of {amount} was made or set up online.',
  'noticeText.loginNameChange': '{sender}: Your username was changed. Not you? Contact us right away.',
  'noticeText.passwordGenerated': '{sender}: We emailed you a link to choose a new password. Not you? Contact us.',
  'noticeText.passwordChanged': '{sender}: Your password was changed. Not you? Contact us right away.',
  'noticeText.emailAddressChanged': '{sender}: Your email address was changed. Not you? Contact us right away.',
});
