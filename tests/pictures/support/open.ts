import type { Page } from 'playwright/test';
import { type App, expect } from '#tests/support/e2e.ts';
import { widths } from './take-picture.ts';

/** Opens a screen of a signed-in customer by its address, and waits for a text of its finished view. */
export async function openAccountScreen(page: Page, app: App, path: string, ready: string | RegExp): Promise<void> {
  await openAddress(page, `${app.url}/#/myaccount/${path}`, ready);
}

/** Reloads the page, so nothing of the previous screen is left. */
export async function openAddress(page: Page, address: string, ready: string | RegExp): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.getByRole('main').getByText(ready).first()).toBeAttached();
  // With any key, everything below the window loads.
  await page.keyboard.press('Shift');
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

/** A narrow window folds the sections, some time after it is resized. */
export async function unfoldSections(page: Page): Promise<void> {
  if (page.viewportSize()?.width === widths[0]) return;
  await expect(async () => {
    await expect(page.locator('main h2 > button[aria-expanded]')).not.toHaveCount(0, { timeout: 500 });
    await page.evaluate(unfold);
    await expect(page.locator('main h2 > button[aria-expanded="false"]')).toHaveCount(0, { timeout: 500 });
  }).toPass({ intervals: [200], timeout: 10_000 });
}

/** A string, because these tests compile without DOM types. */
const unfold = `document.querySelectorAll('main h2 > button[aria-expanded="false"]').forEach((button) => button.click())`;
