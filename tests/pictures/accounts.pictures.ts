import { builtFile } from '#tests/support/built-product.ts';
import { signIn } from '#tests/support/e2e.ts';
import { expect, test } from './support/pictures.ts';
import { openAccountScreen, unfoldSections } from './support/open.ts';

const autoLoan = '101-004417-2';

test('accounts of a customer who has everything', async ({ page, app, visit }) => {
  const loan = (accountNumber: string, ready = 'Account info') =>
    openAccountScreen(page, app, `loanDetails/${accountNumber}`, ready);
  await signIn(page, app, 'margaret.okafor');
  await visit('dashboard-past-due', () => openAccountScreen(page, app, 'dashboard', 'Coming up'));
  await visit('dashboard-closed-accounts', () => page.getByRole('switch', { name: 'Show closed accounts' }).click(), {
    of: page.getByRole('region', { name: 'Loans' }),
  });
  const unfolded = { resized: () => unfoldSections(page) };
  await visit('loan-current', () => loan(autoLoan, 'paid so far'));
  await visit('loan-current-unfolded', () => Promise.resolve(), { ...unfolded, only: 390 });
  await visit(
    'loan-history',
    async () => {
      await page.getByLabel('Days to display').selectOption('All');
      await expect(page.getByText('30 transactions shown')).toBeAttached();
    },
    { of: page.getByRole('region', { name: 'Account history' }) },
  );
  await visit(
    'loan-what-if',
    async () => {
      await page.getByRole('region', { name: 'Balance' }).getByLabel('Extra amount').fill('100');
      await expect(page.getByText('with $100.00 extra per month')).toBeAttached();
    },
    { ...unfolded, of: page.getByRole('region', { name: 'Balance', exact: true }) },
  );
  await visit(
    'loan-without-past',
    async () => {
      await page.route('**/GetLoanStory*', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), Balances: [] } });
      });
      await loan(autoLoan, 'as scheduled');
      await page.unroute('**/GetLoanStory*');
    },
    { ...unfolded, of: page.getByRole('region', { name: 'Balance', exact: true }) },
  );
  const quote = page.getByRole('dialog', { name: 'Payoff quote' });
  await visit(
    'payoff-quote',
    async () => {
      await loan(autoLoan, 'paid so far');
      await page.getByRole('button', { name: 'Payoff quote' }).click();
      await quote.getByLabel('Payoff date').fill('2026-12-15');
      await quote.getByRole('button', { name: 'Get quote' }).click();
      await expect(quote.getByText('Good through 12/15/2026')).toBeVisible();
    },
    { firstView: true, of: quote },
  );
  await visit(
    'loan-menu',
    async () => {
      await loan(autoLoan, 'paid so far');
      await page.getByRole('button', { name: 'More actions' }).click();
    },
    { firstView: true },
  );
  await visit('loan-past-due', () => loan('101-007730-5', 'paid so far'));
  await visit('loan-paid-off', () => loan('101-001902-4'));
  await visit('loan-scheduled', () => loan('102-000318-8', 'paid so far'));
  await visit('line-of-credit', () => loan('103-000642-7'));
  await visit('deposit', () => openAccountScreen(page, app, 'deposits/depositDetails/104-002210-3', 'Payroll deposit'));
  await visit('certificate', () => openAccountScreen(page, app, 'deposits/depositDetails/104-005087-4', 'Certificate'));
  await visit('application', () => openAccountScreen(page, app, 'applicationdetails/A-502114', 'Waiting for you'));
  await visit('unknown-application', () =>
    openAccountScreen(page, app, 'applicationdetails/A-000000', "We couldn't load this application."),
  );
});

test('other dashboards', async ({ page, app, visit }) => {
  await signIn(page, app, 'acme.supply');
  await visit('dashboard-company', () => openAccountScreen(page, app, 'dashboard', 'Coming up'));
  await visit('dashboard-failed', async () => {
    await page.route('**/api/accountList', (route) => route.abort());
    await openAccountScreen(page, app, 'dashboard', 'An error occurred trying to retrieve the account list.');
  });
  await page.unroute('**/api/accountList');
  await visit('screen-failed', async () => {
    await openAccountScreen(page, app, 'dashboard', 'Coming up');
    await page.route(`**/${await builtFile('web/accounts/LoginHistory.tsx')}`, (route) => route.abort());
    await page.goto(`${app.url}/#/myaccount/loginHistory`);
    await expect(page.getByText('An error occurred while trying to load that page.')).toBeVisible();
  });
});

test('a customer with restricted loans', async ({ page, app, visit }) => {
  const loan = (accountNumber: string) => openAccountScreen(page, app, `loanDetails/${accountNumber}`, 'Account info');
  await signIn(page, app, 'dee.blocked');
  await visit('dashboard-many-loans', () => openAccountScreen(page, app, 'dashboard', 'Coming up'));
  await visit('loan-in-dispute', () => loan('106-000211-4'));
  await visit('loan-delinquent', () => loan('106-000405-5'));
  await visit('loan-without-history', () => loan('106-000336-4'));
});

test('a customer without accounts', async ({ page, app, visit }) => {
  await signIn(page, app, 'pat.empty');
  await visit('dashboard-empty', () => openAccountScreen(page, app, 'dashboard', 'No Existing Accounts'));
  await visit('documents-empty', () => openAccountScreen(page, app, 'document-center', 'Document Center'));
  await visit('messages-empty', () => openAccountScreen(page, app, 'conversations', 'Messages'));
  await visit('agreements-empty', () => openAccountScreen(page, app, 'documents', 'Documents'));
  await visit('payment-empty', () => openAccountScreen(page, app, 'payment', /./));
});

test('a customer without an email address', async ({ page, app, visit }) => {
  await signIn(page, app, 'no.mail');
  await visit('dashboard-no-email', () => openAccountScreen(page, app, 'dashboard', 'Coming up'));
});
