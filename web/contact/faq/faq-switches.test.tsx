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
