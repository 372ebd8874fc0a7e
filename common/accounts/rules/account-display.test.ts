import { expect, it } from 'vitest';
import { day } from '../../core/dates.ts';
import { cents } from '../../core/money.ts';
import { shownDueDate, standingOf, totalBalance } from './account-display.ts';

it('a closed account shows no due date', () => {
  expect(shownDueDate({ comment: 'Closed', dueOn: day('2026-12-01') })).toBeNull();
  expect(shownDueDate({ comment: '', dueOn: day('2026-12-01') })).toBe('2026-12-01');
});

it.each([
  { comment: '', pastDue: false, standing: 'current' },
  { comment: '', pastDue: true, standing: 'pastDue' },
  { comment: 'CLOSED 2024', pastDue: true, standing: 'closed' },
])('an account with "$comment", past due $pastDue, is $standing', ({ comment, pastDue, standing }) => {
  expect(standingOf({ comment, pastDue })).toBe(standing);
});

it('the total of a list is the sum of its balances', () => {
  expect(totalBalance([])).toBe(0);
  expect(totalBalance([{ balanceCents: cents(912_000) }, { balanceCents: cents(-5) }])).toBe(911_995);
});
