import { defineTexts } from '#common/contract/define-texts.ts';

/** The questions (M 2); the answers are options of the institution. */
export const faqTexts = defineTexts({
  'faq.pageTitle': 'FAQ',
  'faq.heading': 'Frequently asked questions',
  'faq.backToLogin': 'Back to Login',
  'faq.topics': 'Topics',
  'faq.general': 'General',
  'faq.security': 'Security',
  'faq.account': 'Account',
  'faq.rates': 'Rates',
  'faq.holidays': 'Holidays',
  'faq.search': 'Search FAQs',
  'faq.clearSearch': 'Clear search',
  'faq.found': '{} of {} answers match “{}”.',
  'faq.foundNothing': 'No answers match “{}”. Try another word or send us a message.',
  'faq.empty': 'No questions here yet.',
  'faq.allHidden': 'No FAQs yet. Send us a message instead.',
  'faq.askUs': 'Send us a message',
});
