import { signIn } from '#tests/support/e2e.ts';
import {
  change,
  chooseFrequency,
  chooseType,
  continueTo,
  continueToReview,
  enterAmount,
  fillCard,
  openStep,
  paymentDetails,
  submit,
  takeMethod,
  visitPayment,
} from '#tests/support/payment-journey.ts';
import { openAccountScreen } from './support/open.ts';
import { expect, test } from './support/pictures.ts';

const autoLoan = '101-004417-2';

test('the steps of a payment', async ({ page, ownApp: app, visit }) => {
  await signIn(page, app, 'margaret.okafor');
  const dialog = page.getByRole('dialog');
  await visit('payment-account', async () => {
    await visitPayment(page, app);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Select Loan Account')).toHaveAccessibleDescription('Choose an account');
  });
  await visit('payment-review', () => visitPayment(page, app, autoLoan));
  await visit('payment-method', () => change(page, 'Payment Type'));
  await visit('payment-card', async () => {
    await chooseType(page, 'Card');
    await page.getByLabel('Saved payment method').selectOption({ label: 'Visa ending in 4242' });
  });
  await visit(
    'payment-new-card',
    async () => {
      await page.getByRole('button', { name: 'Add payment method' }).click();
      await paymentDetails(page).getByRole('button', { name: 'Continue' }).click();
      await expect(
        paymentDetails(page)
          .getByText(/required/i)
          .first(),
      ).toBeVisible();
    },
    { firstView: true },
  );
  await visit(
    'payment-new-account',
    async () => {
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await chooseType(page, 'E-Check');
      await page.getByRole('button', { name: 'Add payment method' }).click();
      await paymentDetails(page).getByLabel('Routing Number').fill('411001012');
      await expect(paymentDetails(page)).toContainText('Harbor Community Bank');
    },
    { firstView: true },
  );
  await visit('payment-frequency', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await continueTo(page, 'Payment Frequency');
  });
  await visit('payment-frequency-recurring', () => chooseFrequency(page, 'Recurring Monthly, On Date Specified'));
  await visit('payment-amount', async () => {
    await chooseFrequency(page, 'Pay Once');
    await continueTo(page, 'Payment amount');
    await enterAmount(page, '0');
    await page.getByRole('button', { name: 'Continue' }).click();
  });
  await visit(
    'payment-submit',
    async () => {
      await enterAmount(page, '11');
      await continueTo(page, 'Review and submit');
      await openStep(page).getByRole('button', { name: 'Submit' }).click();
      await expect(dialog).toBeVisible();
    },
    { firstView: true },
  );
  await visit('payment-confirmation', async () => {
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('heading', { name: 'Payment confirmation' })).toBeVisible();
  });
  await visit('payment-declined', async () => {
    await visitPayment(page, app, autoLoan);
    await chooseType(page, 'Card');
    await page.getByRole('button', { name: 'Add payment method' }).click();
    await fillCard(page, { number: '4000000000000002' });
    await takeMethod(page);
    await continueToReview(page, '11');
    await submit(page);
    await expect(openStep(page).getByRole('alert')).toContainText('Transaction Declined');
  });
});

test('a recurring payer', async ({ page, app, visit }) => {
  await signIn(page, app, 'sam.rivera');
  const loan = () => openAccountScreen(page, app, 'loanDetails/101-006106-4', 'Recurring payment');
  await visit('dashboard-autopay', () => openAccountScreen(page, app, 'dashboard', 'Coming up'));
  await visit('loan-autopay', loan);
  await visit(
    'recurring-change',
    async () => {
      await page.getByRole('button', { name: 'Change the recurring payment' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    { firstView: true, of: page.getByRole('dialog') },
  );
  await visit(
    'recurring-delete',
    async () => {
      await loan();
      await page.getByRole('button', { name: 'Delete the recurring payment' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    { firstView: true, of: page.getByRole('dialog') },
  );
  await visit('payment-of-autopay-loan', () => visitPayment(page, app, '101-006106-4'));
  await visit('agreements', () => openAccountScreen(page, app, 'documents', 'Documents'));
});

test('a scheduled payment', async ({ page, ownApp: app, visit }) => {
  await signIn(page, app, 'li.wei');
  await visit('dashboard-nothing-planned', () => openAccountScreen(page, app, 'dashboard', 'Coming up'));
  await visit('payment-scheduled-review', async () => {
    await visitPayment(page, app, '101-005520-1');
    await chooseType(page, 'Card');
    await fillCard(page, { number: '5555555555554444', firstName: 'Li', lastName: 'Wei' });
    await paymentDetails(page).getByLabel('Save Payment Profile').check();
    await takeMethod(page);
    await continueTo(page, 'Payment Frequency');
    await page.getByRole('radio', { name: /^Pay later/i }).check();
    await page.getByRole('button', { name: 'Wednesday, November 25, 2026' }).click();
    await continueToReview(page);
  });
  await visit('payment-scheduled-confirmation', async () => {
    await submit(page);
    await expect(page.getByRole('heading', { name: 'Payment confirmation' })).toBeVisible();
  });
  await visit('dashboard-scheduled', () => openAccountScreen(page, app, 'dashboard', 'Coming up'));
});

test.describe('with a processor that answers late', () => {
  test.use({ timePasses: true, environment: { PASSBOOK_CARD_PROCESSOR_TIMEOUT_MS: '1500' } });

  test('a payment being confirmed', async ({ page, ownApp: app, visit }) => {
    await signIn(page, app, 'li.wei');
    await visit('payment-pending', async () => {
      await visitPayment(page, app, '101-005520-1');
      await chooseType(page, 'Card');
      await fillCard(page, { number: '4000000000000119', firstName: 'Li', lastName: 'Wei' });
      await takeMethod(page);
      await continueToReview(page, '11');
      await submit(page);
      await page.getByRole('button', { name: 'Close and keep checking' }).click({ timeout: 30_000 });
      await expect(page.getByText("We're confirming your payment.")).toBeVisible();
    });
  });
});
