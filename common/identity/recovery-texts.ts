import { defineTexts } from '#common/contract/define-texts.ts';

/** Getting back in without login name or password (A 2.10, A 5, A 8). */
export const recoveryTexts = defineTexts({
  'recovery.pageTitle': 'Recover your login',
  'recovery.heading': 'Recover your login',
  'recovery.intro': 'Tell us who you are. We will e-mail you your login name and a link to choose a new password.',
  'recovery.emailAddress': 'E-mail Address',
  'recovery.dateOfBirth': 'Date of Birth',
  'recovery.dateOfBirthHint': 'MM/DD/YYYY',
  'recovery.zipCode': 'Zip Code',
  'recovery.branch': 'Branch Number',
  'recovery.branchHint': 'The first digits of your account number',
  'recovery.continue': 'Continue',
  'recovery.continuing': 'One moment…',
  'recovery.startOver': 'Start over',
  'recovery.cancel': 'Return to Login',
  'recovery.emailRequired': 'Email is required',
  'recovery.emailInvalid': 'Invalid Email',
  'recovery.dateOfBirthRequired': 'Date of Birth is required',
  'recovery.dateOfBirthInvalid': 'Invalid Date',
  'recovery.zipCodeRequired': 'Zip Code is required',
  'recovery.zipCodeInvalid': 'Zip Code must be 5 digits',
  'recovery.branchRequired': 'The branch Id is required',
  'recovery.logonName': 'Login name',
  'recovery.logonNameHint': 'Hidden here for your safety. The e-mail names it in full.',
  'recovery.questionHeading': 'Your secret question',
  'recovery.confirmHeading': 'Send the e-mail',
  'recovery.confirmIntro': 'If what you told us is right, we will send the e-mail to the address we have on file.',
  'recovery.secretQuestion': 'Secret question',
  'recovery.secretAnswer': 'Secret Answer',
  'recovery.secretAnswerRequired': 'Secret Answer is required',
  'recovery.successHeading': 'Success!',
  'recovery.success': 'You will receive an email shortly with instructions on how to reset your password.',
  'recovery.successHint':
    'Nothing there after a few minutes? Look among unwanted mail, then check what you told us or contact your branch.',
  'recoveryError.BadQuestion': 'Failed to recover credentials. An error occurred retrieving your secret question.',
  'recoveryError.Invalid': 'There was an error validating your identity, please check your information and try again.',
  'recoveryError.RecoveryFailed':
    'Failed to recover credentials, please verify your information or contact your local branch.',
  'recoveryError.RecoveryMaxAttempts':
    'You have reached the maximum amount of recovery attempts at this time. Please wait a while before trying again.',
  'recoveryError.Error500': 'There was an error validating your identity, please contact your institution.',
  'recoveryMail.subject': 'Your login name and a new password',
  'recoveryMail.body':
    'Somebody asked for help with signing in, and we hope it was you.\n\nYour login name is {}.\n\nTo choose a new password, open the link within 30 minutes. It works once, and until then your old password stays as it is.\n\nIf it was not you, do nothing: without this message nobody can change your password.',
  'recoveryMail.link': 'Choose a new password',
});
