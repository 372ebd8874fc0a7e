import type { Page } from 'playwright/test';
import { type App, expect, signIn, test } from '../support/e2e.ts';

/** Screens with the heading that shows when they are ready. */
const screens: readonly (readonly [name: string, path: string, ready: string | RegExp])[] = [
  ['dashboard', 'dashboard', /Margaret/],
  ['loan', 'loanDetails/101-004417-2', /Auto loan/],
  ['past-due-loan', 'loanDetails/101-007730-5', /Home improvement/],
  ['deposit', 'deposits/depositDetails/104-002210-3', /104-002210-3/],
  ['payment-review', 'payment/101-004417-2', 'Make a payment'],
  ['profile', 'profile', 'Profile'],
  ['documents', 'document-center', /Document/],
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

async function open(page: Page, app: App, path: string, ready: string | RegExp): Promise<void> {
  await page.goto(`${app.url}/#/myaccount/${path}`);
  await expect(page.getByRole('heading', { level: 1, name: ready })).toBeVisible();
  await page.waitForLoadState('networkidle');
  // Spinners are outputs with a drawing; placeholders announce themselves in an output.
  await expect(page.locator('main output:has(svg), main output:has-text("Loading")')).toHaveCount(0);
}

/** Both schemes of the first view: what a customer sees before scrolling. */
async function compare(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.soft(page).toHaveScreenshot(`${name}-${colorScheme}.png`);
  }
}
