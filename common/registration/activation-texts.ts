import { defineTexts } from '#common/contract/define-texts.ts';

export const activationTexts = defineTexts({
  'activate.pageTitle': 'Activate your account',
  'activate.heading': 'Choose a new password',
  'activate.password': 'New password',
  'activate.passwordConfirm': 'Confirm new password',
  'activate.submit': 'Submit',
  'activate.submitting': 'Activating…',
  'activate.code': 'Security code',
  'activate.codeHint': 'We sent a security code to your email address.',
  'activate.resend': 'Resend Code',
  'activate.confirmRequired': 'Please enter confirm your password',
  'activate.confirmDiffers': 'Passwords Do Not Match',
  'activate.codeRequired': 'A security code is required',
  'activate.toLogin': 'Sign in',
  'activate.checking': 'Checking your link…',
  'activateError.failed': "We couldn't set your new password. Call customer service at {supportPhone}, {supportHours}.",
  'activateError.Expired':
    'This link has expired or was already used. If you already chose your password, sign in. If not, call customer service at {supportPhone}, {supportHours}.',
  'activateError.closed':
    "The site is currently offline for maintenance. Your password wasn't changed, and your link still works. Please try again later.",
  'activateError.Restricted': 'Your account has been registered, however it is currently restricted.',
  'activateError.LogonNameTaken':
    'Someone already uses this username. Sign in, or call {supportPhone}, {supportHours}.',
  'activateError.CodeExpired': 'The code you entered has expired. Press Resend Code to start over.',
  'activateError.MaxAttemptsReached':
    'You have exceeded the maximum number of attempts for this code. Press Resend Code to start over.',
  'activateError.InvalidCode': 'The security code is invalid',
  'activateError.codeNotSent': "We couldn't send the code. Try again.",
  'verifyEmail.pageTitle': 'Verify your email',
  'verifyEmail.heading': 'Verify your email',
  'verifyEmail.working': 'Verifying your email address…',
  'verifyEmail.verified': 'Your email address is verified.',
  'verifyEmail.missing': 'We could not verify your account. Please contact your local servicing branch for assistance.',
  'verifyEmail.failed':
    'There was an error activating your account. Please contact your local servicing branch for assistance.',
  'verifyEmail.newLink':
    "To get a new link, sign in and open your profile. It's beside your email address until the address is verified.",
  'verifyEmail.unreachable': "We couldn't check the link. It may still work. Try again.",
  'verifyEmail.tryAgain': 'Try again',
  'verifyEmail.returnToLogin': 'Return to Login',
});
