import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '#tests/support/demonstration-folder.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import {
  chooseType,
  confirmAgreement,
  continueTo,
  chooseFrequency,
  fillBankAccount,
  openPayment,
  openStep,
  paymentDetails,
  readConfirmation,
  takeMethod,
  visitPayment,
  change,
  continueToReview,
  submit,
  submitWithTerms,
} from '#tests/support/payment-journey.ts';

const autoLoan = '101-004417-2';

test.describe('a customer who pays off a loan', { tag: '@desktop' }, () => {
  test('later or today sees the amount, or that it failed to load', async ({ page, ownApp }) => {
    await openPayment(page, ownApp, 'margaret.okafor', autoLoan);
    await continueTo(page, 'Payment Frequency');
    await page.getByRole('radio', { name: 'Pay Later' }).check();
    await page.getByRole('button', { name: 'Monday, November 23, 2026' }).click();
    await page.route('**/api/PaymentInformation/GetPayOffQuote*', (route) => route.abort());
    const payoff = page.getByLabel('Pay off the full amount');
    await payoff.click();
    await expect(page.getByText('Could not get payoff quote')).toBeVisible();
    await expect(page.getByText('There was an error retrieving the pay off quote.')).toBeVisible();
    await expect(payoff).not.toBeChecked();
    await page.unroute('**/api/PaymentInformation/GetPayOffQuote*');
    await payoff.click();
    await expect(page.getByText(/Pay off as of 11\/23\/2026: \$\d/)).toBeVisible();
    await continueTo(page, 'Review and submit');
    await expect(page.getByRole('heading', { name: 'Payment amount' })).toBeHidden();

    await page
      .getByRole('listitem')
      .filter({ hasText: 'On 11/23/2026' })
      .getByRole('button', { name: 'Change' })
      .click();
    await page.getByRole('radio', { name: 'Pay Now' }).check();
    await expect(page.getByText(/Pay off as of today: \$\d/)).toBeVisible();
    await continueTo(page, 'Review and submit');
    await expect(openStep(page).locator('dl > div', { hasText: 'New balance' })).toContainText('$0.00');
    await openStep(page).getByRole('button', { name: 'Submit' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(
      /^.*\$[\d,.]+ \(.+\) from Checking ending in 6789 posts to your loan today\. It leaves your bank on or after 11\/24\/2026\./,
    );
    await expect(dialog).toContainText('By confirming, you authorize First Harbor Lending to withdraw this amount');
    await expect(dialog).toContainText('To revoke the authorization, call (555) 010-4477 right away');
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await readConfirmation(page);
    await expect(page.getByText('Congratulations! Your loan is paid off.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await visitPayment(page, ownApp, autoLoan);
    await expect(page.getByText('This loan is paid off.')).toBeVisible();
  });
});

test.describe('a recurring payment', { tag: '@desktop' }, () => {
  test("for a line of credit pays each day's total due", async ({ page, ownApp }) => {
    await openPayment(page, ownApp, 'margaret.okafor', '103-000642-7');
    await chooseType(page, 'Card');
    await page.getByLabel('Saved payment method').selectOption({ label: 'Visa ending in 4242' });
    await continueTo(page, 'Payment Frequency');
    await chooseFrequency(page, 'Recurring On Due Date');
    await continueTo(page, 'Review and submit');
    const sentence = 'Your recurring payment amount will be calculated at the time of payment.';
    await expect(openStep(page)).toContainText(sentence);
    await expect(page.getByText('Payment Total')).toBeHidden();
    const fee = 'A processing fee of $3.00 is added to each payment.';
    await expect(openStep(page)).toContainText(fee);
    await openStep(page).getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('dialog')).toContainText(fee);
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    expect(await readConfirmation(page)).not.toHaveProperty('Amount');
    await expect(page.getByText(sentence)).toHaveCount(1);
    await expect(page.getByText(fee)).toHaveCount(1);
  });

  test('is changed, skipped and deleted on the loan screen', async ({ page, ownApp }) => {
    test.setTimeout(120_000);
    await openPayment(page, ownApp, 'sam.rivera', '101-006107-2');
    await expect(page.getByRole('region', { name: 'Recurring payment' })).toContainText('x4444');
    await page.goto(`${ownApp.url}/#/myaccount/loanDetails/101-006107-2`);
    const table = page.getByRole('table', { name: 'Recurring payment' });
    const row = table.getByRole('row').last();
    await expect(row).toContainText('Every month, next on');
    const before = await row.innerText();

    await table.getByRole('button', { name: 'Skip the next payment' }).click();
    await expect(page.getByRole('dialog')).toContainText(/We won't take a payment on .* instead of /);
    await expectNoAxeViolations(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Skip' }).click();
    await expect(row).not.toContainText(/next on \w+/.exec(before)?.[0] ?? before);

    await table.getByRole('button', { name: 'Change the recurring payment' }).click();
    const change = page.getByRole('dialog', { name: 'Change recurring payment' });
    const tooLate = change.getByRole('button', { name: 'Wednesday, December 30, 2026' });
    await expect(tooLate).toBeDisabled();
    await expect(tooLate).toHaveAttribute('title', /^First payment date must be within 30 days/);
    await change.getByRole('button', { name: 'Previous month' }).click();
    await change.getByRole('button', { name: 'Monday, November 30, 2026' }).click();
    await expect(change).toContainText('11/30/2026 instead of ');
    await expectNoAxeViolations(page);
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('next on November 30th');

    await table.getByRole('button', { name: 'Delete the recurring payment' }).click();
    const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this recurring payment?' });
    await page.route('**/api/PaymentRecurring/Delete*', (route) => route.abort());
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('An error occurred while attempting to cancel your recurring payment.')).toBeVisible();
    await page.unroute('**/api/PaymentRecurring/Delete*');
    await table.getByRole('button', { name: 'Delete the recurring payment' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(table).toBeHidden();
  });

  test('from a bank account is changed with a new agreement', async ({ page, ownApp }) => {
    await openPayment(page, ownApp, 'sam.rivera', '101-006106-4');
    await page.goto(`${ownApp.url}/#/myaccount/loanDetails/101-006106-4`);
    const table = page.getByRole('table', { name: 'Recurring payment' });
    await table.getByRole('button', { name: 'Change the recurring payment' }).click();
    const change = page.getByRole('dialog', { name: 'Change recurring payment' });
    await change.getByLabel('Additional Principal Amount').fill('10');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(change.getByRole('alert')).toHaveText('Open the new agreement, then save.');
    await expectNoAxeViolations(page);
    const opened = page.waitForEvent('popup');
    await change.getByRole('button', { name: 'Preview the agreement' }).click();
    const agreement = await opened;
    await expect(agreement.getByRole('definition').filter({ hasText: /^\$10\.00$/ })).toHaveCount(1);
    await agreement.close();
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(change).toBeHidden();
    await page.goto(`${ownApp.url}/#/myaccount/documents`);
    await expect(page.getByText('Replaced by a later agreement')).toHaveCount(1);
  });

  test("that can't be previewed says why, and can be tried again", async ({ page, ownApp }) => {
    await openPayment(page, ownApp, 'margaret.okafor', autoLoan);
    await continueTo(page, 'Payment Frequency');
    await chooseFrequency(page, 'Recurring On Due Date');
    await continueTo(page, 'Payment amount');
    await page.getByLabel('Additional Principal Amount').fill('25');
    await page.route('**/api/PaymentPreview', (route) => route.abort());
    await continueTo(page, 'Review and submit');
    const review = openStep(page);
    await expect(review.getByRole('alert')).toContainText('Connection error, try again later');
    await expect(review.getByRole('button', { name: 'Submit' })).toBeDisabled();
    await page.unroute('**/api/PaymentPreview');
    await review.getByRole('button', { name: 'Try again' }).click();
    await expect(review.getByText('Additional Principal Amount')).toBeVisible();
    await expectNoAxeViolations(page);
    await review.getByRole('button', { name: 'Submit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Agreement' });
    await expect(dialog).toContainText('each time, starting');
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await confirmAgreement(page)).toContain('$25.00');
    expect(await readConfirmation(page)).toMatchObject({ 'Additional Principal Amount': '$25.00' });
  });
});

test.describe('a customer who never accepted the terms for bank payments', { tag: '@desktop' }, () => {
  for (const [who, account, owner] of [
    ['li.wei', '', 'Li Wei'],
    ['acme.supply', '102-004100-9', 'Acme Supply'],
  ] as const) {
    test(`reads them before paying from an unsaved bank account: ${who}`, async ({ page, ownApp }) => {
      await openPayment(page, ownApp, who, account);
      await chooseType(page, 'E-Check');
      await fillBankAccount(page, { number: '5566778899', owner });
      await takeMethod(page);
      await continueToReview(page, '25');
      const submitButton = openStep(page).getByRole('button', { name: 'Submit' });
      await submitButton.click();
      const terms = page.getByRole('dialog', { name: 'Bank payment terms' });
      await expect(terms.getByRole('link', { name: 'Bank Payment Terms' })).toBeVisible();
      await expectNoAxeViolations(page);
      await terms.getByRole('button', { name: 'Disagree' }).click();
      await expect(openStep(page).getByRole('alert')).toHaveText(
        'In order to use the system you must agree to the terms and conditions.',
      );

      await page.route('**/api/AgreementLogging/GetAgreementLogs', (route) => route.abort());
      await submitButton.click();
      await expect(openStep(page).getByRole('alert')).toHaveText(
        "We couldn't load the terms for bank payments. Nothing was charged. Try again.",
      );
      await page.unroute('**/api/AgreementLogging/GetAgreementLogs');
      await submitWithTerms(page);
      expect(await readConfirmation(page)).toMatchObject({ 'Account to Pay From': 'Checking ending in 8899' });

      // The next draft asks for no terms.
      await visitPayment(page, ownApp, account);
      await chooseType(page, 'E-Check');
      await fillBankAccount(page, { number: '5566778899', owner });
      await takeMethod(page);
      await continueToReview(page, '26');
      await submit(page);
      await readConfirmation(page);
    });
  }

  test('reads them before a scheduled and before a recurring one', async ({ page, ownApp }) => {
    await openPayment(page, ownApp, 'li.wei');
    await chooseType(page, 'E-Check');
    await fillBankAccount(page, { number: '5566778899', owner: 'Li Wei' });
    await takeMethod(page);
    await continueTo(page, 'Payment Frequency');
    await chooseFrequency(page, 'Recurring On Due Date');
    await continueTo(page, 'Review and submit');
    await openStep(page).getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('dialog', { name: 'Bank payment terms' })).toBeVisible();
    await page.getByRole('button', { name: 'Disagree' }).click();
    await change(page, 'Payment Frequency');
    await chooseFrequency(page, 'Pay Once');
    await page.getByRole('radio', { name: 'Pay Later' }).check();
    await page.getByRole('button', { name: 'Monday, November 23, 2026' }).click();
    await continueTo(page, 'Review and submit');
    await submitWithTerms(page);
    expect(await readConfirmation(page)).toMatchObject({ 'Account to Pay From': 'Checking ending in 8899' });
  });

  test('is told to reload a page that is older than the terms', async ({ page, ownApp }) => {
    await openPayment(page, ownApp, 'li.wei');
    await chooseType(page, 'E-Check');
    await fillBankAccount(page, { number: '5566778899', owner: 'Li Wei' });
    await takeMethod(page);
    await continueToReview(page, '25');
    // As for a page whose list of agreements is out of date.
    await page.route('**/api/PaymentImmediate/SubmitAch', (route) =>
      route.fulfill({ json: { HasNoErrors: false, Errors: [{ ErrorMessage: 'AchTerms' }] } }),
    );
    await submitWithTerms(page);
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Reload this page');
  });
});

test.describe('where terms must be opened and nothing may be deleted', { tag: '@desktop' }, () => {
  test.use({
    environment: async ({}, provide) => {
      const folder = await writeInstitution({
        'paymentOptions.allowScheduledDeletion': false,
        'paymentOptions.allowRecurringDeletion': false,
        'agreementOptions.requireAgreementClickOption': true,
        'agreementOptions.useRichTextAgreementsOption': true,
      });
      const terms = [
        { setup: '/institution/terms-of-use.html|2026-01-01|Bank Account Terms|2', richText: '' },
        { setup: '/institution/e-sign-consent.html|2026-01-01|Returned Items|2', richText: '<p>Thirty dollars.</p>' },
      ];
      await writeFile(join(folder, 'agreements.json'), JSON.stringify(terms));
      await provide({ PASSBOOK_INSTITUTION: folder });
      await removeFolder(folder);
    },
  });

  test('a bank account is saved after each of its terms was opened', async ({ page, ownApp }) => {
    await openPayment(page, ownApp, 'li.wei');
    await chooseType(page, 'E-Check');
    await fillBankAccount(page, { number: '7788990011', owner: 'Li Wei' });
    await paymentDetails(page).getByLabel('Save Payment Profile').check();
    await paymentDetails(page).getByRole('button', { name: 'Continue' }).click();
    const terms = page.getByRole('dialog', { name: 'Bank payment terms' });
    await terms.getByRole('button', { name: 'Disagree' }).click();
    await expect(paymentDetails(page).getByRole('alert')).toHaveText(
      'In order to use the system you must agree to the terms and conditions.',
    );

    await paymentDetails(page).getByRole('button', { name: 'Continue' }).click();
    const agree = terms.getByRole('button', { name: 'Agree', exact: true });
    await expect(agree).toBeDisabled();
    const opened = page.waitForEvent('popup');
    await terms.getByRole('link', { name: 'Bank Account Terms' }).click();
    await (await opened).close();
    await expect(agree).toBeDisabled();
    await terms.getByRole('button', { name: 'Returned Items' }).click();
    const words = page.getByRole('dialog', { name: 'Returned Items' });
    await expect(words).toContainText('Thirty dollars.');
    await words.getByRole('button', { name: 'I Accept' }).click();
    await expect(terms.getByText('Read', { exact: true })).toHaveCount(2);
    await expectNoAxeViolations(page);
    await page.route('**/api/AgreementLogging', (route) => route.abort());
    await agree.click();
    await expect(terms.getByRole('alert')).toHaveText('An error occurred, please try again.');
    await page.unroute('**/api/AgreementLogging');
    await agree.click();
    await expect(paymentDetails(page)).toBeHidden();
    await expect(page.getByLabel('Saved payment method').locator('option:checked')).toHaveText(
      'Checking ending in 0011',
    );

    // The second one asks for no terms.
    await page.getByRole('button', { name: 'Add payment method' }).click();
    await fillBankAccount(page, { number: '7788990022', owner: 'Li Wei' });
    await paymentDetails(page).getByLabel('Save Payment Profile').check();
    await takeMethod(page);

    await visitPayment(page, ownApp);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
    await openPayment(page, ownApp, 'margaret.okafor', '102-000318-8');
    await expect(page.getByRole('region', { name: 'Scheduled payments' })).toContainText(
      'Cannot delete scheduled payment.',
    );
    await expect(page.getByRole('button', { name: /^Delete the payment/ })).toBeHidden();
  });
});
