import type { Locator, Page } from 'playwright/test';
import { type App, expect } from './e2e.ts';

/** Enters as one of the demonstration's staff, by keyboard. */
export async function enter(page: Page, app: App, name: string): Promise<void> {
  await page.goto(`${app.url}/desk`);
  await page.getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Today/ })).toBeVisible();
}

/** Finds a customer with ⌘K and opens them with the usual reason. */
export async function open(page: Page, find: string, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(find);
  await expect(page.getByRole('button', { name: `Find customers: ${find}` })).toBeVisible();
  await page.keyboard.press('Enter');
  const row = page.getByRole('button', { name, exact: true });
  await expect(row).toBeVisible();
  // What staff search for may be part of an SSN, and addresses are stored.
  await expect(page).toHaveURL(/\/desk\/customers$/);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: `Open ${name}` })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** @param within the part of the page that has the action, if others have it too */
export async function act(page: Page, action: string, reason: string, within: Page | Locator = page): Promise<void> {
  await within.getByRole('button', { name: action, exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type(reason);
  await dialog.getByRole('button', { name: action, exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}
