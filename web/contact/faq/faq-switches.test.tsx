import { expect, it } from 'vitest';
import { renderScreen, testSwitches } from '#tests/builders/render-screen.tsx';
import { Faq } from './Faq.tsx';

testSwitches('among the topics of the FAQ', {
  content: () => <Faq />,
  items: 'nav li a',
  hides: {
    'faqOptions.hideGeneral': 'General',
    'faqOptions.hideSecurity': 'Security',
    'faqOptions.hideAccount': 'Account',
    'faqOptions.hideRates': 'Rates',
    'faqOptions.hideHolidays': 'Holidays',
  },
});

it.each([
  ['general', 'faqOptions.contentGeneral'],
  ['security', 'faqOptions.contentSecurity'],
  ['account', 'faqOptions.contentAccount'],
  ['rates', 'faqOptions.contentRates'],
  ['holidays', 'faqOptions.contentHolidays'],
] as const)('the topic %s shows %s', async (section, content) => {
  const { texts } = await renderScreen(<Faq />, {
    path: '/faq',
    address: `/faq?section=${section}`,
    options: { [content]: '<h3>May I ask?</h3><p>You may.</p>' },
  });
  expect(texts('h3')).toEqual(['May I ask?']);
});

const none = {
  'faqOptions.hideGeneral': true,
  'faqOptions.hideSecurity': true,
  'faqOptions.hideAccount': true,
  'faqOptions.hideRates': true,
  'faqOptions.hideHolidays': true,
} as const;

it.each([
  ['with topics', {}, true],
  ['without topics', none, true],
  ['without topics or a contact form', { ...none, 'globalOptions.hideContactUsOption': true }, false],
] as const)('a visitor who finds no answer %s is led to the contact form: %j', async (_what, options, shown) => {
  const { page, texts } = await renderScreen(<Faq />, { path: '/faq', options });
  expect(texts('a').includes('Send us a message')).toBe(shown);
  expect(page.querySelector('a[href="/home/messages"]') !== null).toBe(shown);
});
