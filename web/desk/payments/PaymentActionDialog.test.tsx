import { expect, it } from 'vitest';
import { renderScreen } from '#tests/builders/render-screen.tsx';
import { PaymentActionDialog, paymentActions } from './PaymentActionDialog.tsx';

type Detail = Parameters<typeof PaymentActionDialog>[0]['payment'];

const payment: Detail = {
  paymentId: 'p',
  reference: 'AB12-CD34-EF56',
  customerId: '400102',
  accountNumber: '101-005520-1',
  state: 'unknown',
  method: 'Card',
  lastFour: '4242',
} as Detail;

it.each([
  ['refund', { method: 'Card', partBelowCents: 4_300 }, 'or a part of it, to the card', 'Refund'],
  ['refund', { method: 'Card', partBelowCents: null }, 'You ask to refund the payment to the card', 'Reason'],
  ['refund', { method: 'ACH', partBelowCents: null }, 'cancel the bank draft', 'Reason'],
  ['cancel', { partBelowCents: null }, 'will not be made', 'Reason'],
  ['settle', { partBelowCents: null }, 'ask the card processor', 'Outcome'],
] as const)('to %s with %j says "%s" and begins at %s', async (id, changes, words, field) => {
  const action = paymentActions.find((each) => each.id === id);
  if (!action) throw new Error(id);
  const dialog = <PaymentActionDialog action={action} payment={{ ...payment, ...changes }} onClose={() => undefined} />;
  const { page } = await renderScreen(dialog);
  expect(page.textContent).toContain(words);
  const first = page.querySelector('[autofocus]');
  expect(page.querySelector(`label[for="${first?.id}"]`)?.textContent).toContain(field);
});

it('to settle a payment that the processor has answered about meanwhile tells the outcome', async () => {
  const action = paymentActions.find(({ id }) => id === 'settle');
  if (!action) throw new Error('settle');
  const settled = { ...payment, state: 'posted' as const };
  const { page } = await renderScreen(
    <PaymentActionDialog action={action} payment={settled} onClose={() => undefined} />,
  );
  expect(page.textContent).toContain('This payment has an outcome by now: posted.');
});
