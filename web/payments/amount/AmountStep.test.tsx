import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { ZERO } from '#common/core/money.ts';
import { ordinarySettings, ordinaryTerms } from '#tests/builders/payment-samples.ts';
import { renderInPortal } from '#web/kit/render-in-portal.tsx';
import { planPayment } from '../payment-plan.ts';
import type { AmountValue, PaymentValues } from '../payment-values.ts';
import { AmountStep } from './AmountStep.tsx';

const bankAccount = {
  type: 'ACH',
  profileId: 'bank-1',
  accountType: 'Checking',
  lastFour: '6789',
  bankName: 'Harbor Community Bank',
} as const;

/** Keeps the amount as the wizard does. */
function Step({ start, done }: { readonly start?: AmountValue; readonly done: (amount?: AmountValue) => void }) {
  const [amount, setAmount] = useState(start);
  const values: Partial<PaymentValues> = {
    account: ordinaryTerms.accountNumber,
    method: { type: 'ACH', choice: { kind: 'saved', profileId: bankAccount.profileId } },
    ...(amount && { amount }),
  };
  const loan = { terms: ordinaryTerms, handle: '', savedMethods: [bankAccount] };
  const plan = planPayment(values, { ...loan, settings: ordinarySettings, quote: null });
  const facts = {
    settings: ordinarySettings,
    accounts: [],
    account: null,
    loan: { state: 'ready', value: loan },
    plan,
    payoffQuote: { state: 'loading' },
    thirdPartyFee: { state: 'ready', value: ZERO },
    totals: null,
    unsettledAccounts: new Set<string>(),
  } as const;
  return <AmountStep value={amount} values={values} facts={facts} onChange={setAmount} onDone={() => done(amount)} />;
}

async function show(start?: AmountValue) {
  const done: (AmountValue | undefined)[] = [];
  const step = await renderInPortal(<Step {...(start && { start })} done={(amount) => done.push(amount)} />);
  const amount = () => step.field('Enter Amount');
  return {
    ...step,
    done,
    amount,
    error: () => amount().getAttribute('aria-invalid') === 'true',
    async choose(kind: AmountValue['kind']) {
      await act(async () => step.page.querySelector<HTMLInputElement>(`input[value="${kind}"]`)?.click());
    },
    leave: () => act(async () => amount().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))),
  };
}

it('takes another amount as typed, checks it on leaving the field, and writes it as money', async () => {
  const step = await show();
  await step.choose('other');
  expect(step.error()).toBe(false);
  await step.type('Enter Amount', '99999999');
  expect(step.error()).toBe(false);
  await step.leave();
  expect(step.error()).toBe(true);
  await step.type('Enter Amount', '1234.5');
  await step.leave();
  expect(step.amount().value).toBe('$1,234.50');
  await step.press('Continue');
  expect(step.done).toMatchObject([{ kind: 'other', entry: '$1,234.50' }]);
});

it('asks for the amount, and stays', async () => {
  const step = await show();
  await step.choose('other');
  await step.press('Continue');
  expect(step.error()).toBe(true);
  expect(document.activeElement).toBe(step.amount());
  expect(step.done).toEqual([]);
});

it('shows what was entered before, with an error at once if it is no longer valid', async () => {
  const valid = await show({ kind: 'other', entry: '$50.00', additional: '' });
  expect([valid.amount().value, valid.error()]).toEqual(['$50.00', false]);
  const tooMuch = await show({ kind: 'other', entry: '$99,999.00', additional: '' });
  expect([tooMuch.amount().value, tooMuch.error()]).toEqual(['$99,999.00', true]);
});

it('starts with an empty field for another kind of amount', async () => {
  const step = await show();
  await step.choose('other');
  await step.type('Enter Amount', '0');
  await step.leave();
  expect(step.error()).toBe(true);
  await step.choose('due');
  await step.choose('other');
  expect([step.amount().value, step.error()]).toEqual(['', false]);
});
