import type { Page } from 'playwright/test';
import type { App } from '#tests/support/e2e.ts';
import { expect, test } from './support/pictures.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test('the desk of a supervisor', async ({ page, ownApp: app, visit }) => {
  const open = (path: string) => openDesk(page, app, path);
  await visit('desk-enter', async () => {
    await page.goto(`${app.url}/desk`);
    await expect(page.getByRole('button', { name: 'Sol Bergman, supervisor' })).toBeVisible();
  });
  await enter(page, app, 'Sol Bergman, supervisor');
  for (const path of ['', 'inbox', 'requests', 'documents', 'payments', 'overpayments', 'approvals']) {
    await visit(`desk-${path === '' ? 'today' : path}`, () => open(path));
  }
  for (const path of ['days', 'returns', 'ledger', 'reports']) {
    await visit(`desk-${path}`, () => open(path));
  }
  await visit('desk-trial-balance', () => open('ledger/2026-11-20'));
  await visit('desk-audit', async () => {
    await open('audit');
    // The ids of documents are drawn by lot, and their hashes depend on the second.
    await page.evaluate(`document.querySelectorAll('main td').forEach((cell) => {
      if (/[0-9a-f]{12}/.test(cell.textContent)) cell.textContent = 'id';
    })`);
  });
  await visit('desk-health', async () => {
    await open('health');
    // Which jobs ran so far depends on the second.
    await page.evaluate(`document.querySelectorAll('main tbody').forEach((rows) => rows.remove())`);
  });
  await visit('desk-customers', async () => {
    await open('customers');
    await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('Margaret Okafor');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Margaret Okafor', exact: true })).toBeVisible();
  });
  await visit(
    'desk-open-customer',
    async () => {
      await page.getByRole('button', { name: 'Margaret Okafor', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    { firstView: true },
  );
  await visit('desk-customer', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Margaret Okafor' })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  });
  const customer = '400101';
  const pastDue = `${customer}/101-007730-5`;
  await visit('desk-late-charges', () => open(`late-charges/${pastDue}`));
  await visit('desk-holds', () => open(`holds/${pastDue}`));
  await visit('desk-due-date', () => open(`due-date/${pastDue}`));
  await visit('desk-rate', () => open(`rate/${pastDue}`));
  await visit('desk-received-payments', () => open(`received-payments/${pastDue}`));
  await visit('desk-customer-documents', () => open(`documents/${customer}`));
  await visit('desk-request', async () => {
    await open('requests');
    const row = page.getByRole('row', { name: /Help with payments/ });
    const path = await row.getByRole('link').getAttribute('href');
    await page.goto(new URL(path ?? '', app.url).href);
    await expect(page.getByRole('heading', { level: 1, name: 'Help with payments of Margaret Okafor' })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  });
  await visit('desk-conversation', () => open(`inbox/${customer}/1`));
  await visit('desk-payment', async () => {
    await open(`customers/${customer}`);
    await page
      .getByRole('region', { name: /^Open payments/ })
      .getByRole('link')
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /^Payment / })).toBeVisible();
  });
});

test('the desk of an administrator', async ({ page, ownApp: app, visit }) => {
  await enter(page, app, 'Ines Moreau, administrator');
  await visit('desk-staff', () => openDesk(page, app, 'staff'));
});

async function openDesk(page: Page, app: App, path: string): Promise<void> {
  await page.goto(`${app.url}/desk/${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

async function enter(page: Page, app: App, name: string): Promise<void> {
  await page.goto(`${app.url}/desk`);
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Today/ })).toBeVisible();
}
