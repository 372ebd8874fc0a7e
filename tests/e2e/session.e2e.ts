import type { Page } from 'playwright/test';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

const expired = 'Your session has expired. Please log in again.';

async function openMenuOnPhone(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
}

async function waitForDashboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
}

test('a reload keeps the tab signed in; another tab is not', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  await page.reload();
  await waitForDashboard(page);
  const other = await page.context().newPage();
  await other.goto(`${app.url}/#/myaccount/dashboard`);
  await expect(other).toHaveURL(/#\/home\/login$/);
});

test('logout asks first, then forgets everything', async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  await waitForDashboard(page);
  await openMenuOnPhone(page);
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to logout?' });
  await expect(dialog).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(logout).toBeFocused();
  await logout.click();
  await dialog.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/#\/home\/login$/);
  await page.goBack();
  await page.goto(`${app.url}/#/myaccount/dashboard`);
  await expect(page).toHaveURL(/#\/home\/login$/);
});

test('logout clears the session here also when the call fails', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  await waitForDashboard(page);
  await page.route('**/api/Login/Logout', (route) => route.abort());
  await openMenuOnPhone(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/#\/home\/login$/);
});

test('a session the server no longer knows ends as not authorized', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  await waitForDashboard(page);
  await page.context().clearCookies();
  await page.reload();
  await expect(page).toHaveURL(/#\/home\/login$/);
  await expect(page.getByText('Not Authorized.')).toBeVisible();
});

test('after three idle minutes the portal asks, and Resume keeps the session', async ({ page, app }) => {
  await page.clock.install();
  await signIn(page, app, 'li.wei');
  await waitForDashboard(page);
  await page.clock.runFor(178_000);
  const dialog = page.getByRole('alertdialog', { name: 'Your session is about to expire!' });
  await expect(dialog).toBeHidden();
  await page.clock.runFor(4_000);
  await expect(dialog).toContainText(/You will be logged out in (2:00|1:5\d)/);
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(dialog).toBeHidden();
  await page.clock.runFor(150_000);
  await expect(dialog).toBeHidden();
});

test('nobody answers: the countdown ends the session and says so', { tag: '@desktop' }, async ({ page, app }) => {
  await page.clock.install();
  await signIn(page, app, 'li.wei');
  await waitForDashboard(page);
  await page.clock.runFor(305_000);
  await expect(page).toHaveURL(/#\/home\/login$/);
  await expect(page.getByText(expired)).toBeVisible();
});

test('a machine that slept through the countdown wakes up signed out', { tag: '@desktop' }, async ({ page, app }) => {
  await page.clock.install();
  await signIn(page, app, 'li.wei');
  await waitForDashboard(page);
  await page.clock.fastForward(3_600_000);
  await page.clock.runFor(1_000);
  await expect(page.getByText(expired)).toBeVisible();
});
