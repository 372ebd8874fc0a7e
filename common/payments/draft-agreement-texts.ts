import { defineTexts, requireTexts } from '#common/contract/define-texts.ts';

export const draftAgreementTexts = defineTexts({
  'achDraft.title': 'Authorization for Automatic Bank Drafts',
  'achDraft.gone': 'This preview has expired. Go back and open the agreement again.',
  'achDraft.authorization':
    'I authorize {payee} to withdraw the payments described below from my bank account by electronic funds transfer until I revoke this authorization.',
  'achDraft.former': 'Authorized on {date}, before these payments moved to this site: {evidence}',
  'achDraft.loan': 'Loan',
  'achDraft.bankAccount': 'Bank account',
  'achDraft.bankAccountEnding': '{accountType} account at {bank} ending in {lastFour}',
  'achDraft.schedule': 'Schedule',
  'achDraft.weekly': 'Every week, starting {date}',
  'achDraft.biWeekly': 'Every two weeks, starting {date}',
  'achDraft.semiMonthly': 'Twice a month: on day {day} and two weeks later, starting {date}',
  'achDraft.dayOfMonth': 'Every month on day {day}, starting {date}',
  'achDraft.onDueDate': 'On each due date, starting {date}',
  'achDraft.daysBeforeDue': '{days} day(s) before each due date, starting {date}',
  'achDraft.amount': 'Amount',
  'achDraft.amountVaries': 'The total amount due on each payment date',
  'achDraft.fee': 'Fee',
  'achDraft.total': 'Total per payment',
  'achDraft.totalWithoutPrincipal': 'Amount and fee together',
  'achDraft.additionalPrincipal': 'Additional principal with each payment',
  'achDraft.varying':
    'If a payment will differ from the last one, I will be told the amount and date at least 10 days ahead.',
  'achDraft.revocation':
    'I may revoke this authorization or stop a payment by deleting the recurring payment no later than the day before the payment date, or by contacting the institution.',
  'draftOnce.authorization':
    "By confirming, you authorize {payee} to withdraw this amount from this bank account electronically, one time. To revoke the authorization, call {servicePhone} right away: we can't stop a payment that is on its way to your bank.",
  'draftOnce.scheduled':
    'By confirming, you authorize {payee} to withdraw this amount from this bank account electronically, one time. To revoke the authorization, delete the payment or call {servicePhone} before the payment date.',
  'draftOnce.recurring':
    'By confirming, you authorize {payee} to withdraw each of these payments from this bank account electronically. To revoke the authorization, delete the recurring payment or call {servicePhone} before the next payment date.',
  'achDraft.returnedPaymentFee':
    'If my bank returns a payment unpaid, I may be charged a returned payment fee of {amount} on my loan.',
  'draftOnce.returnedPaymentFee':
    'If your bank returns the payment unpaid, we may charge a returned payment fee of {amount} to your loan.',
  'achDraft.preparedAt': 'Prepared {time} (your time: {customerTime})',
});

export const requiredDraftAgreementTexts = requireTexts<keyof typeof draftAgreementTexts>(
  'Regulation E requires the terms of an authorization to be readily understandable (12 CFR 1005.10(b))',
  [
    'achDraft.title',
    'achDraft.authorization',
    'achDraft.loan',
    'achDraft.bankAccount',
    'achDraft.bankAccountEnding',
    'achDraft.schedule',
    'achDraft.weekly',
    'achDraft.biWeekly',
    'achDraft.semiMonthly',
    'achDraft.dayOfMonth',
    'achDraft.onDueDate',
    'achDraft.daysBeforeDue',
    'achDraft.amount',
    'achDraft.amountVaries',
    'achDraft.fee',
    'achDraft.total',
    'achDraft.totalWithoutPrincipal',
    'achDraft.additionalPrincipal',
    'achDraft.varying',
    'achDraft.returnedPaymentFee',
    'achDraft.revocation',
  ],
);

export const requiredDraftAuthorizationTexts = requireTexts<keyof typeof draftAgreementTexts>(
  'The Nacha rules require an authorization over the internet to say who debits what, and how to revoke it (WEB entries)',
  ['draftOnce.authorization', 'draftOnce.scheduled', 'draftOnce.recurring', 'draftOnce.returnedPaymentFee'],
);
