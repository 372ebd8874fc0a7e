import type { Locator, Page } from 'playwright/test';
import { type App, expect, signIn } from './e2e.ts';

/** Input for the card form; defaults are valid. */
export interface TypedCard {
  readonly number: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly expiration?: string;
  readonly code?: string;
  readonly kind?: 'Debit' | 'Credit';
  readonly zip?: string;
}

/** Input for the bank account form; defaults are valid. */
export interface TypedAccount {
  readonly number: string;
  readonly owner?: string;
  readonly routing?: string;
  readonly confirmed?: string;
}

/** A demonstration bank. */
export const harborCommunityBank = '411001012';

export async function openPayment(page: Page, app: App, loginName: string, accountNumber = ''): Promise<void> {
  await signIn(page, app, loginName, paymentAddress(accountNumber));
  await expect(openStep(page)).toBeVisible();
}

/** Opens the payment screen of a signed-in customer, as from a bookmark. */
export async function visitPayment(page: Page, app: App, accountNumber = ''): Promise<void> {
  // Only the part after # changes, so leave first to force a full load.
  await page.goto('about:blank');
  await page.goto(`${app.url}/#/myaccount/${paymentAddress(accountNumber)}`);
  await expect(openStep(page)).toBeVisible();
}

function paymentAddress(accountNumber: string): string {
  return accountNumber === '' ? 'payment' : `payment/${accountNumber}`;
}

/** Opens the choice of method first if the review opened with the default method. */
export async function chooseType(page: Page, type: 'Card' | 'E-Check'): Promise<void> {
  if ((await openHeading(page)) === 'Review and submit') await change(page, 'Payment Type');
  await page.getByRole('radio', { name: type, exact: true }).check();
}

export function paymentDetails(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Payment Details' });
}

export async function fillCard(page: Page, card: TypedCard): Promise<void> {
  const dialog = paymentDetails(page);
  await dialog.getByLabel('First Name').fill(card.firstName ?? 'Margaret');
  await dialog.getByLabel('Last Name').fill(card.lastName ?? 'Okafor');
  await dialog.getByLabel('Card Number').fill(card.number);
  await dialog.getByLabel('Expiration (MM/YY)').fill(card.expiration ?? '12/30');
  await dialog.getByLabel('CVV/CVC').fill(card.code ?? '123');
  await dialog.getByRole('radio', { name: card.kind ?? 'Debit' }).check();
  await dialog.getByLabel('Zip Code').fill(card.zip ?? '04101');
}

export async function fillBankAccount(page: Page, account: TypedAccount): Promise<void> {
  const dialog = paymentDetails(page);
  await dialog.getByLabel('Owner Name').fill(account.owner ?? 'Margaret Okafor');
  await dialog.getByLabel('Routing Number').fill(account.routing ?? harborCommunityBank);
  await dialog.getByLabel('Account Number', { exact: true }).fill(account.number);
  await dialog.getByLabel('Confirm Account Number').fill(account.confirmed ?? account.number);
}

/** Presses Continue in the dialog and waits until the method is accepted. */
export async function takeMethod(page: Page): Promise<void> {
  await paymentDetails(page).getByRole('button', { name: 'Continue' }).click();
  await expect(paymentDetails(page)).toBeHidden();
}

/** Opens a step: with Continue from an earlier one, or with Change if its defaults were accepted already. */
export async function continueTo(page: Page, heading: string): Promise<void> {
  for (let presses = 0; presses < 4; presses += 1) {
    const open = await openHeading(page);
    if (open === heading && presses > 0) break;
    if (open === 'Review and submit') return change(page, heading);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(openStep(page).getByRole('heading', { name: open })).toBeHidden();
  }
  await expect(openStep(page).getByRole('heading', { name: heading })).toBeFocused();
}

/** Opens a finished step again. */
export async function change(page: Page, heading: string): Promise<void> {
  const step = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: heading }) });
  await step.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(openStep(page).getByRole('heading', { name: heading })).toBeFocused();
}

function openHeading(page: Page): Promise<string> {
  return openStep(page).getByRole('heading', { level: 2 }).innerText();
}

export function openStep(page: Page): Locator {
  return page.locator('li[aria-current="step"]');
}

/** From a chosen method to the review, with the amount due or another amount. */
export async function continueToReview(page: Page, amount?: string): Promise<void> {
  if (amount !== undefined) {
    await continueTo(page, 'Payment amount');
    await enterAmount(page, amount);
  }
  if ((await openHeading(page)) !== 'Review and submit') await continueTo(page, 'Review and submit');
}

export async function enterAmount(page: Page, amount: string): Promise<void> {
  await page.getByRole('radio', { name: 'Other amount' }).check();
  await page.getByLabel('Enter Amount').fill(amount);
}

export async function submit(page: Page): Promise<void> {
  await openStep(page).getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to submit?' });
  await dialog.getByRole('button', { name: 'Submit' }).click();
}

/** The first payment from a bank account: accepts the terms for bank payments, then submits. */
export async function submitWithTerms(page: Page): Promise<void> {
  await openStep(page).getByRole('button', { name: 'Submit' }).click();
  await agreeToBankTerms(page);
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to submit?' });
  await dialog.getByRole('button', { name: 'Submit' }).click();
}

export async function agreeToBankTerms(page: Page): Promise<void> {
  const terms = page.getByRole('dialog', { name: 'Bank payment terms' });
  await terms.getByRole('button', { name: 'Agree', exact: true }).click();
  await expect(terms).toBeHidden();
}

/** Waits for the confirmation. Returns its values by label. */
export async function readConfirmation(page: Page): Promise<Record<string, string>> {
  await expect(page.getByRole('heading', { name: 'Payment confirmation' })).toBeVisible();
  // Only visible rows, not those for print.
  const rows = await page.locator('main dl > div:visible').all();
  const cells = rows.map((row) => Promise.all([row.locator('dt').innerText(), row.locator('dd').innerText()]));
  return Object.fromEntries(await Promise.all(cells));
}

/** A line of the summary beside the steps, such as Payment Total. */
export function summaryLine(page: Page, label: string): Locator {
  return page.getByRole('complementary', { name: 'Payment summary' }).locator('dl > div', { hasText: label });
}

export async function chooseFrequency(page: Page, frequency: string): Promise<void> {
  await page.getByLabel('Frequency', { exact: true }).selectOption({ label: frequency });
}

/** Chooses a day in the calendar's current month, by its full name. */
export async function chooseDay(page: Page, day: string): Promise<void> {
  await page.getByRole('button', { name: day }).click();
}

/** Opens the recurring bank draft agreement in its new tab and confirms it. Returns its text. */
export async function confirmAgreement(page: Page): Promise<string> {
  await openStep(page).getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agreement' });
  await expect(dialog.getByText(/leaves your bank/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Preview the agreement' }).click();
  const agreement = await opened;
  await expect(agreement.getByRole('heading', { level: 1 })).toBeVisible();
  const words = await agreement.locator('body').innerText();
  await agreement.close();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  return words;
}

export async function deleteRecurring(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete the recurring payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this recurring payment?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('region', { name: 'Recurring payment' })).toBeHidden();
}
