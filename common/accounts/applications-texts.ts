import { defineTexts } from '#common/contract/define-texts.ts';

/** For the new tab of Apply For Loan when no origination service is configured. */
export const applicationsTexts = defineTexts({
  'applyForLoan.title': 'Apply for a loan',
  'applyForLoan.where': 'To apply for a loan, contact us or visit a branch.',
  'applyForLoan.link': 'Apply online',
});
