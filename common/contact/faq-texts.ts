import { defineTexts } from '#common/contract/define-texts.ts';

/** The questions (M 2); the answers are options of the institution. */
export const faqTexts = defineTexts({
  'faq.pageTitle': 'FAQ',
  'faq.heading': 'Frequently Asked Questions',
  'faq.backToLogin': 'Back to Login',
  'faq.topics': 'Topics',
  'faq.general': 'General',
  'faq.security': 'Security',
  'faq.account': 'Account',
  'faq.rates': 'Rates',
  'faq.holidays': 'Holidays',
  'faq.search': 'Search the questions',
  'faq.clearSearch': 'Clear the search',
  'faq.found': '{} of {} answers fit “{}”.',
  'faq.foundNothing': 'No answer fits “{}”. Try another word, or send us a message.',
  'faq.empty': 'There are no questions here yet.',
  'faq.allHidden': 'There are no questions and answers yet.',
  'faq.askUs': 'Send us a message',
});
