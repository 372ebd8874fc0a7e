// Comes first, because the other modules expect a browser while loading.
import { removeBrowserStandIn } from '../prerender/browser-stand-in.ts';
import { afterAll, expect, it, vi } from 'vitest';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { endSession, startSession } from '#web/data/session.ts';
import { rightBankAccount, rightCard } from '#tests/builders/payment-samples.ts';
import { findSavedEntries, findSavedFlow, safePart, saveEntries, saveFlow, startFlow } from './saved-entries.ts';
import type { PaymentValues } from './payment-values.ts';

afterAll(removeBrowserStandIn);

const values: Partial<PaymentValues> = {
  account: '101-004417-2',
  method: { type: 'Card', choice: { kind: 'saved', profileId: 'card-1' } },
  frequency: { frequency: 'OneTime', when: 'now', payOn: null, daysBeforeDue: null, payoff: false },
  amount: { kind: 'other', entry: '$12.00', additional: '' },
  review: { problem: { message: { kind: 'words', words: 'No' }, retry: 'never' } },
};
const { review: _, ...answers } = values;
const untouched: Partial<PaymentValues> = { account: '101-004417-2' };
const all = ['account', 'method', 'frequency', 'amount'];

it.each<[string, Partial<PaymentValues>, readonly string[], object, readonly string[]]>([
  ['all that was finished', values, ['account', 'method', 'frequency', 'amount'], answers, all],
  [
    'unfinished steps',
    values,
    ['account', 'method'],
    { account: answers.account, method: answers.method },
    ['account', 'method'],
  ],
  ['steps that were passed with their defaults', untouched, all, untouched, all],
  ['the account alone before a method is chosen', values, ['account'], { account: answers.account }, ['account']],
  [
    'a one-time card and later answers',
    { ...values, method: { type: 'Card', choice: { kind: 'singleUseCard', card: rightCard } } },
    all,
    { account: answers.account },
    ['account'],
  ],
  [
    'no bank account that is used once',
    {
      ...values,
      method: { type: 'ACH', choice: { kind: 'singleUseAccount', account: rightBankAccount, bankName: '' } },
    },
    all,
    { account: answers.account },
    ['account'],
  ],
])('a reload keeps %s', (_what, entered, finished, kept, keptFinished) => {
  expect(safePart(entered, new Set(finished))).toEqual({ values: kept, finished: keptFinished });
});

it('answers and a left flow are found again when a first render is thrown away, until the flow is on the screen', () => {
  // Blocked storage lasts as long as the page.
  vi.stubGlobal('sessionStorage', undefined);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' } as PerformanceNavigationTiming]);
  const wizard = { values, finished: new Set(all), touched: true };
  startSession({ UserToken: 'token', UserName: 'margaret.okafor' } as LoginResponse);
  saveEntries('entry', wizard);
  saveFlow('entry', wizard);
  for (const _render of ['thrown away', 'shown']) {
    expect(findSavedEntries('entry', '101-004417-2')).toEqual({ values: answers, finished: all });
    expect(findSavedEntries('another entry', '101-004417-2')).toBeNull();
    expect(findSavedFlow('entry')).toBe(wizard);
  }
  startFlow('entry', '101-004417-2');
  expect(findSavedEntries('entry', '101-004417-2')).toBeNull();
  expect(findSavedFlow('entry')).toBeNull();
});

it('a flow whose session has ended is not kept', () => {
  startSession({ UserToken: 'token', UserName: 'margaret.okafor' } as LoginResponse);
  endSession('expired');
  saveFlow('entry', { values, finished: new Set(all), touched: true });
  expect(findSavedFlow('entry')).toBeNull();
});
