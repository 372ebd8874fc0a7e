import type { Page } from 'playwright/test';
import { confirm, enter, press } from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

/** Opens the demonstration's hardship request from the list, and its customer with the usual reason. */
async function openRequest(page: Page): Promise<void> {
  await press(page.getByRole('link', { name: 'Requests', exact: true }));
  const row = page.getByRole('row', { name: /Help with payments/ });
  await expect(row).toContainText('101-007730-5');
  await expectNoAxeViolations(page);
  await press(row.getByRole('link', { name: 'Margaret Okafor' }));
  await confirm(page.getByRole('dialog', { name: /^Open / }), 'Open');
  await expect(page.getByRole('heading', { level: 1, name: 'Help with payments of Margaret Okafor' })).toBeVisible();
}

test(
  'an agent approves a hardship request by keyboard, and the customer reads the answer',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enter(page, ownApp, 'Alma Ortiz, agent');
    await openRequest(page);
    await expect(page.getByText('$2,850.00')).toBeVisible();
    await expect(page.getByText('Skipping a payment')).toBeVisible();
    await expect(page.getByText(/^Letter from my employer\.pdf/)).toBeVisible();
    await expect(page.getByText(/Virus scan: No scanner/)).toBeVisible();
    await expectNoAxeViolations(page);
    const loan = page.getByRole('region', { name: 'Account 101-007730-5' });
    await expect(loan.getByRole('link', { name: 'Defer' })).toHaveAttribute(
      'href',
      /\/deferral\/400101\/101-007730-5$/,
    );
    await expect(loan.getByRole('link', { name: 'Due date' })).toBeVisible();
    await expect(loan.getByRole('link', { name: 'Holds' })).toBeVisible();

    await press(page.getByRole('button', { name: 'Approve', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Approve' });
    await expect(dialog.getByLabel('What the customer reads')).toBeFocused();
    await expectNoAxeViolations(page);
    await press(dialog.getByRole('button', { name: 'Approve', exact: true }));
    await expect(dialog.getByText(/^Tell the customer what you do/)).toBeVisible();
    await dialog.getByLabel('What the customer reads').fill('We moved one payment to the end of the loan.');
    await confirm(dialog, 'Approve', 'Deferred one payment after a call');
    await expect(page.getByText('approved', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await expectNoAxeViolations(page);

    const portal = await (await browser.newContext()).newPage();
    await signIn(portal, ownApp, 'margaret.okafor', 'requests');
    await expect(portal.getByText('New answer')).toBeVisible();
    await portal.getByRole('link', { name: 'Help with payments' }).first().click();
    await expect(portal.getByText('Approved', { exact: true })).toBeVisible();
    await expect(portal.getByText('We moved one payment to the end of the loan.')).toBeVisible();
    await expect(portal.getByText('Deferred one payment after a call')).toHaveCount(0);
    await portal.getByRole('link', { name: 'All requests' }).click();
    await expect(portal.getByText('New answer')).toHaveCount(0);
  },
);

test(
  'an agent declines a hardship request by keyboard, with words for the customer',
  { tag: '@desktop' },
  async ({ ownApp, page }) => {
    await enter(page, ownApp, 'Alma Ortiz, agent');
    await openRequest(page);
    await press(page.getByRole('button', { name: 'Decline', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Decline' });
    await expect(dialog.getByLabel('What the customer reads')).toBeFocused();
    await page.keyboard.type('Please call us, so we can find another way.');
    await confirm(dialog, 'Decline', 'Expenses are not plausible');
    await expect(page.getByText('declined', { exact: true })).toBeVisible();
    await expect(page.getByText('Please call us, so we can find another way.')).toBeVisible();
    await press(page.getByRole('link', { name: 'Requests', exact: true }));
    await expect(page.getByRole('row', { name: /Help with payments/ })).toHaveCount(0);
  },
);
