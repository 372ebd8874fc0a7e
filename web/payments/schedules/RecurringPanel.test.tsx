import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import type { RecurringPayment } from '#common/payments/rules/payment-types.ts';
import { recurringPaymentToWire } from '#common/payments/schedules.wire.ts';
import { renderScreen } from '#tests/builders/render-screen.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { PlannedPayments } from './PlannedPayments.tsx';
import { plannedPaymentsQuery } from './planned-payments-data.ts';

const seen: RecurringPayment = {
  handle: 'as seen',
  referenceNumber: '7',
  type: 'Card',
  lastFour: '4242',
  goodThrough: null,
  paused: false,
  amountCents: cents(31_200),
  totalCents: cents(31_500),
  feeCents: cents(300),
  deletable: true,
  editable: false,
  option: 'DayOfMonth',
  daysBeforeDue: 0,
  nextOn: day('2026-12-01'),
  additionalPrincipalCents: cents(0),
  paysTotalDue: false,
  skippable: true,
};

/** The calls' answers by the end of their address; without one, a call stays on its way. */
const answers = new Map<string, object>();
const sent = vi.fn<(call: string, body: unknown) => void>();

// So that they show at once.
beforeEach(() => Promise.all([import('./RecurringPanel.tsx'), import('./SkipDialog.tsx')]));

beforeEach(() => {
  answers.clear();
  answers.set('GetScheduledPayments', {
    HasNoErrors: true,
    Errors: [],
    ScheduledPayments: [],
    RecurringPayment: recurringPaymentToWire({ ...seen, handle: 'changed elsewhere' }),
    DefaultPaymentMethod: null,
    EncryptedData: 'sealed again',
  });
  sent.mockClear();
  queryClient.clear();
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    const name = address.split('?')[0]?.split('/').at(-1) ?? '';
    sent(name, typeof body === 'string' ? JSON.parse(body) : null);
    const answer = answers.get(name);
    return answer ? Response.json(answer) : new Promise(() => undefined);
  });
  list(seen);
});

function list(recurring: RecurringPayment) {
  const { queryKey } = plannedPaymentsQuery('101');
  queryClient.setQueryData(queryKey, { scheduled: [], recurring, token: 'sealed' });
}

/** Waits for answers that come outside of what the test does. */
async function until(check: () => void) {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  await vi.waitFor(check, 5_000);
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
}

async function renderSkipping() {
  const screen = await renderScreen(<PlannedPayments accountNumber="101" variant="list" />, {
    options: { 'paymentOptions.allowRecurringSkip': true },
  });
  const open = screen.page.querySelector<HTMLButtonElement>('[aria-label="Skip the next payment"]');
  await act(async () => open?.click());
  const button = (name: string) =>
    [...screen.page.querySelectorAll<HTMLButtonElement>('dialog button')].find(
      ({ textContent }) => textContent.trim() === name,
    );
  return { ...screen, button, dialog: () => screen.page.querySelector('dialog')?.textContent };
}

const paymentChanged = { HasNoErrors: false, Errors: [{ ErrorMessage: 'PaymentChanged' }] };
const words = 'This payment was changed in the meantime. Cancel to see it as it is now.';

it('goes on with the payment as it was when the dialog opened', async () => {
  const { page, press } = await renderSkipping();
  await act(async () => list({ ...seen, handle: 'changed elsewhere', lastFour: '9999' }));
  await until(() => expect(page.textContent).toContain('x9999'));
  await press('Skip');
  expect(sent).toHaveBeenCalledWith(
    'Skip',
    expect.objectContaining({ Payment: { EncryptedString: 'as seen', LoanAccountNumber: '101' } }),
  );
});

it('says that the payment was changed elsewhere, and skips it no more', async () => {
  answers.set('Skip', paymentChanged);
  const { button, dialog, press } = await renderSkipping();
  await press('Skip');
  await until(() => expect(dialog()).toContain(words));
  expect(button('Skip')?.disabled).toBe(true);
  expect(button('Cancel')?.disabled).toBe(false);
});

it('reloads the list when a preview shows that the payment was changed elsewhere', async () => {
  answers.set('PreviewSkip', paymentChanged);
  const { button, dialog } = await renderSkipping();
  await until(() => expect(dialog()).toContain(words));
  expect(sent).toHaveBeenCalledWith('GetScheduledPayments', null);
  expect(button('Skip')?.disabled).toBe(true);
  expect(button('Try again')).toBeUndefined();
});
