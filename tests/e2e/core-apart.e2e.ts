import { removeFolder } from '#tests/support/demonstration-folder.ts';
import { expect, expectNoAxeViolations, signIn, test, unfolded } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { continueToReview, openStep, readConfirmation, submit, visitPayment } from '#tests/support/payment-journey.ts';

const autoLoan = '101-004417-2';

const banner = /We can't reach our account system right now/;

test(
  'a customer pays, and sees it in the history, while the books are another process',
  { tag: '@desktop' },
  async ({ page, appWithCore: app }) => {
    await signIn(page, app, 'margaret.okafor');
    await visitPayment(page, app, autoLoan);
    await continueToReview(page, '100');
    await submit(page);
    expect(await readConfirmation(page)).toMatchObject({ Amount: '$100.00', Total: '$102.00' });
    await page.goto(`${app.url}/#/myaccount/loanDetails/${autoLoan}`);
    const newest = (await unfolded(page, 'Account history')).getByRole('row').nth(1);
    await expect(newest).toContainText('11/21/2026');
    await expect(newest).toContainText('$100.00');
  },
);

test(
  'while the core is down every screen says so once, and what needs no core works',
  { tag: '@desktop' },
  async ({ page, appWithCore: app }) => {
    await signIn(page, app, 'margaret.okafor');
    const loan = page.getByRole('region', { name: 'Loans' }).getByText(autoLoan).filter({ visible: true });
    await expect(loan).toBeVisible();
    await app.core.stop();

    await page.goto(`${app.url}/#/myaccount/loanDetails/${autoLoan}`);
    await expect(page.getByRole('status').filter({ hasText: banner })).toBeVisible();
    // What was loaded stays.
    await expect(page).toHaveURL(/dashboard/);
    await expect(loan).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);

    await page.goto(`${app.url}/#/myaccount/profile`);
    await expect(page.getByText(banner)).toBeVisible();
    await expect(page.getByText('Not available right now.')).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Where you are signed in' })).toContainText('This device');
    await expectNoAxeViolations(page);

    // A reloaded page knows who is signed in, and doesn't take missing data for a fact.
    await page.goto(`${app.url}/#/myaccount/dashboard`);
    await page.reload();
    await expect(page.getByText(banner)).toBeVisible();
    await expect(page.getByText('Margaret Okafor').filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByText(/no accounts|no loans|enter your email/i)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: /Margaret/ })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.goto(`${app.url}/#/myaccount/profile`);

    await app.core.start();
    await expect(page.getByText(banner)).toBeHidden({ timeout: 30_000 });
    await expect(page.getByRole('button', { name: 'Change Email address' })).toBeVisible();
  },
);

test.describe('where payments are taken while the core is down', { tag: '@desktop' }, () => {
  test.use({
    environment: async ({}, provide) => {
      const folder = await writeInstitution({ 'paymentOptions.acceptPendingAch': true });
      await provide({ PASSBOOK_INSTITUTION: folder });
      await removeFolder(folder);
    },
  });

  test('a bank payment is pending, and is in the history once the core is back', async ({ page, appWithCore: app }) => {
    // The recovery job runs every minute, and leaves a new payment alone for a while.
    test.setTimeout(240_000);
    await signIn(page, app, 'margaret.okafor');
    await visitPayment(page, app, autoLoan);
    await continueToReview(page, '100');
    // The server's preview is there.
    await expect(openStep(page).getByRole('button', { name: 'Submit' })).toBeEnabled();
    await openStep(page).getByRole('button', { name: 'Submit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to submit?' });
    await expect(dialog.getByRole('button', { name: 'Submit' })).toBeEnabled();
    await app.core.stop();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    expect(await readConfirmation(page)).toMatchObject({ Amount: '$100.00', Total: '$102.00' });
    await expect(page.getByText('Your payment is pending.')).toBeVisible();
    await expect(page.getByText('We received your payment.')).toHaveCount(0);
    await expectNoAxeViolations(page);

    await app.core.start();
    await page.goto(`${app.url}/#/myaccount/loanDetails/${autoLoan}`);
    const newest = (await unfolded(page, 'Account history')).getByRole('row').nth(1);
    await expect(async () => {
      await page.reload();
      await unfolded(page, 'Account history');
      await expect(newest).toContainText('$100.00', { timeout: 5_000 });
    }).toPass({ timeout: 180_000, intervals: [10_000] });
  });
});
