import { expect, test } from 'vitest';
import { shownStatus } from './account-status.ts';

test.each([
  ['', '', false, { kind: 'current' }],
  ['', '', true, { kind: 'pastDue' }],
  ['', 'CLOSED', false, { kind: 'closed' }],
  ['PastDue', '', true, { kind: 'pastDue' }],
  ['Delinquent', '', true, { kind: 'delinquent' }],
  ['PaidOff', '', false, { kind: 'paidOff' }],
  ['PaidOff', 'CLOSED', false, { kind: 'closed' }],
  ['Charged off', '', true, { kind: 'hostWord', word: 'Charged off' }],
  ['Charged off', 'CLOSED', false, { kind: 'hostWord', word: 'Charged off' }],
  ['Past due', '', false, { kind: 'hostWord', word: 'Past due' }],
])('the status "%s" with the comment "%s", past due %s, is shown as %o', (status, comment, pastDue, shown) => {
  expect(shownStatus({ status, comment, pastDue })).toEqual(shown);
});
