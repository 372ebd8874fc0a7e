import type { Page } from 'playwright/test';
import { type App, expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

const customerId = '400101';
/** The demonstration has a payment scheduled for it. */
const loan = '102-000318-8';
const paused = /Paused: this loan is on hold, so we won't make the payments you set up\. Questions\? Call \(?\d/;

async function enter(page: Page, app: App, name: string): Promise<void> {
  await page.goto(`${app.url}/desk`);
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Today/ })).toBeVisible();
}

async function openHolds(page: Page, app: App): Promise<void> {
  await page.goto(`${app.url}/desk/holds/${customerId}/${loan}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Hold code' })).toBeVisible();
}

async function changeCode(page: Page, code: string, confirm: string): Promise<void> {
  await page.getByRole('button', { name: 'Change hold code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change hold code' });
  await dialog.getByLabel('Hold code').selectOption(code);
  await dialog.getByLabel('Reason').fill('Notice of the court');
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test(
  'a customer sees payments pause with a hold code and go on once it is lifted',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    test.setTimeout(180_000);
    await signIn(page, ownApp, 'margaret.okafor');
    const comingUp = page.getByRole('region', { name: 'Coming up' });
    await expect(comingUp).toContainText('scheduled payment');
    await expect(comingUp).not.toContainText('on hold');

    const staff = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await enter(staff, ownApp, 'Omar Haddad, operations');
    await openHolds(staff, ownApp);
    await changeCode(staff, 'Bankruptcy (BKR)', 'Change');
    await expect(staff.getByRole('region', { name: 'Hold code' })).toContainText('Bankruptcy (BKR)');

    await page.reload();
    await expect(comingUp).toContainText("is on hold, so we won't make the payments you set up");
    await expect(comingUp).not.toContainText('scheduled payment');
    await expectNoAxeViolations(page);
    await page.goto(`${ownApp.url}/#/myaccount/loanDetails/${loan}`);
    await expect(page.getByText(paused)).toBeVisible();
    await expect(page.getByText('A payment scheduled for a day of the hold is skipped')).toBeVisible();
    await expectNoAxeViolations(page);

    await changeCode(staff, 'None', 'Ask to change');
    const supervisor = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await enter(supervisor, ownApp, 'Sol Bergman, supervisor');
    await supervisor.goto(`${ownApp.url}/desk/approvals`);
    const request = supervisor.getByRole('listitem').filter({ hasText: 'hold code' });
    await request.getByRole('button', { name: 'Approve' }).click();
    const dialog = supervisor.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Case dismissed');
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(dialog).toBeHidden();

    await page.reload();
    const scheduled = page.getByRole('region', { name: 'Scheduled payments' });
    await expect(scheduled).toBeVisible();
    await expect(scheduled).not.toContainText('Paused');
    await expect(page.getByText(paused)).toBeHidden();
    await page.goto(`${ownApp.url}/#/myaccount/dashboard`);
    await expect(comingUp).toContainText('scheduled payment');
  },
);
