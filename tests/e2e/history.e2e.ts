import type { Page } from 'playwright/test';
import { type App, expect, expectNoAxeViolations, signIn, test, unfolded } from '#tests/support/e2e.ts';

const AUTO = '101-004417-2';

async function openLoan(page: Page, app: App, loginName: string, accountNumber: string): Promise<void> {
  await signIn(page, app, loginName, `loanDetails/${accountNumber}`);
  await expect(page.getByRole('heading', { name: 'Account history' })).toBeVisible();
}

function historyOf(page: Page) {
  return page.getByRole('region', { name: 'Account history' });
}

test('the last 30 days of history show first, and more on request', { tag: '@both' }, async ({ page, app }) => {
  await openLoan(page, app, 'margaret.okafor', AUTO);
  const history = historyOf(page);
  await expect(history.getByLabel('Days to display')).toHaveValue('30');
  await expect(history.getByRole('status')).toHaveText(/^(1 transaction|\d+ transactions) shown$/);
  await history.getByLabel('Days to display').selectOption('All');
  await expect(history.getByRole('status')).toHaveText('30 transactions shown');
  await history.getByRole('button', { name: 'Show more' }).click();
  await expect(history.getByRole('status')).not.toHaveText('30 transactions shown');
  await expectNoAxeViolations(page);
});

test('each column sorts across all entries, up and then down', { tag: '@desktop' }, async ({ page, app }) => {
  await openLoan(page, app, 'margaret.okafor', AUTO);
  const history = historyOf(page);
  await history.getByLabel('Days to display').selectOption('All');
  const table = history.getByRole('table', { name: 'Account history' });
  const names = [
    'Date',
    'Time',
    'Description',
    'Principal',
    'Interest',
    'Other',
    'Total Payment Amount',
    'Running Principal Balance',
  ];
  await expect(table.getByRole('columnheader')).toHaveText(names);
  for (const name of names) {
    const header = table.getByRole('columnheader', { name, exact: true });
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
  }
  // The largest balance is the first one, which isn't among the newest thirty.
  await expect(table.getByRole('row').nth(1)).toContainText('$24,000.00');
});

test('on a phone each entry is a card, with sorting above', { tag: '@phone' }, async ({ page, app }) => {
  await openLoan(page, app, 'margaret.okafor', AUTO);
  const history = historyOf(page);
  await history.getByLabel('Days to display').selectOption('All');
  const cards = history.getByRole('list', { name: 'Account history' }).getByRole('listitem');
  await expect(cards).toHaveCount(30);
  await history.getByLabel('Sort by').selectOption('Running Principal Balance');
  await history.getByRole('button', { name: 'Reverse order' }).click();
  await expect(cards.first()).toContainText('$24,000.00');
  await expectNoAxeViolations(page);
});

test('the same days open as CSV and PDF in a new tab', { tag: '@desktop' }, async ({ page, app }) => {
  await openLoan(page, app, 'margaret.okafor', AUTO);
  for (const [name, type] of [
    ['Download CSV', 'text/csv; charset=utf-8'],
    ['Download PDF', 'application/pdf'],
  ] as const) {
    const arrives = page
      .context()
      .waitForEvent('response', (response) => response.url().includes('DownloadAccountHistory'));
    await historyOf(page).getByRole('button', { name }).click();
    const response = await arrives;
    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toBe(type);
  }
});

test("a file that can't be created shows an error", { tag: '@desktop' }, async ({ page, app }) => {
  await openLoan(page, app, 'margaret.okafor', AUTO);
  await page.route('**/api/AccountHistory/RetrieveDownloadToken', (route) => route.abort());
  await historyOf(page).getByRole('button', { name: 'Download CSV' }).click();
  await expect(page.getByText("We couldn't prepare the file. Try again.")).toBeVisible();
});

test(
  'a history that fails to load shows an error and can be tried again',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await page.route('**/api/AccountHistory?*', (route) => route.abort());
    await openLoan(page, app, 'li.wei', '101-005520-1');
    const history = historyOf(page);
    await expect(history.getByText('An error occurred trying to retrieve the account history.')).toBeVisible();
    await page.unroute('**/api/AccountHistory?*');
    await history.getByRole('button', { name: 'Try again' }).click();
    await expect(history.getByRole('status')).toHaveText(/shown$/);
  },
);

test(
  'offline, a section says that it is not available and loads once online',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await openLoan(page, app, 'margaret.okafor', AUTO);
    const history = historyOf(page);
    await expect(history.getByRole('status')).toHaveText(/shown$/);
    // The browser may reuse an open connection, so requests are blocked too.
    await page.route('**/api/AccountHistory?*', (route) => route.abort());
    await page.context().setOffline(true);
    await history.getByLabel('Days to display').selectOption('90');
    await expect(history.getByText('Not available right now.')).toBeVisible();
    await expect(page.getByText(/^You're offline\./)).toBeVisible();
    await page.unroute('**/api/AccountHistory?*');
    await page.context().setOffline(false);
    await expect(history.getByRole('status')).toHaveText(/shown$/);
  },
);

test('a history that the institution blocks says so', { tag: '@desktop' }, async ({ page, app }) => {
  await openLoan(page, app, 'dee.blocked', '106-000336-4');
  const history = historyOf(page);
  await expect(history.getByText('Unable to get account history due to security reasons.')).toBeVisible();
  await expect(history.getByRole('button')).toHaveCount(0);
  const statements = await unfolded(page, 'E-statements');
  await expect(statements.getByText(/aren't available online for security reasons/)).toBeVisible();
  await expect(statements.getByLabel('Year')).toBeHidden();
  for (const name of ['Balance', 'Where your payments went']) {
    await expect(page.getByRole('region', { name, exact: true })).toBeHidden();
  }
  await expect(page.getByText('Last payment date')).toBeHidden();
  await expectNoAxeViolations(page);
});

test('days without entries say so', { tag: '@desktop' }, async ({ page, app }) => {
  await openLoan(page, app, 'margaret.okafor', '101-001902-4');
  await expect(page.getByText('No account history found.')).toBeVisible();
});

test('days are chosen and a column is sorted by keyboard', { tag: '@desktop' }, async ({ page, app }) => {
  await openLoan(page, app, 'margaret.okafor', AUTO);
  const history = historyOf(page);
  await history.getByLabel('Days to display').focus();
  await page.keyboard.press('End');
  await expect(history.getByRole('status')).toHaveText('30 transactions shown');
  await page.keyboard.press('Tab');
  await expect(history.getByRole('button', { name: /^Download CSV/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(history.getByRole('columnheader', { name: 'Date' }).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(history.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'ascending');
});

test('the printed history is a table without controls', { tag: '@desktop' }, async ({ page, app }) => {
  await openLoan(page, app, 'margaret.okafor', AUTO);
  const history = historyOf(page);
  await expect(history.getByRole('status')).toHaveText(/shown$/);
  await page.emulateMedia({ media: 'print' });
  await expect(history.getByRole('table', { name: 'Account history' })).toBeVisible();
  await expect(history.getByRole('button', { name: 'Download CSV' })).toBeHidden();
  await expect(history.getByLabel('Days to display')).toBeHidden();
  await expect(history.getByText('Days to display: 30 days')).toBeVisible();
});

test("a deposit's printed history names its months", { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor', 'deposits/depositDetails/104-002210-3');
  const history = historyOf(page);
  await expect(history.getByRole('status')).toHaveText(/shown$/);
  await page.emulateMedia({ media: 'print' });
  await expect(history.getByRole('rowheader', { name: 'November 2026' }).getByText('November 2026')).toBeVisible();
});
