import type { Locator, Page } from 'playwright/test';
import { removeFolder } from '#tests/support/demonstration-folder.ts';
import { demonstrationPassword, expect, expectNoAxeViolations, expectNoEmptyBoxes, test } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import {
  chooseType,
  continueTo,
  continueToReview,
  enterAmount,
  fillBankAccount,
  fillCard,
  openPayment,
  openStep,
  paymentDetails,
  readConfirmation,
  submit,
  takeMethod,
  visitPayment,
} from '#tests/support/payment-journey.ts';

test.describe('every step is accessible and fits the screen', { tag: '@both' }, () => {
  test('at the choice of loan', async ({ page, app }) => {
    await openPayment(page, app, 'margaret.okafor');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Select Loan Account')).toHaveAccessibleDescription('Choose an account');
    await expectGood(page);
    await visitPayment(page, app, '103-000711-9');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectGood(page);
    // A deposit can't be paid, and no loan is preselected in its place.
    await visitPayment(page, app, '104-002210-3');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('Select Loan Account')).toHaveValue('');
  });

  test('at the choice of method', async ({ page, app }) => {
    await openPayment(page, app, 'margaret.okafor', '101-004417-2');
    await chooseType(page, 'Card');
    await page.getByLabel('Saved payment method').selectOption({ label: 'Visa ending in 4242' });
    await page.getByRole('button', { name: 'Delete Visa ending in 4242' }).click();
    await expectGood(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add payment method' }).click();
    const dialog = paymentDetails(page);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expectGood(page);
    await fillCard(page, { number: '4000000000000002', expiration: '' });
    for (const [wrong, typed] of [
      ['Expiration (MM/YY)', '12/30'],
      ['First Name', 'Margaret'],
    ] as const) {
      await dialog.getByLabel(wrong).fill('');
      await dialog.getByLabel('Zip Code').focus();
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(dialog.getByLabel(wrong)).toBeFocused();
      await expectUncovered(dialog.getByText(wrong, { exact: true }));
      for (const name of ['Cancel', 'Continue']) await expectUncovered(dialog.getByRole('button', { name }));
      await dialog.getByLabel(wrong).fill(typed);
    }
    await takeMethod(page);
    await expectGood(page);
  });

  test('while entering a bank account', async ({ page, app }) => {
    await openPayment(page, app, 'li.wei');
    await chooseType(page, 'E-Check');
    await fillBankAccount(page, { number: '4040404040' });
    await paymentDetails(page).getByRole('button', { name: 'Continue' }).click();
    await expect(paymentDetails(page).getByRole('alert')).toBeVisible();
    await expect(paymentDetails(page)).toContainText('Harbor Community Bank');
    await expectGood(page);
  });

  test('from the frequency to the question before submitting', async ({ page, app }) => {
    await openPayment(page, app, 'margaret.okafor', '101-007730-5');
    await chooseType(page, 'E-Check');
    await page.getByLabel('Saved payment method').selectOption({ label: 'Checking ending in 6789' });
    await continueTo(page, 'Payment Frequency');
    await expectGood(page);
    await continueTo(page, 'Payment amount');
    await enterAmount(page, '0');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectGood(page);
    await enterAmount(page, '11');
    await continueTo(page, 'Review and submit');
    await openStep(page).getByRole('button', { name: 'Submit' }).click();
    await expectGood(page);
  });

  test('after a refusal and on the confirmation', async ({ page, payingApp }) => {
    await openPayment(page, payingApp, 'margaret.okafor', '101-007730-5');
    await chooseType(page, 'Card');
    await page.getByRole('button', { name: 'Add payment method' }).click();
    await fillCard(page, { number: '4000000000000002' });
    await takeMethod(page);
    await continueToReview(page, '11');
    await submit(page);
    await expect(openStep(page).getByRole('alert')).toContainText('Transaction Declined');
    await expectGood(page);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Visa ending in 0002' })
      .getByRole('button', { name: 'Change', exact: true })
      .click();
    await page.getByLabel('Saved payment method').selectOption({ label: 'Visa ending in 4242' });
    await continueToReview(page, '11');
    await submit(page);
    await readConfirmation(page);
    await expectGood(page);
  });
});

test(
  'a confirmation prints as a one-page receipt, which a reload also opens',
  { tag: '@desktop' },
  async ({ page, payingApp }) => {
    await openPayment(page, payingApp, 'margaret.okafor', '101-004417-2');
    await continueToReview(page, '13');
    await submit(page);
    await readConfirmation(page);
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();

    const pdf = await page.pdf({ format: 'Letter' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeHidden();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByText('Confirmation Number')).toBeVisible();
    await expect(page.locator('main').getByText('Margaret Okafor').last()).toBeVisible();
    for (const printed of ['First Harbor Lending', '(555) 010-4477', 'Submitted']) {
      await expect(page.locator('main').getByText(printed).filter({ visible: true })).toHaveCount(1);
    }
    await page.emulateMedia({ media: 'screen' });

    await page.reload();
    await expect(page).toHaveURL(/#\/myaccount\/receipt\//);
    await expect(page.getByRole('link', { name: '(555) 010-4477' })).toBeVisible();
    const opened = page.context().waitForEvent('response', (response) => response.url().includes('/ViewReceipt'));
    await page.getByRole('button', { name: 'Open PDF' }).click();
    expect((await opened).headers()['content-type']).toBe('application/pdf');
    await expectGood(page);
  },
);

test.describe('in the mobile app', { tag: '@phone' }, () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 16) LenderMobileApp/3.1' });

  test('printing is not offered', async ({ page, payingApp }) => {
    await openPayment(page, payingApp, 'margaret.okafor', '101-004417-2');
    await continueToReview(page, '14');
    await submit(page);
    await readConfirmation(page);
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  });
});

test.describe('where cards are paid at a third party', { tag: '@desktop' }, () => {
  const range = {
    'paymentOptions.useThirdPartyCardPayments': true,
    'paymentOptions.thirdPartyPaymentsMinBranchNumber': 101,
    'paymentOptions.thirdPartyPaymentsMaxBranchNumber': 101,
    'paymentOptions.cardFeeInfoText': '<p>Cards cost us <b>more</b>.</p>',
    'paymentOptions.cardErrorMessage': 'Call the number on the back of your card.',
  };
  test.use({
    environment: async ({}, provide) => {
      const folder = await writeInstitution({
        ...range,
        'paymentOptions.thirdPartyCardLink': 'https://cards.example/pay',
      });
      await provide({ PASSBOOK_INSTITUTION: folder });
      await removeFolder(folder);
    },
  });

  test('the link leads there, and other branches take cards here', async ({ page, ownApp }) => {
    await openPayment(page, ownApp, 'margaret.okafor', '101-004417-2');
    await chooseType(page, 'Card');
    const link = page.getByRole('link', { name: 'Make Payment (opens in a new tab)' });
    await expect(link).toHaveAttribute('href', 'https://cards.example/pay');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Add payment method' })).toBeHidden();
    await expectNoAxeViolations(page);

    await visitPayment(page, ownApp, '102-000318-8');
    await chooseType(page, 'Card');
    await page.getByRole('button', { name: 'Add payment method' }).click();
    await fillCard(page, { number: '4000000000000002' });
    await takeMethod(page);
    await continueToReview(page);
    await expect(openStep(page)).toContainText('Cards cost us more.');
    await submit(page);
    await expect(openStep(page).getByRole('alert')).toContainText('Call the number on the back of your card.');
  });
});

test.describe('where everything optional is hidden', { tag: '@desktop' }, () => {
  test.use({ environment: { PASSBOOK_INSTITUTION: 'institutions/harbor-bare' } });

  test('a payment can still be made, and every control has a name', async ({ page, ownApp }) => {
    await page.goto(ownApp.url);
    await page.getByRole('textbox', { name: 'Username' }).fill('margaret.okafor');
    await page.getByRole('textbox', { name: 'Password' }).fill(demonstrationPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/dashboard$/);
    await putNoticeAway(page);
    await page.goto(`${ownApp.url}/#/myaccount/payment/101-004417-2`);
    await page.getByRole('button', { name: 'Change' }).nth(2).click();
    await page.getByRole('combobox', { name: 'Frequency' }).selectOption('OneTime');
    await page.getByRole('button', { name: 'Continue' }).click();
    // The amount step is hidden: the amount due is paid.
    await expectNoAxeViolations(page);
    await submit(page);
    await expect(page).toHaveURL(/paymentConfirm$/);
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('$');
    await expectNoEmptyBoxes(page);
    await expectNoAxeViolations(page);
  });
});

test.describe('where every text is reworded', { tag: '@desktop' }, () => {
  test.use({ environment: { PASSBOOK_INSTITUTION: 'institutions/harbor-odd' } });

  test('no default wording is left', async ({ page, ownApp }) => {
    await page.goto(ownApp.url);
    await page.getByLabel('USERNAME').fill('margaret.okafor');
    await page.getByLabel('PASSWORD', { exact: true }).fill(demonstrationPassword);
    await page.getByRole('button', { name: 'SIGN IN', exact: true }).click();
    await expect(page).toHaveURL(/dashboard$/);
    await putNoticeAway(page);
    await page.goto(`${ownApp.url}/#/myaccount/payment/101-004417-2`);
    await changeInCapitals(page, 'PAYMENT TYPE');
    await page.getByRole('radio', { name: 'CARD', exact: true }).check();
    await page.getByRole('button', { name: 'ADD PAYMENT METHOD' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'CONTINUE' }).click();
    await expectOnlyOddWords(page);
    await page.getByRole('dialog').getByRole('button', { name: 'CANCEL' }).click();
    await page.getByRole('radio', { name: 'E-CHECK' }).check();
    await expectOnlyOddWords(page);
    await page.getByRole('button', { name: 'CONTINUE' }).click();
    for (const next of ['PAYMENT FREQUENCY', 'PAYMENT AMOUNT']) {
      await changeInCapitals(page, next);
      await expectOnlyOddWords(page);
      await page.getByRole('button', { name: 'CONTINUE' }).click();
    }
    await expect(openStep(page).getByRole('heading', { name: 'REVIEW AND SUBMIT' })).toBeVisible();
    await expectOnlyOddWords(page);
    await openStep(page).getByRole('button', { name: 'SUBMIT' }).click();
    await expectOnlyOddWords(page);
    await page.getByRole('dialog').getByRole('button', { name: 'SUBMIT' }).click();
    await expect(page).toHaveURL(/paymentConfirm$/);
    await expectOnlyOddWords(page);
  });
});

/** Closes the notice of a new application, whatever its wording. */
async function putNoticeAway(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function changeInCapitals(page: Page, heading: string): Promise<void> {
  const step = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: heading }) });
  await step.getByRole('button', { name: 'CHANGE', exact: true }).click();
  await expect(openStep(page).getByRole('heading', { name: heading })).toBeVisible();
}

/** All wording of harbor-odd is in capitals, except names of customers and banks. */
async function expectOnlyOddWords(page: Page): Promise<void> {
  const text = await page.getByRole('main').innerText();
  const own = text.replaceAll(/Auto loan|Harbor Community Bank/g, '').match(/\p{Ll}{2,}/gu);
  expect(own).toBeNull();
}

/** Expects an element in the window, with nothing lying over it. */
async function expectUncovered(of: Locator): Promise<void> {
  const { x, y, width, height } = (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const onTop = `document.elementFromPoint(${x + width / 2}, ${y + height / 2})?.textContent ?? null`;
  expect(await of.page().evaluate(onTop)).toBe(await of.textContent());
}

/** Accessible in light and dark, without horizontal scrolling down to 320 pixels. */
async function expectGood(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  const size = page.viewportSize();
  if (!size || size.width > 400) return;
  for (const width of [320, size.width]) {
    await page.setViewportSize({ width, height: size.height });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
}
