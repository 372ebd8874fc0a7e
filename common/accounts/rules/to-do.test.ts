import { expect, it } from 'vitest';
import { nothingPlanned, type PlannedPayment, type PlannedPayments } from '#common/payments/rules/planned-payments.ts';
import { day } from '../../core/dates.ts';
import { listToDo } from './to-do.ts';
import { autoLoan as loan } from '#tests/builders/account-samples.ts';

const today = day('2026-11-23');

function payment(on: string, goodThrough: string | null): PlannedPayment {
  const lastFour = '4444';
  return {
    on: day(on),
    type: 'Card',
    lastFour,
    goodThrough: goodThrough === null ? null : day(goodThrough),
    cents: null,
    paused: false,
  };
}

const autopay = (on: string, goodThrough: string | null): PlannedPayments => ({
  ...nothingPlanned,
  autopay: [payment(on, goodThrough)],
});
const scheduled = (on: string, goodThrough: string | null): PlannedPayments => ({
  ...nothingPlanned,
  scheduled: [payment(on, goodThrough)],
});

it.each<[string, PlannedPayments, string | null]>([
  ['autopay by a card that is good for long', autopay('2026-12-01', '2028-01-31'), null],
  ['autopay by a card good for 46 days', autopay('2026-12-01', '2027-01-08'), null],
  ['autopay by a card good for 45 days', autopay('2026-12-01', '2027-01-07'), '2027-01-07'],
  ['autopay by a card that expires before the payment', autopay('2027-02-01', '2027-01-31'), '2027-01-31'],
  ['autopay from a bank account', autopay('2026-12-01', null), null],
  ['a scheduled payment on the last day of its card', scheduled('2026-11-30', '2026-11-30'), null],
  ['a scheduled payment a day later', scheduled('2026-12-01', '2026-11-30'), '2026-11-30'],
])(
  'a customer with %s is told to renew a card that expires within 45 days or before the payment',
  (_what, planned, expiresOn) => {
    expect(listToDo([loan], () => planned, today)).toEqual(
      expiresOn === null ? [] : [{ kind: 'cardExpires', account: loan, lastFour: '4444', on: expiresOn }],
    );
  },
);

it('names loans past due first, and none that is closed', () => {
  const late = { ...loan, number: 'late', pastDue: true };
  const closed = { ...late, number: 'closed', comment: 'Closed' };
  const plans = autopay('2026-12-01', '2026-11-30');
  const found = listToDo(
    [loan, late, closed],
    ({ number }) => (number === loan.number ? plans : nothingPlanned),
    today,
  );
  expect(found.map(({ kind, account }) => [kind, account.number])).toEqual([
    ['pastDue', 'late'],
    ['cardExpires', loan.number],
  ]);
});
