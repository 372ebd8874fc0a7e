import { expect, it } from 'vitest';
import type { LoginAlerts } from '#common/desk/customers.api.ts';
import { alertWords } from './AlertsPanel.tsx';

const account: LoginAlerts['accounts'][number] = {
  accountNumber: '101-004417-2',
  email: {
    delinquent: true,
    statement: false,
    dueDates: [
      { before: true, days: 15 },
      { before: false, days: 1 },
      { before: true, days: 0 },
    ],
  },
  text: { delinquent: false, statement: true },
};

it.each([
  ['email', '15 days before the due date, 1 day after the due date, on the due date, more than 10 days past due'],
  ['text', 'new statement'],
] as const)('staff read which alerts go out by %s, and when', (channel, words) => {
  expect(alertWords(account, channel, 10)).toBe(words);
});

it('no words stand for no alert', () => {
  expect(alertWords({ ...account, text: { delinquent: false, statement: false } }, 'text', 10)).toBe('');
});
