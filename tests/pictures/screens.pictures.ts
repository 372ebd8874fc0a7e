import type { Page } from 'playwright/test';
import { type App, expect, signIn, test } from '../support/e2e.ts';

/** Screens, with a text that shows when the first view is complete. */
const screens: readonly (readonly [name: string, path: string, ready: string])[] = [
  ['dashboard', 'dashboard', 'Coming up'],
  ['loan', 'loanDetails/101-004417-2', 'paid so far'],
  ['past-due-loan', 'loanDetails/101-007730-5', 'paid so far'],
  ['deposit', 'deposits/depositDetails/104-002210-3', 'Payroll deposit'],
  ['payment-review', 'payment/101-004417-2', 'New balance'],
  ['profile', 'profile', 'Notifications'],
  ['documents', 'document-center', 'Add Files'],
];

test('sign-in', async ({ page, app }) => {
  await page.goto(app.url);
  await expect(page.getByLabel('Username')).toBeVisible();
  await compare(page, 'sign-in');
});

test('signed in', async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  for (const [name, path, ready] of screens) {
    await open(page, app, path, ready);
    await compare(page, name);
  }
});

async function open(page: Page, app: App, path: string, ready: string): Promise<void> {
  await page.goto(`${app.url}/#/myaccount/${path}`);
  await expect(page.getByRole('main').getByText(ready).first()).toBeAttached();
  await page.waitForLoadState('networkidle');
}

/** Both schemes of the first view: what a customer sees before scrolling. */
async function compare(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.soft(page).toHaveScreenshot(`${name}-${colorScheme}.png`);
  }
}
