import type { Browser, Locator, Page } from 'playwright/test';
import { type App, expect, expectNoAxeViolations, signIn } from './e2e.ts';

/** Presses a button or follows a link by keyboard. */
export async function press(target: Locator): Promise<void> {
  await target.focus();
  await target.page().keyboard.press('Enter');
}

/** Enters as one of the demonstration's staff, by keyboard. */
export async function enter(page: Page, app: App, name: string): Promise<void> {
  await page.goto(`${app.url}/desk`);
  await press(page.getByRole('button', { name }));
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

export async function enterAndOpen(page: Page, app: App, staff: string, customer: string): Promise<void> {
  await enter(page, app, staff);
  await open(page, customer, customer);
}

/** @param within the part of the page that has the action, if others have it too */
export async function act(page: Page, action: string, reason: string, within: Page | Locator = page): Promise<void> {
  await press(within.getByRole('button', { name: action, exact: true }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await confirm(dialog, action, reason);
}

/** Gives the reason, unless it was given before, and confirms. */
export async function confirm(dialog: Locator, action: string, reason?: string): Promise<void> {
  if (reason !== undefined) await dialog.getByLabel('Reason').fill(reason);
  await press(dialog.getByRole('button', { name: action, exact: true }));
  await expect(dialog).toBeHidden();
}

interface Check {
  readonly number: string;
  readonly amount: string;
  readonly on: string;
  /** Said before it is received. */
  readonly effect: RegExp;
}

/** Posts a check on the page of a loan's received payments. */
export async function receiveCheck(page: Page, { number, amount, on, effect }: Check): Promise<void> {
  await press(page.getByRole('button', { name: 'Receive a payment' }));
  const dialog = page.getByRole('dialog', { name: 'Receive a payment' });
  await expect(dialog.getByLabel('Received by')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(number);
  await page.keyboard.press('Tab');
  await page.keyboard.type(amount);
  await dialog.getByLabel('Received on').fill(on);
  await expect(dialog.getByText(effect)).toBeVisible();
  await expectNoAxeViolations(page);
  await confirm(dialog, 'Receive', 'Came by mail');
}

/** Enters as the second person, in a browser of their own. */
export async function enterSupervisor(browser: Browser, app: App): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await enter(page, app, 'Sol Bergman, supervisor');
  return page;
}

/** Goes to what waits for a second person, and approves a request whose title and values are these. */
export async function approve(page: Page, title: string, ...values: (string | RegExp)[]): Promise<void> {
  await press(page.getByRole('link', { name: 'Approvals', exact: true }));
  // If the page was open already, its list may be older than the request.
  await page.reload();
  const item = page.getByRole('listitem').filter({ hasText: title });
  await expect(item).toBeVisible();
  for (const value of values) await expect(item.getByText(value)).toBeVisible();
  await expectNoAxeViolations(page);
  await act(page, 'Approve', 'Seen the proof', item);
  await expect(item.getByText('approved', { exact: true })).toBeVisible();
}

interface Seen {
  readonly loginName: string;
  readonly loan: RegExp;
  readonly texts: readonly string[];
}

/** Expects that a customer sees something on their loan in the portal. */
export async function expectSeenByCustomer(browser: Browser, app: App, seen: Seen): Promise<void> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, app, seen.loginName);
  await page.getByRole('link', { name: seen.loan }).first().click();
  for (const text of seen.texts) await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
}
