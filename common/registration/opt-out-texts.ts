import { defineTexts } from '#common/contract/define-texts.ts';

export const optOutTexts = defineTexts({
  'optOut.pageTitle': 'Opt Out Of Emails',
  'optOut.heading': 'Opt Out Of Emails',
  'optOut.text': 'Click the button to opt out of emails.',
  'optOut.submit': 'Opt Out',
  'optOut.working': 'One moment…',
  'optOut.success':
    'You have successfully been opted out of notifications. Please allow 24 hours for this to take effect.',
  'optOut.failed': 'There was a problem updating your email preferences. Please try again.',
});
