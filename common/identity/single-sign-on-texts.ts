import { defineTexts } from '#common/contract/define-texts.ts';

export const singleSignOnTexts = defineTexts({
  'singleSignOn.pageTitle': 'Signing in',
  'singleSignOn.working': 'One moment, you are being signed in…',
  'singleSignOn.intro': 'You sign in with your account at our institution.',
  'singleSignOn.start': 'Sign in',
  'singleSignOn.noUrl': 'No SSO URL defined!',
  'biometrics.signIn': 'Sign in with fingerprint or face',
  'biometrics.signingIn': 'Signing in…',
  'biometrics.failed': 'Please sign in with your username and password.',
  'biometrics.offerTitle': 'Sign in faster next time?',
  'biometrics.offer': 'On this device you can sign in with your fingerprint or your face instead of your password.',
  'biometrics.enable': 'Turn on',
  'biometrics.decline': 'No, thanks',
  'biometrics.enableFailed': 'It could not be turned on. You can try again after your next sign-in.',
  'biometrics.close': 'Close',
});
