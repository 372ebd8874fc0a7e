import { describe, expect, it } from 'vitest';
import { day } from '../../core/dates.ts';
import { cents } from '../../core/money.ts';
import { typeCodes } from './account.ts';
import type { AccountSummary } from './account.ts';
import { nothingPlanned, type PlannedPayments } from '#common/payments/rules/planned-payments.ts';
import { comingUp, findDueSoon, findLoanProgress, findNextPayment, nextPaymentState } from './next-payment.ts';
import { autoLoan as loan } from '#tests/builders/account-samples.ts';

describe('payments due soon', () => {
  const today = day('2026-11-21');

  it('are added up with overdue ones if there is more than one', () => {
    const late = { ...loan, number: 'late', dueOn: day('2026-11-05'), amountDueCents: cents(714) };
    expect(findDueSoon([loan, late], today)).toEqual({ count: 2, totalCents: 42_000, lastOn: '2026-12-01' });
  });

  it('leave out what is due later than in 30 days, and what is not due', () => {
    const later = { ...loan, number: 'later', dueOn: day('2026-12-22') };
    const last = { ...loan, number: 'last', dueOn: day('2026-12-21') };
    expect(findDueSoon([loan, later], today)).toBeUndefined();
    expect(findDueSoon([loan, { ...loan, amountDueCents: cents(0) }], today)).toBeUndefined();
    expect(findDueSoon([loan, last], today)?.lastOn).toBe('2026-12-21');
  });
});

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

const payment = (on: string, dollars: number | null) => ({
  on: day(on),
  type: 'ACH' as const,
  lastFour: '6789',
  goodThrough: null,
  cents: dollars === null ? null : cents(dollars * 100),
  paused: false,
});

const autopay = (...days: string[]): PlannedPayments => ({
  autopay: days.map((on) => payment(on, 412.86)),
  scheduled: [],
});

const scheduled = (on: string, dollars: number): PlannedPayments => ({
  autopay: [],
  scheduled: [payment(on, dollars)],
});

const paused = ({ autopay: recurring, scheduled: once }: PlannedPayments): PlannedPayments => ({
  autopay: recurring.map((one) => ({ ...one, paused: true })),
  scheduled: once.map((one) => ({ ...one, paused: true })),
});

describe('what the next payment proposes', () => {
  it.each([
    ['nothing is set up', false, nothingPlanned, 'nothingPlanned'],
    ['autopay pays', false, autopay('2026-12-01'), 'autopay'],
    ['a payment is scheduled', false, scheduled('2026-12-01', 1), 'scheduled'],
    [
      'autopay comes before what is scheduled',
      false,
      { ...scheduled('2026-12-01', 1), ...autopay('2026-12-01'), scheduled: [] },
      'autopay',
    ],
    ['autopay is paused', false, paused(autopay('2026-12-01')), 'paused'],
    [
      'one payment is paused and another is made',
      false,
      { ...paused(autopay('2026-12-01')), scheduled: scheduled('2026-12-01', 1).scheduled },
      'scheduled',
    ],
    ['what is late comes first, whatever is set up', true, autopay('2026-12-01'), 'pastDue'],
  ] as const)('%s', (_, pastDue, planned, state) => {
    expect(nextPaymentState({ pastDue }, planned)).toBe(state);
  });
});

describe('what comes up', () => {
  const today = day('2026-11-21');
  const rows = (planned: PlannedPayments, account = loan) =>
    comingUp([account], () => planned, today).map(({ kind, on, cents: amount }) => [kind, on, amount]);

  it.each<[string, PlannedPayments, unknown[]]>([
    ['an amount due', nothingPlanned, [['due', '2026-12-01', 41_286]]],
    ['autopay in place of the amount due', autopay('2026-12-01'), [['autopay', '2026-12-01', 41_286]]],
    [
      'every payment of autopay within 30 days',
      autopay('2026-11-27', '2026-12-04', '2026-12-21', '2026-12-22'),
      [
        ['autopay', '2026-11-27', 41_286],
        ['autopay', '2026-12-04', 41_286],
        ['autopay', '2026-12-21', 41_286],
      ],
    ],
    [
      'that payments are paused, once and without their days, and the amount due beside it',
      paused(autopay('2026-11-27', '2026-12-01')),
      [
        ['paused', '2026-11-21', null],
        ['due', '2026-12-01', 41_286],
      ],
    ],
    [
      'a scheduled payment that covers what is due',
      scheduled('2026-12-01', 412.86),
      [['scheduled', '2026-12-01', 41_286]],
    ],
    [
      'a scheduled payment that does not cover it',
      scheduled('2026-11-30', 412.85),
      [
        ['scheduled', '2026-11-30', 41_285],
        ['due', '2026-12-01', 41_286],
      ],
    ],
    [
      'a scheduled payment that comes too late',
      scheduled('2026-12-02', 412.86),
      [
        ['due', '2026-12-01', 41_286],
        ['scheduled', '2026-12-02', 41_286],
      ],
    ],
  ])('is %s', (_, planned, expected) => {
    expect(rows(planned)).toEqual(expected);
  });

  it('is nothing that was due before today, which leads the dashboard', () => {
    expect(rows(nothingPlanned, { ...loan, dueOn: day('2026-11-20') })).toEqual([]);
    expect(rows(nothingPlanned, { ...loan, dueOn: today })).toHaveLength(1);
  });
});
