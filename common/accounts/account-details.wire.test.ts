import { expect, test } from 'vitest';
import { day } from '../core/dates.ts';
import { cents, ZERO } from '../core/money.ts';
import { ratePpm } from '../core/rates.ts';
import { noAlerts, withDueDateAlert } from './rules/alerts.ts';
import { type LoanDetails, miscFees } from './rules/loan-details.ts';
import { loanDetailsFromWire, loanDetailsToWire } from './account-details.wire.ts';
import { dayFromWire, dayToWire } from './day.wire.ts';
import { type LoanStory, loanStoryFromWire, loanStoryToWire } from './loan-story.wire.ts';

const details: LoanDetails = {
  today: day('2026-11-21'),
  accountNumber: '101-004417-2',
  description: 'Auto loan',
  standing: 'pastDue',
  daysLate: 16,
  name: 'Margaret Okafor',
  address: { address1: '18 Wharf Street', city: 'Portland', state: 'ME', zipCode: '04101' },
  nextPaymentOn: day('2026-12-01'),
  nextPaymentCents: cents(41_286),
  totalDueCents: cents(45_286),
  defaultMethod: { type: 'ACH', profileId: 'p1', lastFour: '6789' },
  scheduledPayments: [
    {
      handle: 'h1',
      referenceNumber: '2222-3333-4444',
      type: 'ACH',
      lastFour: '6789',
      goodThrough: null,
      payOn: day('2026-11-30'),
      amountCents: cents(5_000),
      totalCents: cents(5_100),
      feeCents: ZERO,
      isPayoff: false,
      posted: false,
      paused: false,
      deletable: true,
      editable: true,
    },
  ],
  recurringPayment: null,
  rate: ratePpm(64_900),
  interestThisYearCents: cents(60_477),
  interestLastYearCents: cents(81_001),
  availableCreditCents: ZERO,
  originatedOn: day('2023-09-01'),
  daysSinceOpened: 1_177,
  totalFeesCents: cents(4_000),
  lateChargesCents: cents(2_500),
  historyBlocked: false,
  lastPayment: { paidOn: day('2026-11-02'), amountCents: cents(31_500) },
  alerts: withDueDateAlert(noAlerts, 3, { on: true, before: false, days: '12345678901234567890' }),
  statementFormat: 'ElectronicOnly',
  chargedOff: { on: day('2026-11-18'), owedCents: cents(4_000) },
  lien: { releasedOn: day('2026-11-19'), reference: 'ME-T 88120' },
  flags: ['Dispute', 'NoAchPayment'],
};

test('loan details survive a round trip over the wire', () => {
  expect(loanDetailsFromWire(loanDetailsToWire(details, [], []))).toEqual(details);
});

test.each([null, ZERO])(
  'a loan without a limit to draw on differs from a line that is used up',
  (availableCreditCents) => {
    const sent = loanDetailsToWire({ ...details, availableCreditCents }, [], []);
    expect(loanDetailsFromWire(sent).availableCreditCents).toBe(availableCreditCents);
  },
);

test.each(['none', 'unknown'] as const)('a last payment that is %s is sent without an amount', (lastPayment) => {
  const sent = loanDetailsToWire({ ...details, lastPayment }, [], []);
  expect(sent.Information.LastPaymentAmount).toBeNull();
  expect(loanDetailsFromWire(sent).lastPayment).toBe(lastPayment);
});

test('an unknown flag is ignored', () => {
  const sent = loanDetailsToWire(details, [], []);
  const Errors = [{ ErrorMessage: 'Dispute' }, { ErrorMessage: 'SomethingNew' }];
  expect(loanDetailsFromWire({ ...sent, Information: { ...sent.Information, Errors } }).flags).toEqual(['Dispute']);
});

test('misc fees are the fees other than late charges', () => {
  expect(miscFees(details)).toBe(1_500);
});

test('no date is sent as January 1 of year 1', () => {
  expect(dayToWire(null)).toBe('0001-01-01T00:00:00');
  expect(dayFromWire('0001-01-01T00:00:00')).toBeNull();
  expect(dayFromWire('0001-01-01')).toBeNull();
  expect(dayFromWire(dayToWire(day('2026-11-21')))).toBe('2026-11-21');
});

test('the story of a loan survives a round trip over the wire', () => {
  const story: LoanStory = {
    today: day('2026-11-21'),
    balances: [{ on: day('2026-10-30'), principalCents: cents(912_345) }],
    paid: { principalCents: cents(1_487_655), interestCents: cents(300_001), feesCents: ZERO },
    plan: {
      principalCents: cents(912_345),
      rate: ratePpm(64_900),
      formerTerms: [
        {
          rate: ratePpm(59_900),
          until: day('2026-09-01'),
          installmentCents: cents(45_000),
          firstOn: day('2026-11-01'),
        },
      ],
      accruedThrough: day('2026-10-30'),
      accruedNumerator: -9_007_199_254_740_993n,
      nextDueOn: day('2026-12-01'),
      installmentCents: cents(46_947),
      partialPaidCents: ZERO,
      billingFrequency: 'Monthly',
      dueDay: 1,
      maturityOn: null,
    },
  };
  expect(loanStoryFromWire(loanStoryToWire(story))).toEqual(story);
});
