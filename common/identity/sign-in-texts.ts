import { defineTexts } from '#common/contract/define-texts.ts';

export const signInTexts = defineTexts({
  'login.pageTitle': 'Sign in',
  'login.heading': 'Sign in',
  'login.intro': 'Welcome back. Use your login name and password.',
  'login.promise': 'Your loans, in plain sight.',
  'login.promiseDetail': 'See what you owe, what it costs, and when it ends. Pay in under a minute.',
  'login.help': 'Need help? (555) 010-4477 · Mon–Fri 8:30–7:30 ET',
  'login.username': 'Username',
  'login.password': 'Password',
  'login.showPassword': 'Show password',
  'login.submit': 'Log in',
  'login.submitting': 'Signing in…',
  'login.forgot': 'Forgot your login?',
  'login.newHere': 'New here?',
  'login.register': 'Create your login',
  'login.faq': 'FAQ',
  'login.announcementTitle': 'Announcement',
  'login.announcementClose': 'Close',
  'login.usernameRequired': 'You must enter a username',
  'login.passwordRequired': 'You must enter a password',
  'login.sessionExpired': 'Your session has expired. Please log in again.',
  'login.sessionEnded': 'Your session has ended. Please log in again.',
  'login.sessionNotKept':
    "We couldn't keep you signed in. Check that your browser accepts cookies for this site, then log in again.",
  'loginError.maxAttempts': 'You have exceeded the maximum number of login attempts. Please try again later.',
  'loginError.invalid': 'Username or password is invalid.',
  'loginError.restricted': 'There was an error validating your credentials. Please contact your institution.',
  'loginError.offline': 'The site is currently offline for maintenance. Please try again later.',
  'loginError.noEmail':
    'There is no email associated with this account. Please contact your institution to set one up.',
  'loginError.notAuthorized': 'Not Authorized.',
});
