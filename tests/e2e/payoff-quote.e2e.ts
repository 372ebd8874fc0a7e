import type { Page } from 'playwright/test';
import { type App, expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

const AUTO = '101-004417-2';

async function openQuote(page: Page, app: App, accountNumber = AUTO) {
  await signIn(page, app, 'margaret.okafor', `loanDetails/${accountNumber}`);
  await page.getByRole('button', { name: 'Payoff quote' }).click();
  return page.getByRole('dialog', { name: 'Payoff quote' });
}

test('a payoff quote shows the amount for a day and opens its breakdown', { tag: '@both' }, async ({ page, app }) => {
  const dialog = await openQuote(page, app);
  await expectNoAxeViolations(page);
  await dialog.getByLabel('Payoff date').fill('2026-12-15');
  await dialog.getByRole('button', { name: 'Get quote' }).click();
  await expect(dialog.getByRole('status')).toContainText(/\$[\d,]+\.\d\d/);
  await expect(dialog.getByRole('status')).toContainText('Good through 12/15/2026');
  await expect(dialog.getByRole('link', { name: 'Pay off this loan today' })).toBeHidden();
  await expectNoAxeViolations(page);
  const arrives = page
    .context()
    .waitForEvent('response', (response) => response.url().includes('DownloadPayoffQuoteBreakdown'));
  await dialog.getByRole('button', { name: /^Download breakdown/ }).click();
  expect((await arrives).headers()['content-type']).toBe('application/pdf');

  const amount = /\$[\d,]+\.\d\d/.exec(await dialog.getByRole('status').innerText())?.[0] ?? '';
  await dialog.getByRole('link', { name: 'Pay off this loan on 12/15/2026' }).click();
  const review = page.locator('li[aria-current="step"]');
  await expect(review.getByRole('heading', { name: 'Review and submit' })).toBeVisible();
  await expect(review.getByText(amount).first()).toBeVisible();
});

test(
  "a quote starts on the institution's day if the browser's clock is wrong",
  { tag: '@desktop' },
  async ({ page, app }) => {
    await page.clock.setFixedTime('2027-08-01T12:00:00Z');
    const dialog = await openQuote(page, app);
    await expect(dialog.getByLabel('Payoff date')).toHaveValue('2026-11-21');
    await dialog.getByRole('button', { name: 'Get quote' }).click();
    await expect(dialog.getByRole('status')).toContainText(/\$[\d,]+\.\d\d/);
    const amount = /\$[\d,]+\.\d\d/.exec(await dialog.getByRole('status').innerText())?.[0] ?? '';
    await dialog.getByRole('link', { name: 'Pay off this loan today' }).click();
    const review = page.locator('li[aria-current="step"]');
    await expect(review.getByRole('heading', { name: 'Review and submit' })).toBeVisible();
    await expect(review.getByText(amount).first()).toBeVisible();
    await expect(review.locator('dl > div', { hasText: 'New balance' })).toContainText('$0.00');
  },
);

test('a quote prints alone, with institution, customer and time', { tag: '@desktop' }, async ({ page, app }) => {
  const dialog = await openQuote(page, app);
  await dialog.getByRole('button', { name: 'Get quote' }).click();
  await expect(dialog.getByRole('button', { name: 'Print' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/Margaret Okafor Printed \d.* E[SD]T$/)).toBeVisible();
  await expect(dialog.getByText(`Auto loan ${AUTO}`)).toBeVisible();
  await expect(dialog.getByLabel('Payoff date')).toBeHidden();
  await expect(dialog.getByText('Good through 11/21/2026')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Account history', includeHidden: true })).toBeHidden();
  await page.emulateMedia({ media: null });
  const pdf = await page.pdf({ format: 'Letter' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('a quote is requested once per date', { tag: '@desktop' }, async ({ page, app }) => {
  const dialog = await openQuote(page, app);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('GetPayOffQuote'))
      asked.push(new URL(request.url()).searchParams.get('PayOffDate') ?? '');
  });
  for (const date of ['2026-12-15', '2026-12-16', '2026-12-15']) {
    await dialog.getByLabel('Payoff date').fill(date);
    await dialog.getByRole('button', { name: 'Get quote' }).click();
    const [year, month, day] = date.split('-');
    await expect(dialog.getByRole('status')).toContainText(`Good through ${month}/${day}/${year}`);
  }
  expect(asked).toEqual(['2026-12-15', '2026-12-16']);
});

test('a past or missing day is refused before any request', { tag: '@desktop' }, async ({ page, app }) => {
  const dialog = await openQuote(page, app);
  for (const date of ['2020-01-01', '']) {
    await dialog.getByLabel('Payoff date').fill(date);
    await expect(dialog.getByText('Error Choosing Date. Please Choose a future date')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Get quote' })).toBeDisabled();
  }
  await expectNoAxeViolations(page);
});

test('a quote or breakdown that fails to load shows an error', { tag: '@desktop' }, async ({ page, app }) => {
  const dialog = await openQuote(page, app);
  await page.route('**/api/PaymentInformation/GetPayOffQuote?*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Get quote' }).click();
  await expect(dialog.getByText('An error occurred when attempting to submit a payoff quote request.')).toBeVisible();
  await page.unroute('**/api/PaymentInformation/GetPayOffQuote?*');
  await page.route('**/api/PaymentInformation/RetrieveDownloadToken', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Get quote' }).click();
  await dialog.getByRole('button', { name: /^Download breakdown/ }).click();
  await expect(dialog.getByText("We couldn't prepare the breakdown. Try again.")).toBeVisible();
});

test('the quote opens, updates and closes by keyboard', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  await page.goto(`${app.url}/#/myaccount/loanDetails/${AUTO}`);
  const opener = page.getByRole('button', { name: 'Payoff quote' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Payoff quote' });
  await dialog.getByLabel('Payoff date').focus();
  await page.keyboard.type('12182026');
  await expect(dialog.getByLabel('Payoff date')).toHaveValue('2026-12-18');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText('Good through 12/18/2026');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a closed loan offers no quote', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  await page.goto(`${app.url}/#/myaccount/loanDetails/101-001902-4`);
  await expect(page.getByRole('heading', { name: 'Account history' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Payoff quote' })).toBeHidden();
});
