import type { Page } from 'playwright/test';
import { type App, expect } from '#tests/support/e2e.ts';

/** Opens a screen of a signed-in customer by its address, and waits for a text of its finished view. */
export async function openAccountScreen(page: Page, app: App, path: string, ready: string | RegExp): Promise<void> {
  await openAddress(page, `${app.url}/#/myaccount/${path}`, ready);
}

/** Loads the page anew, so that nothing of the former screen is left in it. */
export async function openAddress(page: Page, address: string, ready: string | RegExp): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.getByRole('main').getByText(ready).first()).toBeAttached();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}
