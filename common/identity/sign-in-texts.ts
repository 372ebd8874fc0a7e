import { defineTexts } from '#common/contract/define-texts.ts';

export const signInTexts = defineTexts({
  'login.pageTitle': 'Sign in',
  'login.heading': 'Sign in',
  'login.intro': 'Welcome back. Enter your username and password.',
  'login.promise': 'Your loans, made clear.',
  'login.promiseDetail': "See what you owe, what it costs, and when you'll be done. Pay in under a minute.",
  'login.help': 'Need help? (555) 010-4477 · Mon–Fri 8:30 AM–7:30 PM ET',
  'login.username': 'Username',
  'login.password': 'Password',
  'login.showPassword': 'Show password',
  'login.submit': 'Sign in',
  'login.submitting': 'Signing in…',
  'login.forgot': 'Forgot your login?',
  'login.newHere': 'New here?',
  'login.register': 'Create your login',
  'login.faq': 'FAQ',
  'login.announcementTitle': 'Announcement',
  'login.announcementClose': 'Close',
  'login.usernameRequired': 'You must enter a username',
  'login.passwordRequired': 'You must enter a password',
  'login.sessionExpired': 'Your session has expired. Please sign in again.',
  'login.sessionEnded': 'Your session has ended. Please sign in again.',
  'login.sessionNotKept':
    "We couldn't keep you signed in. Allow cookies for this site in your browser, then sign in again.",
  'loginError.maxAttempts': 'Too many sign-in attempts. Please try again later.',
  'loginError.invalid': 'Username or password is invalid.',
  'loginError.restricted': 'There was an error validating your credentials. Please contact your institution.',
  'loginError.offline': 'The site is currently offline for maintenance. Please try again later.',
  'loginError.noEmail':
    'There is no email associated with this account. Please contact your institution to set one up.',
  'loginError.notAuthorized': 'Not Authorized.',
});
