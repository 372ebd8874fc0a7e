import type { Page } from 'playwright/test';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';
import { openLoan } from '#tests/support/loan-journey.ts';

const autoLoan = '101-004417-2';

/** Chooses from the menu behind the three dots. */
async function choose(page: Page, action: string) {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: action }).click();
}

test.describe('insurance', () => {
  test('is listed in a dialog', { tag: '@both' }, async ({ page, app }) => {
    await openLoan(page, app, 'margaret.okafor', autoLoan);
    await choose(page, 'Insurance');
    const dialog = page.getByRole('dialog', { name: 'Insurance information' });
    await expect(dialog.getByRole('row', { name: 'Credit life Individual $18.45' })).toBeVisible();
    await expect(dialog.getByRole('row', { name: 'Credit disability Joint $22.10' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
  });

  test('may be empty or fail to load', { tag: '@desktop' }, async ({ page, app }) => {
    await openLoan(page, app, 'li.wei', '101-005520-1');
    await page.route('**/GetInsuranceInformation', (route) => route.fulfill({ status: 500, body: '{}' }));
    await choose(page, 'Insurance');
    const dialog = page.getByRole('dialog', { name: 'Insurance information' });
    await expect(dialog.getByRole('alert')).toContainText(
      'An error occurred attempting to load insurance information.',
    );
    await page.unroute('**/GetInsuranceInformation');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog).toContainText('No insurances found.');
    await expect(dialog, 'as wide as every dialog of a loan').toHaveCSS('width', '400px');
  });
});

test('a hidden loan disappears from the dashboard', { tag: '@desktop' }, async ({ page, ownApp }) => {
  await openLoan(page, ownApp, 'acme.supply', '102-004100-9');
  await choose(page, 'Hide loan from web');
  const dialog = page.getByRole('dialog', { name: 'Hide loan from web' });
  await expectNoAxeViolations(page);
  await page.route('**/ShowHideAccount', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Hide loan' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('An error occurred attempting to hide this account from the web.');
  await page.unroute('**/ShowHideAccount');
  await dialog.getByRole('button', { name: 'Hide loan' }).click();
  await expect(dialog).toContainText('Success. To view account again, please contact your financial institution.');
  await expect(page).toHaveURL(/#\/myaccount\/dashboard$/);
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Delivery vans').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('Equipment loan')).toBeHidden();
});

test(
  'before hiding a loan, the dialog names the payments that continue',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await openLoan(page, app, 'sam.rivera', '101-006107-2');
    await choose(page, 'Hide loan from web');
    const dialog = page.getByRole('dialog', { name: 'Hide loan from web' });
    await expect(dialog.getByRole('listitem')).toContainText('Recurring payment, next on');
    await expect(dialog).toContainText('To stop a payment after you hide the loan, call us.');
    await expect(dialog).toContainText("You can't open e-statements of a hidden loan, so we'll mail its statements.");
    await dialog.getByRole('checkbox', { name: 'Stop these payments' }).check();
    await expect(dialog).not.toContainText('To stop a payment after you hide the loan, call us.');
    await expectNoAxeViolations(page);
  },
);
