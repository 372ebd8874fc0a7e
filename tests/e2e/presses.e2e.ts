import type { Page } from 'playwright/test';
import { changeRow, expect, signIn, test, unfolded } from '#tests/support/e2e.ts';

/** Counts what the customer presses: pointer presses, and choices from a list. Typing doesn't count. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`
    window.presses = 0;
    addEventListener('pointerdown', ({ target }) => { if (!(target instanceof HTMLSelectElement)) window.presses += 1; }, true);
    addEventListener('change', ({ target }) => { if (target instanceof HTMLSelectElement) window.presses += 1; }, true);
  `);
  return () => page.evaluate<number>('window.presses');
}

const openAutoLoan = (page: Page) =>
  page
    .getByRole('link', { name: /^Auto loan/ })
    .first()
    .click();

const review = (page: Page) => page.locator('li[aria-current="step"]');

test.describe('from the dashboard, with few presses, a customer', { tag: '@desktop' }, () => {
  test('pays what is due: 3', async ({ page, ownApp }) => {
    await signIn(page, ownApp, 'margaret.okafor');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const presses = await countPresses(page);
    await page.getByRole('link', { name: 'Pay Auto loan 12/01/2026' }).click();
    await review(page).getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('heading', { name: 'Payment confirmation' })).toBeVisible();
    expect(await presses()).toBeLessThanOrEqual(3);
  });

  test('sets up autopay: 5, with the agreement', async ({ page, ownApp }) => {
    await signIn(page, ownApp, 'margaret.okafor');
    const presses = await countPresses(page);
    await openAutoLoan(page);
    await page.getByRole('link', { name: 'Set up autopay' }).click();
    await expect(review(page)).toContainText('Recurring On Due Date');
    await review(page).getByRole('button', { name: 'Submit' }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('dialog').getByRole('button', { name: 'Preview the agreement' }).click();
    const agreement = await opened;
    await expect(agreement.getByRole('heading', { level: 1 })).toBeVisible();
    await agreement.close();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Your recurring payment is set up.')).toBeVisible();
    expect(await presses()).toBeLessThanOrEqual(5);
  });

  test('finds the interest paid last year for the tax return: 3', async ({ page, app }) => {
    await signIn(page, app, 'margaret.okafor');
    const presses = await countPresses(page);
    await openAutoLoan(page);
    const statements = await unfolded(page, 'E-statements');
    await statements.getByLabel('Year').selectOption('2025');
    const opened = page.context().waitForEvent('response', (response) => response.url().includes('ViewStatement'));
    await statements.getByRole('button', { name: 'Interest paid in 2025' }).click();
    expect((await opened).status()).toBe(200);
    expect(await presses()).toBeLessThanOrEqual(3);
  });

  test('sees what $100 more a month saves and submits it: 4', async ({ page, app }) => {
    await signIn(page, app, 'margaret.okafor');
    const presses = await countPresses(page);
    await openAutoLoan(page);
    await page.getByRole('button', { name: '$100', exact: true }).click();
    await expect(page.getByText('less interest')).toBeVisible();
    await page.getByRole('link', { name: /\$100\.00 extra/ }).click();
    await expect(review(page).locator('dl > div', { hasText: 'Additional Principal Amount' })).toContainText('$100.00');
    await review(page).getByRole('button', { name: 'Submit' }).click();
    // The law requires two more: to open the agreement, and to confirm it.
    await expect(page.getByRole('dialog', { name: 'Agreement' })).toBeVisible();
    expect(await presses()).toBeLessThanOrEqual(4);
  });

  test('changes the address: 4', async ({ page, ownApp }) => {
    await signIn(page, ownApp, 'margaret.okafor');
    const presses = await countPresses(page);
    await page.getByRole('link', { name: 'Profile' }).first().click();
    const personal = page.getByRole('region', { name: 'Personal Information' });
    await changeRow(personal, 'Address');
    await personal.getByLabel('Street address').fill('20 Wharf Street');
    await personal.getByRole('button', { name: 'Save' }).click();
    await expect(personal.getByText('Saved')).toBeVisible();
    expect(await presses()).toBeLessThanOrEqual(4);
  });
});
