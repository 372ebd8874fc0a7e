import { describe, expect, it } from 'vitest';
import { day } from '../../core/dates.ts';
import { cents } from '../../core/money.ts';
import { ratePpm } from '../../core/rates.ts';
import { typeCodes } from './account.ts';
import type { AccountSummary } from './account.ts';
import { findLoanProgress, findNextPayment } from './next-payment.ts';

const loan: AccountSummary = {
  number: '101-004417-2',
  typeCode: typeCodes.loan,
  description: 'Auto loan',
  status: '',
  comment: '',
  balanceCents: cents(912_000),
  availableBalanceCents: cents(0),
  rate: ratePpm(64_900),
  statementPreference: '',
  dueOn: day('2026-12-01'),
  amountDueCents: cents(41_286),
  pastDue: false,
  installmentCents: cents(41_286),
  feesDueCents: cents(0),
  nameOnAccount: 'Margaret Okafor',
  originalAmountCents: cents(2_400_000),
  paymentsLeft: 22,
};

describe('the next payment', () => {
  it('is the one due first, even if that day has passed', () => {
    const late = { ...loan, number: 'late', dueOn: day('2026-11-05') };
    expect(findNextPayment([loan, late])?.number).toBe('late');
  });

  it('is the larger of two on the same day', () => {
    const larger = { ...loan, number: 'larger', amountDueCents: cents(41_287) };
    expect(findNextPayment([loan, larger])?.number).toBe('larger');
  });

  it('can be for a line of credit', () => {
    expect(findNextPayment([{ ...loan, typeCode: typeCodes.lineOfCredit }])).toBeDefined();
  });

  it.each([
    { what: 'a deposit', account: { ...loan, typeCode: typeCodes.checking } },
    { what: 'a closed loan', account: { ...loan, comment: 'CLOSED' } },
    { what: 'a loan on hold', account: { ...loan, comment: '48' } },
    { what: 'a loan without a due date', account: { ...loan, dueOn: null } },
    { what: 'a loan with nothing due', account: { ...loan, amountDueCents: cents(0) } },
  ] satisfies { what: string; account: AccountSummary }[])('is never for $what', ({ account }) => {
    expect(findNextPayment([account])).toBeUndefined();
  });
});

describe('the progress of a loan', () => {
  it.each([
    { balance: 912_000, original: 2_400_000, paid: 1_488_000, share: 0.62 },
    { balance: 2_400_000, original: 2_400_000, paid: 0, share: 0 },
    { balance: 0, original: 2_400_000, paid: 2_400_000, share: 1 },
    { balance: 2_500_000, original: 2_400_000, paid: 0, share: 0 },
  ])('with $balance of $original cents left is $share', ({ balance, original, paid, share }) => {
    expect(findLoanProgress({ balanceCents: cents(balance), originalAmountCents: cents(original) })).toEqual({
      paidCents: paid,
      originalCents: original,
      share,
    });
  });

  it.each([null, cents(0)])('is unknown when the original amount is %s', (originalAmountCents) => {
    expect(findLoanProgress({ balanceCents: cents(0), originalAmountCents })).toBeUndefined();
  });
});
