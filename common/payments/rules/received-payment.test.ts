import { expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { findReceivedError } from './received-payment.ts';

const days = { today: day('2026-11-20'), openedOn: day('2026-10-01') };

test.each<[number, string, string | undefined]>([
  [1, '2026-11-20', undefined],
  [9_999_999_999, '2026-11-20', undefined],
  [10_000_000_000, '2026-11-20', 'AmountNotPossible'],
  [0, '2026-11-20', 'AmountNotPossible'],
  [-1, '2026-11-20', 'AmountNotPossible'],
  [100, '2026-11-21', 'ReceivedLater'],
  [100, '2026-10-01', undefined],
  [100, '2026-09-30', 'ReceivedBeforeLoan'],
  [100, '2026-09-21', 'ReceivedBeforeLoan'],
  [100, '2026-09-20', 'ReceivedTooLongAgo'],
])('%i cents received on %s: %s', (amount, receivedOn, error) => {
  expect(findReceivedError({ amountCents: cents(amount), receivedOn: day(receivedOn) }, days)).toBe(error);
});
