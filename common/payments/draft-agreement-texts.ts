import { defineTexts } from '#common/contract/define-texts.ts';

export const draftAgreementTexts = defineTexts({
  'achDraft.title': 'Authorization for Automatic Bank Drafts',
  'achDraft.gone': 'This agreement cannot be shown any more. Please open it again.',
  'achDraft.authorization':
    'I authorize {} to draw the payments described below from my bank account by electronic funds transfer, until I revoke this authorization.',
  'achDraft.loan': 'Loan',
  'achDraft.bankAccount': 'Bank account',
  'achDraft.bankAccountEnding': '{} account at {} ending {}',
  'achDraft.schedule': 'Schedule',
  'achDraft.weekly': 'Every week, beginning on {}',
  'achDraft.biWeekly': 'Every two weeks, beginning on {}',
  'achDraft.semiMonthly': 'Twice a month: on day {} and two weeks later, beginning on {}',
  'achDraft.dayOfMonth': 'Every month on day {}, beginning on {}',
  'achDraft.onDueDate': 'On each due date, beginning on {}',
  'achDraft.daysBeforeDue': '{} day(s) before each due date, beginning on {}',
  'achDraft.amount': 'Amount',
  'achDraft.amountVaries': 'The total due on the day of each payment',
  'achDraft.fee': 'Fee',
  'achDraft.total': 'Total of each payment',
  'achDraft.additionalPrincipal': 'Additional principal, drawn with each payment',
  'achDraft.varying':
    'When an amount differs from the one before, I will be told the amount and the day at least ten days ahead.',
  'achDraft.revocation':
    'I may revoke this authorization, or stop a payment, by deleting the recurring payment no later than the day before it is drawn, or by contacting the institution.',
  'achDraft.preparedAt': 'Prepared {} (your time: {})',
});
