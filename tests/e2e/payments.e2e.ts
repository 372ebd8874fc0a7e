import type { Locator, Page } from 'playwright/test';
import { cents, formatCents, parseDollars } from '#common/core/money.ts';
import { expect, signIn, test } from '#tests/support/e2e.ts';
import {
  change,
  chooseType,
  continueToReview,
  fillBankAccount,
  fillCard,
  harborCommunityBank,
  openPayment,
  openStep,
  paymentDetails,
  readConfirmation,
  submit,
  summaryLine,
  takeMethod,
  visitPayment,
  agreeToBankTerms,
  submitWithTerms,
} from '#tests/support/payment-journey.ts';

const autoLoan = '101-004417-2';
const personalLoan = '102-000318-8';

test.describe('a customer who pays', () => {
  test(
    'by the saved bank account permanently lowers balance and amount due',
    { tag: '@desktop' },
    async ({ page, embeddedApp }) => {
      await signIn(page, embeddedApp, 'margaret.okafor');
      const before = await readLoan(page, autoLoan);
      await visitPayment(page, embeddedApp, autoLoan);
      await change(page, 'Payment Type');
      await expect(openStep(page)).toContainText('Default payment method: Checking ending in 6789');
      await expect(page.getByRole('radio', { name: 'E-Check' })).toHaveAccessibleDescription('$2.00 fee');
      await continueToReview(page, '100');
      await expect(summaryLine(page, 'Amount')).toContainText('$100.00');
      await expect(summaryLine(page, 'Processing Fee')).toContainText('$2.00');
      await expect(summaryLine(page, 'Payment Total')).toContainText('$102.00');
      await submit(page);

      const confirmation = await readConfirmation(page);
      expect(confirmation).toMatchObject({
        'Loan to Pay Down': `Auto loan ${autoLoan}`,
        'Account to Pay From': 'Checking ending in 6789',
        Frequency: 'Pay Once',
        'Payment Date': '11/21/2026',
        Amount: '$100.00',
        Fee: '$2.00',
        Total: '$102.00',
      });
      expect(confirmation['Confirmation Number']).toMatch(/^[A-Z0-9]{4}(-[A-Z0-9]{4})+$/);

      await page.getByRole('link', { name: 'Back to Dashboard' }).click();
      const after = await readLoan(page, autoLoan);
      expect(after.amountDue).toBe(before.amountDue - 10_000);
      expect(after.balance).toBeLessThan(before.balance);
      expect(before.balance - after.balance).toBeLessThanOrEqual(10_000);

      await embeddedApp.restart();
      await page.reload();
      expect(await readLoan(page, autoLoan)).toEqual(after);
      await visitPayment(page, embeddedApp, autoLoan);
      await expect(page.getByText(`${formatCents(cents(after.amountDue))} due 12/01/2026`)).toBeVisible();
    },
  );

  test('by the saved card pays the amount due', { tag: '@desktop' }, async ({ page, payingApp }) => {
    await openPayment(page, payingApp, 'margaret.okafor', personalLoan);
    const due = await summaryLine(page, 'Amount').locator('dd').innerText();
    await chooseType(page, 'Card');
    await page.getByLabel('Saved payment method').selectOption({ label: 'Visa ending in 4242' });
    await continueToReview(page);
    await submit(page);
    expect(await readConfirmation(page)).toMatchObject({
      'Card used to Pay': 'Visa ending in 4242',
      Amount: due,
      Fee: '$3.00',
    });
  });

  test(
    'by a new saved card finds it selected, also on the next visit',
    { tag: '@phone' },
    async ({ page, payingApp }) => {
      await openPayment(page, payingApp, 'no.mail');
      await chooseType(page, 'Card');
      await fillCard(page, { number: '5555555555554444', firstName: 'Noor', lastName: 'Mail' });
      await paymentDetails(page).getByLabel('Save Payment Profile').check();
      await takeMethod(page);
      await expect(page.getByLabel('Saved payment method').locator('option:checked')).toHaveText(
        'Mastercard ending in 4444',
      );
      await continueToReview(page, '25.50');
      await submit(page);
      expect(await readConfirmation(page)).toMatchObject({
        'Card used to Pay': 'Mastercard ending in 4444',
        Total: '$28.50',
      });

      await visitPayment(page, payingApp);
      await chooseType(page, 'Card');
      await page.getByRole('button', { name: 'Add payment method' }).click();
      await fillCard(page, { number: '5555555555554444' });
      await paymentDetails(page).getByLabel('Save Payment Profile').check();
      await paymentDetails(page).getByRole('button', { name: 'Continue' }).click();
      await expect(paymentDetails(page).getByRole('alert')).toHaveText('Payment method already exists.');
      await expect(paymentDetails(page).getByLabel('Card Number')).toHaveValue('5555 5555 5555 4444');
      await paymentDetails(page).getByRole('button', { name: 'Cancel' }).click();

      await page.getByLabel('Saved payment method').selectOption({ label: 'Mastercard ending in 4444' });
      await page.getByRole('button', { name: 'Delete Mastercard ending in 4444' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText('Successfully deleted payment method.')).toBeVisible();
      await expect(page.getByLabel('Saved payment method')).toBeHidden();
      await expect(page.getByText('Successfully deleted payment method.')).toBeHidden({ timeout: 7_000 });
    },
  );

  test('by a one-time card leaves no trace of it', { tag: '@desktop' }, async ({ page, payingApp }) => {
    await openPayment(page, payingApp, 'li.wei');
    await chooseType(page, 'Card');
    await fillCard(page, { number: '378282246310005', code: '1234', kind: 'Credit' });
    await takeMethod(page);
    await expect(openStep(page)).toContainText('American Express ending in 0005');
    await continueToReview(page, '40');
    await expect(summaryLine(page, 'Processing Fee')).toContainText('$4.50');
    await submit(page);
    expect(await readConfirmation(page)).toMatchObject({
      'Card used to Pay': 'American Express ending in 0005',
      Total: '$44.50',
    });

    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])',
    );
    expect(kept + page.url()).not.toMatch(/378282246310005|3782 8224|1234"/);
    await visitPayment(page, payingApp);
    await chooseType(page, 'Card');
    await expect(paymentDetails(page).getByLabel('Card Number')).toHaveValue('');
  });

  test('by a new saved bank account sees its bank', { tag: '@desktop' }, async ({ page, payingApp }) => {
    await openPayment(page, payingApp, 'li.wei');
    await chooseType(page, 'E-Check');
    await fillBankAccount(page, { number: '70012345' });
    await expect(paymentDetails(page)).toContainText('Harbor Community Bank');
    await expect(paymentDetails(page)).toContainText('12 Wharf Street');
    await expect(paymentDetails(page)).toContainText('Portland, ME 04101');
    await expect(paymentDetails(page)).toContainText(`Routing Number: ${harborCommunityBank}`);
    await paymentDetails(page).getByLabel('Account Type').selectOption('Savings');
    await paymentDetails(page).getByLabel('Save Payment Profile').check();
    await paymentDetails(page).getByRole('button', { name: 'Continue' }).click();
    await agreeToBankTerms(page);
    await expect(paymentDetails(page)).toBeHidden();
    await continueToReview(page, '30');
    await submit(page);
    expect(await readConfirmation(page)).toMatchObject({
      'Account to Pay From': 'Savings ending in 2345',
      Total: '$32.00',
    });
  });

  test(
    'for a company uses a bank account once, since companies save none',
    { tag: '@desktop' },
    async ({ page, payingApp }) => {
      await openPayment(page, payingApp, 'acme.supply', '102-004100-9');
      await chooseType(page, 'E-Check');
      await fillBankAccount(page, { number: '880011223', owner: 'Acme Supply' });
      await expect(paymentDetails(page).getByLabel('Save Payment Profile')).toBeHidden();
      await takeMethod(page);
      await expect(openStep(page)).toContainText('Checking ending in 1223');
      await continueToReview(page, '55');
      await submitWithTerms(page);
      expect(await readConfirmation(page)).toMatchObject({ 'Account to Pay From': 'Checking ending in 1223' });

      await visitPayment(page, payingApp, '102-004100-9');
      await chooseType(page, 'E-Check');
      await expect(paymentDetails(page)).toBeVisible();
    },
  );

  test('needs only the keyboard', { tag: '@desktop' }, async ({ page, payingApp }) => {
    await signIn(page, payingApp, 'margaret.okafor');
    await page.goto(`${payingApp.url}/#/myaccount/payment`);
    await expect(page.getByLabel('Select Loan Account')).toBeVisible();
    await tabTo(page, page.getByLabel('Select Loan Account'));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, page.getByRole('button', { name: 'Continue' }));
    await page.keyboard.press('Enter');
    await expect(openStep(page).getByRole('heading', { name: 'Review and submit' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(openStep(page).getByRole('heading', { name: 'Payment Type' })).toBeFocused();

    await tabTo(page, page.getByRole('radio', { name: 'E-Check' }));
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('radio', { name: 'Card', exact: true })).toBeChecked();
    await tabTo(page, page.getByRole('button', { name: 'Add payment method' }));
    await page.keyboard.press('Enter');
    await expect(paymentDetails(page)).toBeVisible();
    for (const typed of ['Margaret', 'Okafor', '4242424242424242', '1230', '123']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(typed);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('04101');
    await page.keyboard.press('Enter');
    await expect(paymentDetails(page)).toBeHidden();

    await tabTo(page, page.getByRole('button', { name: 'Continue' }));
    await page.keyboard.press('Enter');
    await expect(openStep(page).getByRole('heading', { name: 'Review and submit' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(openStep(page).getByRole('heading', { name: 'Payment amount' })).toBeFocused();
    await tabTo(page, page.getByRole('radio', { name: 'Pay Amount Due' }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.type('20');
    await page.keyboard.press('Enter');
    await expect(openStep(page).getByRole('heading', { name: 'Review and submit' })).toBeFocused();
    await tabTo(page, openStep(page).getByRole('button', { name: 'Submit' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Submit' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Payment confirmation' })).toBeFocused();
  });
});

interface LoanOnDashboard {
  readonly balance: number;
  readonly amountDue: number;
}

/** Returns a loan's figures on the dashboard, in cents. */
async function readLoan(page: Page, accountNumber: string): Promise<LoanOnDashboard> {
  const loans = page.getByRole('region', { name: 'Loans' });
  await expect(loans.getByText(accountNumber).filter({ visible: true })).toBeVisible();
  const card = loans.getByRole('listitem').filter({ hasText: accountNumber });
  if (await card.isVisible()) {
    const [amountDue, balance] = (await card.innerText()).match(/\$[\d,.]+/g) ?? [];
    return { balance: toCents(balance), amountDue: toCents(amountDue) };
  }
  const headers = await loans.getByRole('columnheader').allInnerTexts();
  const cells = loans.getByRole('row').filter({ hasText: accountNumber }).getByRole('cell');
  const read = async (header: string) => {
    const index = headers.findIndex((text) => text.startsWith(header));
    return toCents(await cells.nth(index).innerText());
  };
  return { balance: await read('Balance'), amountDue: await read('Amount Due') };
}

function toCents(text: string | undefined): number {
  const amount = parseDollars(text ?? '');
  if (amount === undefined) throw new Error(`Not an amount: ${text}`);
  return amount;
}

async function tabTo(page: Page, control: Locator): Promise<void> {
  // A step shows its heading first.
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await control.and(page.locator(':focus')).count()) === 1) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${control.toString()}`);
}
