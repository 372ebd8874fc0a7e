import { expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { standingToDraw } from './account-rows.ts';

const owing = { kind: 'lineOfCredit', payoffCents: cents(100), closed: false, chargedOff: null } as const;
const chargedOff = { on: day('2026-11-21'), amountCents: cents(100) };

test.each([
  ['A line of credit that owes nothing is open', { ...owing, payoffCents: ZERO }, 'open'],
  ['A line of credit that owes is open', owing, 'open'],
  [
    'A loan that owes nothing is paid off, even if it is closed',
    { ...owing, kind: 'loan', payoffCents: ZERO, closed: true },
    'paidOff',
  ],
  ['A loan that owes a cent is not paid off', { ...owing, kind: 'loan', payoffCents: cents(1) }, 'open'],
  ['A closed line of credit is closed', { ...owing, payoffCents: ZERO, closed: true }, 'closed'],
  ['A line of credit that was charged off is closed', { ...owing, chargedOff }, 'closed'],
] as const)('%s', (_name, loan, standing) => {
  expect(standingToDraw(loan)).toBe(standing);
});
