import { demonstrationPassword, expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

test('applications show their progress and open in full', { tag: '@both' }, async ({ page, app }) => {
  let asked = 0;
  await page.route('**/api/Application?*', async (route) => {
    asked += 1;
    await route.continue();
  });
  await signIn(page, app, 'margaret.okafor');
  const list = page.getByRole('region', { name: 'Applications' });
  await expect(list).toContainText('Approved');
  await expect(list).toContainText('$10,500.00');
  await list.getByRole('link', { name: 'A-501877' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/#\/myaccount\/applicationdetails\/A-501877$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Application details' })).toBeFocused();
  const details = page.getByRole('main');
  await expect(details).toContainText('Margaret Okafor');
  await expect(details).toContainText('November 18, 2026');
  await expect(details).toContainText('Friday, November 27, 2026');
  expect(asked, 'the row passes its application along').toBe(0);
  await expectNoAxeViolations(page);
});

test(
  "an application opened by its address is loaded; another customer's is not found",
  { tag: '@desktop' },
  async ({ page, app }) => {
    await signIn(page, app, 'margaret.okafor');
    await page.goto(`${app.url}/#/myaccount/applicationdetails/A-502114`);
    await expect(page.getByRole('main')).toContainText('Waiting for you');
    await expect(page.getByRole('main')).toContainText('None');
    await page.goto(`${app.url}/#/myaccount/applicationdetails/A-000000`);
    await expect(page.getByRole('alert')).toContainText("We couldn't load this application.");
  },
);

test('a customer without applications sees an empty list', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  const list = page.getByRole('region', { name: 'Applications' });
  await expect(list.getByText(/^No applications found\.$/i).filter({ visible: true })).toHaveCount(1);
});

test('a list of applications that fails to load can be tried again', { tag: '@desktop' }, async ({ page, app }) => {
  await page.route('**/api/Application/GetList*', (route) => route.abort());
  await signIn(page, app, 'margaret.okafor');
  const list = page.getByRole('region', { name: 'Applications' });
  await expect(list.getByRole('alert')).toContainText('Error');
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  await page.unroute('**/api/Application/GetList*');
  await list.getByRole('button', { name: 'Try again' }).click();
  await expect(list).toContainText('Approved');
});

test('the notice of a new application shows once and leads to it', { tag: '@phone' }, async ({ page, ownApp }) => {
  const logIn = async () => {
    await page.goto(ownApp.url);
    await page.getByLabel('Username').fill('margaret.okafor');
    await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
    const answer = page.waitForResponse(/GetNewApplicationNotice/);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await answer;
  };
  await logIn();
  const notice = page.getByRole('dialog', { name: 'Your application is ready' });
  await expect(notice).toContainText('A-502114');
  // Print the page, not the notice over it.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Application A-502114 is ready to continue.')).toBeHidden();
  await page.emulateMedia({ media: null });
  await expectNoAxeViolations(page);
  await notice.getByRole('link', { name: 'Continue to Application' }).click();
  await expect(page).toHaveURL(/applicationdetails\/A-502114$/);
  await expect(notice).toBeHidden();
  await page.evaluate(() => sessionStorage.clear());
  await logIn();
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  await expect(notice).toBeHidden();
});

test('a deposit shows its balance and history', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  await page.getByRole('link', { name: 'Everyday checking' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/#\/myaccount\/deposits\/depositDetails\/104-002210-3$/);
  await expect(page.getByRole('region', { name: 'Account info' })).toContainText('$45.20');
  const history = page.getByRole('region', { name: 'Account history' });
  await expect(history).toContainText('Payroll deposit');
  await history.getByLabel('Days to display').selectOption('All');
  await expect(history.getByRole('status')).toHaveText('30 transactions shown');
  await history.getByRole('button', { name: 'Show more' }).click();
  await expect(history.getByRole('status')).toHaveText('60 transactions shown');
  await expect(history.getByRole('rowheader').first()).toHaveText(/^November 2026In \$[\d,.]+ · Out \$[\d,.]+$/);
  await expect(history.getByRole('columnheader')).toHaveText(['Date', 'Time', 'Description', 'Amount', 'Balance']);
  const arrives = page
    .context()
    .waitForEvent('response', (response) => response.url().includes('DownloadAccountHistory'));
  await history.getByRole('button', { name: /^Download PDF/ }).click();
  expect((await arrives).status()).toBe(200);
  await expectNoAxeViolations(page);
});

test("an investment opens the same way; another customer's does not", { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  await page.getByRole('link', { name: 'Investment note' }).filter({ visible: true }).click();
  await expect(page.getByRole('region', { name: 'Account info' })).toContainText('5.60%');
  await page.goto(`${app.url}/#/myaccount/deposits/depositDetails/999-999999-9`);
  await expect(page.getByRole('alert')).toContainText('An error occurred trying to retrieve account information.');
});
