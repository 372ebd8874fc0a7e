import type { Page } from 'playwright/test';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';
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
  summaryLine,
  takeMethod,
  visitPayment,
  agreeToBankTerms,
} from '#tests/support/payment-journey.ts';

const beingConfirmed = "We're still confirming a payment on this account. Wait until it posts before you pay again.";

test.describe('a declined card', { tag: '@desktop' }, () => {
  for (const [number, message] of [
    ['4000000000000002', 'Transaction Declined'],
    ['4000000000009995', 'Card limit exceeded'],
    ['4000000000000127', 'Invalid information entered'],
    ['4000000000000069', 'Card is expired'],
  ] as const) {
    test(`with ${message} is not charged again before a change`, async ({ page, payingApp }) => {
      await openPayment(page, payingApp, 'sam.rivera', '101-006106-4');
      await chooseType(page, 'Card');
      await page.getByRole('button', { name: 'Add payment method' }).click();
      await fillCard(page, { number });
      await takeMethod(page);
      await continueToReview(page, '5');
      await submit(page);
      const alert = openStep(page).getByRole('alert');
      await expect(alert).toContainText(message);
      const submitButton = openStep(page).getByRole('button', { name: 'Submit' });
      await expect(submitButton).toBeDisabled();

      const change = page
        .getByRole('listitem')
        .filter({ hasText: '$5.00' })
        .getByRole('button', { name: 'Change', exact: true });
      await change.click();
      await continueTo(page, 'Review and submit');
      await expect(submitButton).toBeDisabled();
      await change.click();
      await enterAmount(page, '6');
      await continueTo(page, 'Review and submit');
      await expect(alert).toBeHidden();
      await expect(submitButton).toBeEnabled();
    });
  }
});

test.describe('a payment with an unknown outcome', { tag: '@desktop' }, () => {
  test('at the processor is not sent again and blocks its loan until it is settled', async ({ page, payingApp }) => {
    await openPayment(page, payingApp, 'acme.supply', '102-004101-7');
    await chooseType(page, 'Card');
    await fillCard(page, { number: '4000000000000119' });
    await takeMethod(page);
    await continueToReview(page, '7');
    await submit(page);
    await expect(page.getByText('Submitting your payment…')).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'No' })).toBeDisabled();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByText('Checking whether your payment went through…')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Close and keep checking' }).click({ timeout: 30_000 });
    await expect(page.getByText("We're confirming your payment.")).toBeVisible();
    await expect(page.getByText(/If you call us, give this number: \w{4}-\w{4}-\w{4}\./)).toBeVisible();

    await page
      .getByRole('listitem')
      .filter({ hasText: '$7.00' })
      .getByRole('button', { name: 'Change', exact: true })
      .click();
    await enterAmount(page, '8');
    await continueTo(page, 'Review and submit');
    await expect(openStep(page).getByRole('button', { name: 'Submit' })).toBeDisabled();
    await expect(page.getByText("We're confirming your payment.")).toBeVisible();
    await expect(page.getByText(beingConfirmed), 'is said once').toBeHidden();

    await page.reload();
    await expect(page.getByText(beingConfirmed)).toBeVisible();
    await expect(page.getByText("We're confirming your payment.")).toBeVisible();
  });

  test('shows nothing of earlier attempts, and its notice goes with the next one', async ({ page, payingApp }) => {
    await openPayment(page, payingApp, 'margaret.okafor', '101-004417-2');
    await continueToReview(page, '9.40');
    const refused = { HasNoErrors: false, Errors: [{ ErrorMessage: 'Connection' }] };
    await page.route('**/api/PaymentImmediate/*', (route) => route.fulfill({ json: refused }), { times: 1 });
    await submit(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toContainText('Connection error, try again later');
    await expect(dialog.getByRole('alert')).toContainText('Nothing was charged.');
    await dialog.getByRole('button', { name: 'No' }).click();

    const outcome = { HasNoErrors: true, Errors: [], RefusalCode: null, Confirmation: null };
    const underWay = { ...outcome, Outcome: 'InProgress', ReferenceNumber: 'AB12-CD34-EF56' };
    const notMade = { ...outcome, Outcome: 'Refused', ReferenceNumber: null, RefusalCode: 'Connection' };
    let settled = false;
    await page.route('**/api/Submission/GetOutcome*', (route) => route.fulfill({ json: settled ? notMade : underWay }));
    await page.route('**/api/PaymentImmediate/*', (route) => route.abort(), { times: 1 });
    await submit(page);
    await page.getByRole('button', { name: 'Close and keep checking' }).click({ timeout: 30_000 });
    const notice = page.getByText("We're confirming your payment.");
    await expect(notice).toBeVisible();
    await expect(page.getByText('AB12-CD34-EF56')).toBeVisible();
    await expect(page.getByText('Connection error')).toBeHidden();
    await expectNoAxeViolations(page);

    settled = true;
    const wasntMade = page.getByText("Your payment wasn't made, and nothing was charged.");
    await expect(wasntMade).toBeVisible({ timeout: 60_000 });
    await page.unroute('**/api/Submission/GetOutcome*');
    await submit(page);
    await readConfirmation(page);
    await expect(wasntMade).toBeHidden();
  });

  test('found charged without being applied keeps its notice at the next one', async ({ page, payingApp }) => {
    await openPayment(page, payingApp, 'margaret.okafor', '101-004417-2');
    await continueToReview(page, '9.70');
    const json = { HasNoErrors: true, Errors: [], Confirmation: null, ReferenceNumber: null };
    const underWay = { ...json, Outcome: 'InProgress', RefusalCode: null };
    const unapplied = { ...json, Outcome: 'Refused', RefusalCode: 'Unapplied' };
    let settled = false;
    await page.route('**/api/Submission/GetOutcome*', (route) =>
      route.fulfill({ json: settled ? unapplied : underWay }),
    );
    await page.route('**/api/PaymentImmediate/*', (route) => route.abort(), { times: 1 });
    await submit(page);
    await page.getByRole('button', { name: 'Close and keep checking' }).click({ timeout: 30_000 });
    settled = true;
    const charged = page.getByText("We charged your card, but couldn't apply the payment to your loan yet.");
    await expect(charged).toBeVisible({ timeout: 60_000 });
    await page.unroute('**/api/Submission/GetOutcome*');
    await submit(page);
    await readConfirmation(page);
    await expect(charged).toBeVisible();
  });

  for (const [name, reaches] of [
    ['never arrived is sent again under the same key', false],
    ['was answered into a broken connection is asked for', true],
  ] as const) {
    test(`because it ${name} ends at the confirmation`, async ({ page, payingApp }) => {
      await openPayment(page, payingApp, 'margaret.okafor', '101-004417-2');
      await continueToReview(page, '9');
      const keys = await breakFirstAnswer(page, reaches);
      await submit(page);
      const { 'Confirmation Number': number = '' } = await readConfirmation(page);
      expect(keys).toHaveLength(reaches ? 1 : 2);
      expect(new Set(keys).size).toBe(1);

      await page.reload();
      await expect(page.getByRole('heading', { name: 'Payment receipt' })).toBeVisible();
      await expect(page.getByText(number)).toBeVisible();
      await expect(page.locator('main')).toContainText('Margaret Okafor');
      await expectNoAxeViolations(page);
    });
  }

  test('because of a reload or a closed page is reported by the next one', async ({ page, payingApp }) => {
    await openPayment(page, payingApp, 'margaret.okafor', '101-004417-2');
    await continueToReview(page, '9.10');
    await loseAnswers(page);
    await submit(page);
    await expect(page.getByText('Submitting your payment…')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Payment receipt' })).toBeVisible();
    await expect(page.getByText('$9.10')).toBeVisible();

    await page.goBack();
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
    await expect(page.getByText('$9.10')).toHaveCount(0);

    await visitPayment(page, payingApp, '101-004417-2');
    await continueToReview(page, '9.20');
    await loseAnswers(page);
    await submit(page);
    await expect(page.getByText('Submitting your payment…')).toBeVisible();
    const next = await page.context().newPage();
    await page.close();
    await signIn(next, payingApp, 'margaret.okafor');
    await expect(next.getByText('Your payment went through.')).toBeVisible();
    await next.getByRole('link', { name: 'View receipt' }).click();
    await expect(next.getByText('$9.20')).toBeVisible();
    await next.reload();
    await expect(next.getByText('$9.20')).toBeVisible();
    await expect(next.getByText('Your payment went through.')).toBeHidden();
  });
});

/**
 * Breaks the connection of the first submission, before or after it reaches the server. Returns the keys that were
 * sent.
 */
async function breakFirstAnswer(page: Page, reaches: boolean): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await page.route('**/api/PaymentImmediate/*', async (route) => {
    keys.push(route.request().headers()[IDEMPOTENCY_HEADER]);
    if (keys.length > 1) return route.continue();
    if (reaches) await route.fetch();
    return route.abort();
  });
  return keys;
}

/** Submissions reach the server, but their answers are lost. */
async function loseAnswers(page: Page): Promise<void> {
  await page.route('**/api/PaymentImmediate/*', async (route) => void (await route.fetch()), { times: 1 });
}

test.describe('a payment overtaken by another', { tag: '@desktop' }, () => {
  test('shows it in the dialog and asks for a valid amount', async ({ page, payingApp, browser }) => {
    const payByCheck = async (on: Page) => {
      await openPayment(on, payingApp, 'dee.blocked', '106-000110-5');
      await chooseType(on, 'E-Check');
      await fillBankAccount(on, { number: '660044771', owner: 'Dee Blocked' });
      await takeMethod(on);
    };
    await payByCheck(page);
    await continueTo(page, 'Payment Frequency');
    await continueTo(page, 'Payment amount');
    await enterAmount(page, '999999');
    await page.getByRole('button', { name: 'Continue' }).click();
    const [, maximum = ''] = /and (\S+)$/.exec(await openStep(page).getByText('must be between').innerText()) ?? [];
    await enterAmount(page, maximum);
    await continueTo(page, 'Review and submit');
    await openStep(page).getByRole('button', { name: 'Submit' }).click();
    await agreeToBankTerms(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Submit' })).toBeEnabled();

    const elsewhere = await browser.newContext();
    const otherPage = await elsewhere.newPage();
    await payByCheck(otherPage);
    await continueToReview(otherPage, '20');
    await submit(otherPage);
    await readConfirmation(otherPage);
    await elsewhere.close();

    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/PaymentImmediate/')) keys.push(request.headers()[IDEMPOTENCY_HEADER]);
    });
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => keys.length).toBe(1);
    // The preview is refreshed, and an invalid payment can't be submitted.
    await expect(dialog.getByRole('alert')).toContainText('Amount is over the maximum. Enter less.');
    await expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'No' }).click();
    await expect(openStep(page).getByRole('heading', { name: 'Payment amount' })).toBeVisible();
    await expect(page.getByLabel('Enter Amount')).toHaveAccessibleDescription(/must be between/);
    await page.getByLabel('Enter Amount').fill('21');
    await continueTo(page, 'Review and submit');
    await submit(page);
    await readConfirmation(page);
    // After a definite refusal, the next attempt has a new key.
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test.describe('maintenance that begins at the review', { tag: '@desktop' }, () => {
  test('takes no money and keeps the entries until the portal is open again', async ({ page, payingApp }) => {
    await openPayment(page, payingApp, 'margaret.okafor', '101-004417-2');
    await continueToReview(page, '9.30');
    await openStep(page).getByRole('button', { name: 'Submit' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Submit' })).toBeEnabled();
    await payingApp.operate('maintenance', 'on', '--by', 'Kim');
    try {
      await dialog.getByRole('button', { name: 'Submit' }).click();
      await expect(dialog.getByRole('alert').first()).toContainText('system maintenance');
      await dialog.getByRole('button', { name: 'No' }).click();
      await expect(dialog).toBeHidden();
      await expect(openStep(page).getByRole('alert').first()).toContainText('Please try your payment again');
      await expect(page.getByRole('complementary', { name: 'Payment summary' })).not.toContainText('$');
    } finally {
      await payingApp.operate('maintenance', 'off', '--by', 'Kim');
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(openStep(page).locator('dl > div', { hasText: 'Amount' })).toContainText('$9.30');
    await submit(page);
    expect(await readConfirmation(page)).toMatchObject({ Amount: '$9.30' });
  });
});

test.describe('a loan that cannot be paid', { tag: '@desktop' }, () => {
  test('says why, and a blocked method says so', async ({ page, app }) => {
    await openPayment(page, app, 'dee.blocked', '106-000102-8');
    await expect(page.getByRole('alert')).toHaveText(
      'Payment has been blocked for this account. Please contact your financial institution for further assistance.',
    );
    const accounts = page.getByLabel('Select Loan Account');
    await accounts.selectOption('106-000048-1');
    await page.getByRole('button', { name: 'Continue' }).click();
    // Only cards are left, and none is saved.
    await expect(paymentDetails(page).getByLabel('Card Number')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('radio', { name: 'E-Check' })).toBeDisabled();
    await expect(openStep(page)).toContainText(
      'ACH payment not allowed on this loan at this time. Please make a card payment or contact your institution.',
    );

    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(accounts.locator('option', { hasText: '106-000102-8' })).toHaveCount(0);
    await accounts.selectOption('106-000312-3');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(paymentDetails(page).getByLabel('Routing Number')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('radio', { name: /^Card/ })).toBeDisabled();
  });

  test('because nothing is owed says so', async ({ page, app }) => {
    await openPayment(page, app, 'margaret.okafor', '103-000711-9');
    await expect(page.getByRole('alert')).toHaveText('No payment needed at this time. Credit line has no balance.');
  });

  test('that belongs to another customer looks like an unknown one', async ({ page, app }) => {
    const message = 'There was a problem retrieving your account information.';
    await openPayment(page, app, 'li.wei', '101-004417-2');
    await expect(page.getByRole('alert')).toContainText(message);
    await visitPayment(page, app, '999-999999-9');
    await expect(page.getByRole('alert')).toContainText(message);
    await expect(openStep(page).getByRole('heading', { name: 'Loan account' })).toBeVisible();
  });
});

test('a fee that fails to load blocks the payment until it loads', { tag: '@desktop' }, async ({ page, app }) => {
  await page.route('**/api/PaymentInformation/GetThirdPartyFee', (route) => route.abort());
  await openPayment(page, app, 'margaret.okafor', '101-004417-2');
  await expect(openStep(page).getByRole('heading', { name: 'Payment Frequency' })).toBeVisible();
  await expect(openStep(page).getByRole('alert')).toContainText(
    'There was a problem retrieving necessary information to complete your payment.',
  );
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await page.unroute('**/api/PaymentInformation/GetThirdPartyFee');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(summaryLine(page, 'Processing Fee')).toContainText('$2.00');
  await expect(openStep(page).getByRole('heading', { name: 'Review and submit' })).toBeVisible();
});
