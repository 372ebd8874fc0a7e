import { act } from 'react';
import { expect, it } from 'vitest';
import { methodAvailability } from '#common/payments/rules/method-availability.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentTerms, PaymentType } from '#common/payments/rules/payment-types.ts';
import { ordinarySettings, ordinaryTerms } from '#tests/builders/payment-samples.ts';
import { renderInPortal } from '#web/kit/render-in-portal.tsx';
import { planFrequency } from '../frequency-plan.ts';
import { OneTimeFields } from './OneTimeFields.tsx';

interface Shown {
  readonly type?: PaymentType;
  readonly terms?: Partial<PaymentTerms>;
  readonly settings?: Partial<PaymentSettings>;
  readonly mayPayByCard?: boolean;
  readonly when?: 'now' | 'later';
}

async function show({ type = 'ACH', mayPayByCard = true, when = 'now', ...changes }: Shown) {
  const terms = { ...ordinaryTerms, ...changes.terms };
  const settings = { ...ordinarySettings, ...changes.settings };
  const options = methodAvailability({ type, use: 'saved' }, terms, settings);
  const value = { frequency: 'OneTime', when, payOn: null, daysBeforeDue: null, payoff: false } as const;
  const frequency = planFrequency(value, { type, options, terms, settings, quote: null, goodThrough: null });
  const fields = await renderInPortal(
    <OneTimeFields
      value={value}
      frequency={frequency}
      terms={terms}
      settings={settings}
      type={type}
      mayPayByCard={mayPayByCard}
      asked={false}
      payoffQuote={{ state: 'loading' }}
      onChange={() => undefined}
    />,
  );
  return {
    text: () => fields.page.textContent,
    async pressDay(name: string) {
      const button = fields.page.querySelector<HTMLElement>(`[aria-label^="${name}"]`);
      if (!button) throw new Error(`No day ${name}`);
      await act(async () => button.click());
    },
  };
}

/** Past due, so nothing can be scheduled, and too late for a bank draft today. */
const deadEnd = {
  terms: { pastDue: true, pastAchCutoff: true },
  settings: { schedulingBlockedWhenPastDue: true, immediateAchBlockedAfterCutoff: true },
} as const;
const payByCard = "You can't use a bank account on this loan right now. To pay today, choose a card.";

it('names the card where a bank account can pay neither today nor later', async () => {
  const { text } = await show(deadEnd);
  expect(text()).toContain(payByCard);
});

it.each<[string, Shown]>([
  ['the loan takes no card', { ...deadEnd, mayPayByCard: false }],
  ['a card is chosen already', { ...deadEnd, type: 'Card' }],
  ['a bank account can pay later', { ...deadEnd, terms: { pastAchCutoff: true } }],
  ['a bank account can pay today', { ...deadEnd, terms: { pastDue: true } }],
])('does not send the customer to a card if %s', async (_what, shown) => {
  const { text } = await show(shown);
  expect(text()).not.toContain(payByCard);
});

it('offers the first day after today for a day in the past, as today is refused too', async () => {
  const fields = await show({ when: 'later' });
  await fields.pressDay('Thursday, November 19, 2026');
  expect(fields.text()).toContain("Payment date can't be in the past. Nearest available date: 11/23/2026");
});

it.each([
  [false, 'Choose a business day through 12/20/2026'],
  [true, 'Choose a date through 12/20/2026'],
])('asks for a business day only if weekends are refused (weekends allowed: %s)', async (weekends, hint) => {
  const { text } = await show({ when: 'later', settings: { weekendAchDatesAllowed: weekends } });
  expect(text()).toContain(hint);
});
