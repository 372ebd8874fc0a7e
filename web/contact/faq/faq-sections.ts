import type { SwitchKey } from '#common/contract/all-options.ts';
import type { TextKey } from '#common/contract/all-texts.ts';

/** The sections of the FAQ; the first visible one opens first (M 2). */
export const faqSections = [
  { id: 'general', name: 'faq.general', hideWhen: 'faqOptions.hideGeneral', content: 'faqOptions.contentGeneral' },
  { id: 'security', name: 'faq.security', hideWhen: 'faqOptions.hideSecurity', content: 'faqOptions.contentSecurity' },
  { id: 'account', name: 'faq.account', hideWhen: 'faqOptions.hideAccount', content: 'faqOptions.contentAccount' },
  { id: 'rates', name: 'faq.rates', hideWhen: 'faqOptions.hideRates', content: 'faqOptions.contentRates' },
  { id: 'holidays', name: 'faq.holidays', hideWhen: 'faqOptions.hideHolidays', content: 'faqOptions.contentHolidays' },
] as const satisfies readonly {
  readonly id: string;
  readonly name: TextKey;
  readonly hideWhen: SwitchKey;
  readonly content: string;
}[];

export type FaqSectionId = (typeof faqSections)[number]['id'];

export interface ShownSection {
  readonly id: FaqSectionId;
  readonly name: TextKey;
  readonly answers: readonly FaqAnswer[];
}

/** An answer as rich text, and as plain text for the search. */
export interface FaqAnswer {
  readonly html: string;
  readonly words: string;
}
