import { defineTexts } from '#common/contract/define-texts.ts';

export const activationTexts = defineTexts({
  'activate.pageTitle': 'Activate your account',
  'activate.heading': 'Choose a New Password',
  'activate.password': 'New password',
  'activate.passwordConfirm': 'Confirm password',
  'activate.submit': 'Submit',
  'activate.submitting': 'Activating…',
  'activate.code': 'Security code',
  'activate.codeHint': 'We have sent a security code to your e-mail address.',
  'activate.resend': 'Resend Code',
  'activate.confirmRequired': 'Please enter confirm your password',
  'activate.confirmDiffers': 'Passwords Do Not Match',
  'activate.codeRequired': 'A security code is required',
  'activate.toLogin': 'Log in',
  'activate.checking': 'Checking your link…',
  'activateError.failed': 'There was an error resetting your password. Please call customer service at {}, {}.',
  'activateError.Expired':
    'This link has expired or was already used. If you already chose your password, log in. If not, call customer service at {}, {}.',
  'activateError.closed':
    'The site is currently offline for maintenance. Your password was not changed, and your link still works. Please try again later.',
  'activateError.Restricted': 'Your account has been registered, however it is currently restricted.',
  'activateError.LogonNameTaken': 'A user with this logon already exists. Log in, or call {}, {}.',
  'activateError.CodeExpired': 'The code you entered has expired. Press Resend Code to start over.',
  'activateError.MaxAttemptsReached':
    'You have exceeded the maximum number of attempts for this code. Press Resend Code to start over.',
  'activateError.InvalidCode': 'The security code is invalid',
  'activateError.codeNotSent': 'The code could not be sent. Please try again.',
  'verifyEmail.pageTitle': 'Verify E-mail',
  'verifyEmail.heading': 'Verify E-mail',
  'verifyEmail.working': 'Verifying your e-mail address…',
  'verifyEmail.verified': 'Your email address is verified.',
  'verifyEmail.missing': 'We could not verify your account. Please contact your local servicing branch for assistance.',
  'verifyEmail.failed':
    'There was an error activating your account. Please contact your local servicing branch for assistance.',
  'verifyEmail.returnToLogin': 'Return to Login',
});
