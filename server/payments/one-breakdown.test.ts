import { expect, test } from 'vitest';
import { defaultTexts } from '#common/contract/all-texts.ts';
import { day } from '#common/core/dates.ts';
import { cents, formatCents, ZERO } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import { breakdownOf } from '#common/payments/rules/breakdown.ts';
import { draftAgreementPage } from './authorizations/draft-agreement-page.ts';
import { amountDrawn, partLines } from './mail-customer.ts';

const institution = {
  texts: defaultTexts,
  options: { 'globalOptions.removeCheckDigitFromAccountNumber': false },
} as unknown as Institution;

test.each([
  [10_000, 0, 0],
  [10_000, 0, 300],
  [10_000, 2_500, 0],
  [10_000, 2_500, 300],
  [0, 2_500, 300],
])('%i cents, %i to principal and a fee of %i: emails name the same parts and total', (amount, principal, fee) => {
  const amounts = { amountCents: cents(amount), additionalPrincipalCents: cents(principal), feeCents: cents(fee) };
  const { parts, totalCents } = breakdownOf(amounts);
  const partsIn = (text: string) => text.match(/\$[\d,.]*\d/g) ?? [];
  const shown = parts.map((part) => formatCents(part.cents));
  const total = formatCents(totalCents);
  expect(partsIn(partLines(institution, amounts))).toEqual(shown);
  const sentence = amountDrawn(institution, { ...amounts, paysTotalDue: false });
  expect(partsIn(sentence)).toEqual(shown.length > 1 ? [total, ...shown] : [total]);
});

test.each([
  [0, 0, ['$100.00', '$100.00']],
  [0, 300, ['$100.00', '$3.00', '$103.00']],
  [2_500, 300, ['$100.00', '$25.00', '$3.00', '$103.00', '$128.00']],
])('an agreement with %i to principal and a fee of %i ends with what is really drawn', (principal, fee, shown) => {
  const page = draftAgreementPage(institution, {
    accountNumber: '101-005520-1',
    bankAccount: { type: 'ACH', accountType: 'Checking', bankName: 'Harbor Community Bank', lastFour: '6354' },
    recurrence: { option: 'Weekly', daysBeforeDue: 0, firstOn: day('2026-11-23') },
    startsOn: day('2026-11-23'),
    amountCents: cents(10_000),
    additionalPrincipalCents: cents(principal),
    fees: { firstPartyCents: cents(fee), thirdPartyCents: ZERO },
    preparedAt: 'now',
    preparedAtCustomers: 'now',
  });
  expect(page.match(/<dd>\$[\d,.]+<\/dd>/g)).toEqual(shown.map((amount) => `<dd>${amount}</dd>`));
  expect(page).toContain(`<dt>Total per payment</dt><dd>${shown.at(-1)}</dd>`);
});
