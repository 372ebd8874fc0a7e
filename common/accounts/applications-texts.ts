import { defineTexts } from '#common/contract/define-texts.ts';

/** For the new tab of Apply For Loan when no origination service is configured. */
export const applicationsTexts = defineTexts({
  'applyForLoan.title': 'Apply for a loan',
  'applyForLoan.where': 'Please contact us, or visit one of our branches, to apply for a loan.',
  'applyForLoan.link': 'Apply online',
});
