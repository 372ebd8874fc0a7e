import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import type { SavedMethod, ScheduledPayment } from '#common/payments/rules/payment-types.ts';
import { ordinaryTermsWithPlans } from '#tests/builders/payment-samples.ts';
import { renderScreen } from '#tests/builders/render-screen.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { loanInfoQuery, savedMethodsQuery } from '#web/payments/payments-data.ts';
import { EditScheduledDialog } from './EditScheduledDialog.tsx';

const payoff: ScheduledPayment = {
  handle: 'as seen',
  referenceNumber: '7',
  type: 'ACH',
  lastFour: '6354',
  goodThrough: null,
  payOn: day('2026-11-30'),
  amountCents: cents(845_400),
  totalCents: cents(845_500),
  feeCents: cents(100),
  isPayoff: true,
  posted: false,
  paused: false,
  deletable: true,
  editable: true,
};

const cards: readonly SavedMethod[] = [
  {
    type: 'Card',
    profileId: 'lasts',
    brand: 'visa',
    lastFour: '4242',
    expiration: '12/30',
    debitCredit: 'DebitCard',
  },
  {
    type: 'Card',
    profileId: 'expires',
    brand: 'master',
    lastFour: '4444',
    expiration: '11/26',
    debitCredit: 'DebitCard',
  },
];

const sent = vi.fn<(call: string, body: unknown) => void>();

beforeEach(() => {
  sent.mockClear();
  queryClient.clear();
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    sent(address.split('?')[0]?.split('/').at(-1) ?? '', typeof body === 'string' ? JSON.parse(body) : null);
    return new Promise(() => undefined);
  });
  const at = { updatedAt: Date.now() };
  const info = { terms: { ...ordinaryTermsWithPlans, scheduledPayments: [payoff] }, handle: 'sealed' };
  queryClient.setQueryData(loanInfoQuery('101').queryKey, info, at);
  queryClient.setQueryData(savedMethodsQuery('101').queryKey, cards, at);
});

async function open(payment: ScheduledPayment, options: object = {}) {
  const named = { accountNumber: '101', token: 'sealed', payment };
  const screen = await renderScreen(<EditScheduledDialog named={named} onClose={() => undefined} />, {
    options: {
      'paymentOptions.allowFuturePayoffAch': true,
      'paymentOptions.allowFuturePayoffCard': true,
      'paymentOptions.disableThirdPartyFees': true,
      ...options,
    },
  });
  const choose = (profileId: string) =>
    act(async () => {
      const select = screen.page.querySelector('select');
      if (!select) throw new Error('No method to choose');
      select.value = profileId;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
  return { ...screen, choose, words: () => screen.page.textContent ?? '' };
}

it('shows day and amount as they were agreed, and how to pay off on another day', async () => {
  const { page, words } = await open(payoff);
  expect(words()).toContain('$8,454.00');
  expect(words()).toContain("its date and amount can't change");
  expect(words()).toContain('delete it and schedule the payoff again');
  expect(page.querySelectorAll('dialog input')).toHaveLength(0);
});

it("doesn't tell to delete a payoff that can't be deleted", async () => {
  const { words } = await open({ ...payoff, deletable: false });
  expect(words()).toContain('To pay off on another day, call');
  expect(words()).not.toContain('delete it');
});

it('still lets the day and amount of another payment change', async () => {
  const { page, words } = await open({ ...payoff, isPayoff: false });
  expect(words()).not.toContain("can't change");
  expect(page.querySelectorAll('dialog input').length).toBeGreaterThan(0);
});

it('sends the agreed day and amount with another method', async () => {
  const { choose, press } = await open(payoff);
  await choose('lasts');
  await press('Save');
  expect(sent).toHaveBeenCalledWith(
    'Edit',
    expect.objectContaining({
      PaymentDate: '2026-11-30',
      PaymentAmount: 8_454,
      FirstPartyFee: 4,
      Method: { IsCard: true, ProfileId: 'lasts', LastFour: '4242' },
    }),
  );
});

it.each([
  ['that expires before the day', 'expires', {}, 'This card expires before the day of the payoff.'],
  [
    'above its maximum',
    'lasts',
    { 'paymentOptions.maximumCardPaymentAmount': 2_500 },
    'The payoff is over the card payment limit.',
  ],
])('says why a card %s cannot pay it, and sends nothing', async (_which, profileId, options, why) => {
  const later = { ...payoff, payOn: day('2026-12-01') };
  const { choose, press, words } = await open(later, options);
  await choose(profileId);
  expect(words()).toContain(why);
  await press('Save');
  expect(sent).not.toHaveBeenCalledWith('Edit', expect.anything());
});
