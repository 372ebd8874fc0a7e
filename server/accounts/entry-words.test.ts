import { expect, it } from 'vitest';
import { historyTexts } from '#common/accounts/history-texts.ts';
import { LATE_CHARGE, RETURN_FEE } from '#server/host/books/loan-events.ts';
import { OPENING_BALANCE } from '#server/host/books/opening-balance.ts';
import { paymentDescription, principalDescription } from '#server/host/books/post-payment.ts';
import { LATE_CHARGE_WAIVED, RETURN_FEE_WAIVED } from '#server/host/books/reverse-late-charge.ts';
import { entryWords } from './entry-words.ts';

it.each([
  LATE_CHARGE,
  LATE_CHARGE_WAIVED,
  RETURN_FEE,
  RETURN_FEE_WAIVED,
  OPENING_BALANCE,
  ...Object.values(paymentDescription),
  ...Object.values(principalDescription),
  'Payment returned',
  'Loan disbursed',
])('an institution words "%s" in its own way, and by default as the books do', (description) => {
  expect(entryWords(description, (key) => `own ${key}`)).toMatch(/^own historyEntry\./);
  expect(entryWords(description, (key) => historyTexts[key])).toBe(description);
});

it('the words of another host stay as they are', () => {
  expect(entryWords('PMT LOCKBOX 0042', () => 'reworded')).toBe('PMT LOCKBOX 0042');
});
