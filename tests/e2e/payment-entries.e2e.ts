import { expect, signIn, test } from '#tests/support/e2e.ts';
import {
  change,
  chooseType,
  continueTo,
  continueToReview,
  enterAmount,
  fillBankAccount,
  fillCard,
  openPayment,
  openStep,
  paymentDetails,
  takeMethod,
} from '#tests/support/payment-journey.ts';

test.describe('a customer with an invalid entry', { tag: '@desktop' }, () => {
  test('in the card form sees the error at the field', async ({ page, app }) => {
    await openPayment(page, app, 'li.wei');
    await chooseType(page, 'Card');
    const dialog = paymentDetails(page);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByLabel('First Name')).toBeFocused();

    for (const [label, typed, message] of [
      ['First Name', '', 'Name is required'],
      ['First Name', '1ohn', 'Invalid'],
      ['Last Name', 'O--Hara', 'Invalid'],
      ['Card Number', '', 'Card Number is required'],
      ['Card Number', '4242', 'Card Number is invalid'],
      ['Card Number', '4242424242424241', 'Card Number is invalid'],
      ['Card Number', '3530111333300000', "The card number you've entered does not appear to be a supported type"],
      ['Expiration (MM/YY)', '', 'Expiration required'],
      ['Expiration (MM/YY)', '13/30', 'Expiration invalid'],
      ['Expiration (MM/YY)', '10/26', 'Expiration invalid'],
      ['CVV/CVC', '', 'CVV/CVC required'],
      ['CVV/CVC', '12', 'CVV/CVC invalid'],
      ['Zip Code', '', 'Zip Code required'],
      ['Zip Code', '0210', 'Zip Code invalid'],
    ] as const) {
      await dialog.getByLabel(label).fill(typed);
      await dialog.getByLabel(label).blur();
      await expect(dialog.getByLabel(label), `${label} "${typed}"`).toHaveAccessibleDescription(message);
    }
    await expect(dialog.getByLabel('Save Payment Profile')).toBeDisabled();

    // American Express security codes have four digits instead of three.
    await fillCard(page, { number: '378282246310005', code: '123' });
    await expect(dialog.getByLabel('CVV/CVC')).toHaveAccessibleDescription('CVV/CVC invalid');
    await dialog.getByLabel('CVV/CVC').fill('1234');
    await expect(dialog.getByLabel('CVV/CVC')).toHaveAccessibleDescription('');
    await expect(dialog.getByLabel('Save Payment Profile')).toBeEnabled();
    await dialog.getByLabel('Card Number').fill('4242424242424242');
    await expect(dialog.getByLabel('CVV/CVC')).toHaveValue('');
    await expect(dialog.getByLabel('Save Payment Profile')).toBeDisabled();

    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add payment method' }).click();
    await expect(dialog.getByLabel('Card Number')).toHaveValue('');
  });

  test('in the bank account form sees the error at the field', async ({ page, app }) => {
    await openPayment(page, app, 'li.wei');
    await chooseType(page, 'E-Check');
    const dialog = paymentDetails(page);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByLabel('Owner Name')).toBeFocused();

    for (const [label, typed, message] of [
      ['Owner Name', '', 'Owner Name is required'],
      ['Owner Name', 'Margaret', 'Owner Name is invalid'],
      ['Routing Number', '', 'Routing Number is required'],
      ['Routing Number', '41100101', 'Routing Number is invalid'],
      ['Routing Number', '411001013', 'Routing Number is invalid'],
      // A valid check digit, but no bank in the directory.
      ['Routing Number', '490000018', 'Routing Number is invalid'],
      ['Account Number', '', 'Account Number is required'],
      ['Account Number', '0000', 'Please contact your bank to confirm your bank account information.'],
      ['Account Number', '7777', 'Please contact your bank to confirm your bank account information.'],
      ['Confirm Account Number', '', 'Confirm Account Number is required'],
      ['Confirm Account Number', '12345', 'Account Numbers Do Not Match'],
    ] as const) {
      const field = dialog.getByLabel(label, { exact: true });
      await field.fill(typed);
      await field.blur();
      await expect(field, `${label} "${typed}"`).toHaveAccessibleDescription(message);
    }

    await dialog.getByLabel('Account Number', { exact: true }).fill('12-34 5x');
    await dialog.getByLabel('Account Number', { exact: true }).blur();
    await expect(dialog.getByLabel('Account Number', { exact: true })).toHaveValue('12345');
    await expect(dialog.getByLabel('Confirm Account Number')).toHaveAccessibleDescription('');
  });

  test("keeps what was typed if the account can't be debited", async ({ page, app }) => {
    await openPayment(page, app, 'li.wei');
    await chooseType(page, 'E-Check');
    const dialog = paymentDetails(page);
    for (const [account, message] of [
      [{ routing: '477009100', number: '123456' }, 'Invalid routing number.'],
      [{ number: '4040404040' }, 'Invalid account number.'],
    ] as const) {
      await fillBankAccount(page, account);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(dialog.getByRole('alert')).toHaveText(message);
      await expect(dialog.getByLabel('Owner Name')).toHaveValue('Margaret Okafor');
      await expect(dialog.getByLabel('Account Number', { exact: true })).toHaveValue(account.number);
    }
  });

  test('can continue once a failed bank lookup works again', async ({ page, app }) => {
    await openPayment(page, app, 'li.wei');
    await chooseType(page, 'E-Check');
    await page.route('**/api/ACHRoutingData*', (route) => route.abort());
    await fillBankAccount(page, { number: '123456' });
    const routing = paymentDetails(page).getByLabel('Routing Number');
    await expect(routing).toHaveAccessibleDescription('An error has occured while verifying the routing number.');
    await page.unroute('**/api/ACHRoutingData*');
    await takeMethod(page);
    await expect(openStep(page)).toContainText('Checking ending in 3456');
  });

  test('as an amount sees what can be paid', async ({ page, app }) => {
    await openPayment(page, app, 'margaret.okafor', '101-004417-2');
    await chooseType(page, 'Card');
    await page.getByLabel('Saved payment method').selectOption({ label: 'Visa ending in 4242' });
    await continueTo(page, 'Payment Frequency');
    await continueTo(page, 'Payment amount');
    const amount = page.getByLabel('Enter Amount');
    for (const [typed, message] of [
      ['', 'Payment amount is required'],
      ['ten', 'Payment amount must be between $0.01 and $2,500.00'],
      ['0', 'Payment amount must be between $0.01 and $2,500.00'],
      ['2500.01', 'Payment amount must be between $0.01 and $2,500.00'],
    ] as const) {
      await enterAmount(page, typed);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(amount, typed).toHaveAccessibleDescription(message);
      await expect(amount).toBeFocused();
    }
    await amount.fill('1234.5');
    await amount.blur();
    await expect(amount).toHaveValue('$1,234.50');
    await amount.fill('9'.repeat(20));
    await expect(amount).toHaveValue('9'.repeat(15));
  });
});

test.describe('a customer who changes an earlier answer', { tag: '@desktop' }, () => {
  test('starts over from there', async ({ page, app }) => {
    await openPayment(page, app, 'margaret.okafor', '101-004417-2');
    await continueToReview(page, '12');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Payment Type' })
      .getByRole('button', { name: 'Change', exact: true })
      .click();
    await expect(openStep(page).getByRole('heading', { name: 'Payment Type' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Submit' })).toBeHidden();
    await chooseType(page, 'Card');
    await page.getByLabel('Saved payment method').selectOption({ label: 'Visa ending in 4242' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(openStep(page).getByRole('heading', { name: 'Payment amount' })).toBeFocused();
    await expect(page.getByRole('radio', { name: 'Pay Amount Due' })).toBeChecked();
  });

  test('pays off the loan from the amounts', async ({ page, app }) => {
    await openPayment(page, app, 'margaret.okafor', '101-004417-2');
    await change(page, 'Payment amount');
    const payoff = page.getByRole('radio', { name: 'Pay off the full amount' });
    await expect(payoff).toHaveAccessibleDescription(/^Pay off as of today: \$[\d,.]+$/);
    await payoff.check();
    await continueTo(page, 'Review and submit');
    await expect(openStep(page).locator('dl > div', { hasText: 'New balance' })).toContainText('$0.00');
    await change(page, 'Payment Frequency');
    await page.getByRole('radio', { name: 'Pay Later' }).check();
    await page.getByRole('button', { name: 'Monday, November 23, 2026' }).click();
    await continueTo(page, 'Payment amount');
    await page.route('**/api/PaymentInformation/GetPayOffQuote*', (route) => route.abort());
    await payoff.click();
    await expect(page.getByText('There was an error retrieving the pay off quote.')).toBeVisible();
    await expect(payoff).not.toBeChecked();
    await page.unroute('**/api/PaymentInformation/GetPayOffQuote*');
    await payoff.click();
    await expect(payoff).toHaveAccessibleDescription(/^Pay off as of 11\/23\/2026: \$[\d,.]+$/);
    await continueTo(page, 'Review and submit');
    await expect(openStep(page).locator('dl > div', { hasText: 'New balance' })).toContainText('$0.00');
  });

  test('keeps the new account in the address, through a reload', async ({ page, app }) => {
    await openPayment(page, app, 'margaret.okafor');
    await page.getByLabel('Select Loan Account').selectOption('102-000318-8');
    await continueTo(page, 'Payment Type');
    await expect(page).toHaveURL(/payment\/102-000318-8$/);
    await page.reload();
    await expect(page.getByRole('listitem').filter({ hasText: 'Personal loan 102-000318-8' })).toBeVisible();
    await expect(openStep(page).getByRole('heading', { name: 'Payment Type' })).toBeVisible();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Select Loan Account').selectOption('101-007730-5');
    await continueTo(page, 'Payment Type');
    await expect(page).toHaveURL(/payment\/101-007730-5$/);
    await expect(page.getByText('Your account has fees due.')).toBeVisible();
  });

  test("makes another method the loan's default, and removes it", async ({ page, payingApp }) => {
    await openPayment(page, payingApp, 'margaret.okafor', '101-007730-5');
    await chooseType(page, 'Card');
    await page.getByLabel('Saved payment method').selectOption({ label: 'Visa ending in 4242' });
    await page.getByRole('button', { name: 'Set as default' }).click();
    await expect(page.getByText('Default payment method: Visa ending in 4242')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set as default' })).toBeHidden();
    await expect(openStep(page).locator(':focus')).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Card', exact: true })).toBeChecked();
    await page.getByRole('button', { name: 'Remove as default payment method' }).click();
    await expect(page.getByText('Default payment method: Visa ending in 4242')).toBeHidden();
    await expect(page.locator('main :focus')).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Card', exact: true })).not.toBeChecked();
  });
});

test.describe('a flow that is left', { tag: '@desktop' }, () => {
  test("with the browser's Back is restored by Forward", async ({ page, app }) => {
    await signIn(page, app, 'margaret.okafor');
    await page.getByRole('link', { name: 'Make a payment' }).first().click();
    await page.getByLabel('Select Loan Account').selectOption('101-004417-2');
    await continueTo(page, 'Payment Type');
    await continueTo(page, 'Payment Frequency');
    await continueTo(page, 'Payment amount');
    await enterAmount(page, '123.45');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Make a payment' })).toBeHidden();
    await page.goForward();
    await expect(openStep(page).getByRole('heading', { name: 'Payment amount' })).toBeVisible();
    await expect(page.getByLabel('Enter Amount')).toHaveValue(/123\.45/);
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page.getByRole('link', { name: 'Make a payment' }).first().click();
    await expect(page.getByLabel('Enter Amount')).toBeHidden();
  });
});
