import { defineTexts } from '#common/contract/define-texts.ts';

export const singleSignOnTexts = defineTexts({
  'singleSignOn.pageTitle': 'Signing in',
  'singleSignOn.working': 'Signing you in…',
  'singleSignOn.intro': 'Sign in with the account you already have with us.',
  'singleSignOn.start': 'Sign in',
  'singleSignOn.noUrl': 'No SSO URL defined!',
  'biometrics.signIn': 'Sign in with your fingerprint or face',
  'biometrics.signingIn': 'Signing in…',
  'biometrics.failed': 'Please sign in with your username and password.',
  'biometrics.offerTitle': 'Sign in faster next time?',
  'biometrics.offer': 'On this device, you can use your fingerprint or face instead of your password.',
  'biometrics.enable': 'Turn on',
  'biometrics.decline': 'No, thanks',
  'biometrics.enableFailed': "We couldn't turn it on. Try again after your next sign-in.",
  'biometrics.close': 'Close',
});
