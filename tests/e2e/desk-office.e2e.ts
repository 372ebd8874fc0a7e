import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { act, confirm, enter, enterAndOpen, enterSupervisor, open, press } from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, runApp, signIn, test as base } from '#tests/support/e2e.ts';
import { shared } from '#tests/support/shared-by-tests.ts';

const test = base.extend({ app: shared((provide) => runApp({ PASSBOOK_DESK: 'on' }, provide)) });

async function go(page: Page, menu: string): Promise<void> {
  await press(page.getByRole('link', { name: menu, exact: true }));
  await expect(page.getByRole('heading', { level: 1, name: menu })).toBeFocused();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden();
}

/** Presses a button that downloads a CSV file, and returns its lines. */
async function download(page: Page, button: string): Promise<{ readonly name: string; readonly lines: string[] }> {
  const downloading = page.waitForEvent('download');
  await press(page.getByRole('button', { name: button, exact: true }));
  const file = await downloading;
  const text = await readFile(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
}

test(
  'an administrator invites, changes a role with a second person, and ends access, by keyboard',
  { tag: '@desktop' },
  async ({ app, page, browser }) => {
    await enter(page, app, 'Ines Moreau, administrator');
    await go(page, 'Staff');
    await expectNoAxeViolations(page);
    await press(page.getByRole('button', { name: 'Invite', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Invite to the desk' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Noel Park');
    await page.keyboard.press('Tab');
    await page.keyboard.type('noel.park@desk.example');
    await expectNoAxeViolations(page);
    await confirm(dialog, 'Invite', 'Starts on Monday');
    const row = page.getByRole('row', { name: /Noel Park/ });
    await expect(row).toContainText('Invited, no passkey yet');
    await expect(row).toContainText('agent');

    await press(row.getByRole('button', { name: 'Change role' }));
    const role = page.getByRole('dialog', { name: 'Role of Noel Park' });
    await expect(role.getByLabel('Role')).toBeFocused();
    await role.getByLabel('Role').selectOption('supervisor');
    await expect(role.getByText('A supervisor or another administrator must approve.')).toBeVisible();
    await confirm(role, 'Ask to change role', 'Leads the team');
    await expect(row).toContainText('agent');

    const second = await enterSupervisor(browser, app);
    await press(second.getByRole('link', { name: 'Approvals', exact: true }));
    const item = second.getByRole('listitem').filter({ hasText: 'Noel Park' });
    await act(second, 'Decline', 'Not before the training', item);
    await expect(item.getByText('declined', { exact: true })).toBeVisible();
    await expect(item).toContainText('Not before the training');
    await expectNoAxeViolations(second);

    await go(page, 'Approvals');
    const own = page.getByRole('listitem').filter({ hasText: 'Noel Park' });
    await expect(own).toContainText('Not before the training');
    await expect(own.getByRole('button')).toHaveCount(0);

    await go(page, 'Staff');
    await expect(row).toContainText('agent');
    await act(page, 'End access', 'Did not start', row);
    await expect(row).toContainText('No access');
  },
);

test(
  'a declined request changes nothing, for the customer either, and the person who asked reads why',
  { tag: '@desktop' },
  async ({ app, page, browser }) => {
    await enterAndOpen(page, app, 'Alma Ortiz, agent', 'Pat Empty');
    await act(page, 'Restrict', 'Reported stolen');
    await act(page, 'Ask to release', 'Found again');
    const second = await enterSupervisor(browser, app);
    await press(second.getByRole('link', { name: 'Approvals', exact: true }));
    const item = second.getByRole('listitem').filter({ hasText: 'Pat Empty' });
    await act(second, 'Decline', 'Call back on the number on file first', item);
    await expect(item.getByText('declined', { exact: true })).toBeVisible();

    await go(page, 'Approvals');
    await expect(page.getByRole('listitem').filter({ hasText: 'Pat Empty' })).toContainText(
      'Call back on the number on file first',
    );
    await open(page, 'Pat Empty', 'Pat Empty');
    await expect(page.getByText('Restricted', { exact: true })).toBeVisible();
  },
);

test(
  'an agent answers from a text of the institution by keyboard, and the customer reads it',
  { tag: '@desktop' },
  async ({ app, page, browser }) => {
    await enter(page, app, 'Alma Ortiz, agent');
    await go(page, 'Inbox');
    await press(page.getByRole('link', { name: 'Paying off the car loan' }));
    const dialog = page.getByRole('dialog', { name: /^Open / });
    await confirm(dialog, 'Open');
    const template = page.getByLabel('Start from');
    await template.focus();
    const message = page.getByRole('textbox', { name: 'Message' });
    // Passing a text on the way to another inserts none.
    await template.selectOption('Done');
    await expect(message).toHaveValue('');
    await template.selectOption('We are looking into it');
    await press(page.getByRole('button', { name: 'Insert text' }));
    await expect(message).toBeFocused();
    await expect(message).toHaveValue(/^Hello Margaret Okafor,\n\nThank you for your message\./);
    await expectNoAxeViolations(page);
    await press(page.getByRole('button', { name: 'Answer', exact: true }));
    await expect(page.getByRole('heading', { name: 'Messages (2)' })).toBeVisible();

    const portal = await (await browser.newContext()).newPage();
    await signIn(portal, app, 'margaret.okafor', 'conversations');
    await portal.getByRole('link', { name: /Paying off the car loan/ }).click();
    await expect(portal.getByText(/We are looking into it and will answer within one business day\./)).toBeVisible();
  },
);

test(
  'a supervisor saves the figures for Forms 1098 and 1099-INT by keyboard',
  { tag: '@desktop' },
  async ({ app, page }) => {
    await enter(page, app, 'Sol Bergman, supervisor');
    await go(page, 'Ledger');
    const form = page.getByRole('region', { name: 'Figures for Form 1098' });
    await form.getByLabel('Year').fill('26');
    await press(form.getByRole('button', { name: 'Download 1098 figures' }));
    await expect(form.getByText('Enter a year such as 2026.')).toBeVisible();
    await expectNoAxeViolations(page);
    await form.getByLabel('Year').fill('2026');
    await press(form.getByRole('button', { name: 'Download 1098 figures' }));
    await expect(form.getByText('The year is not over yet.')).toBeVisible();
    await form.getByLabel('Year').fill('2025');
    const loans = await download(page, 'Download 1098 figures');
    expect(loans.name).toBe('1098-2025.csv');
    expect(loans.lines).toContainEqual(expect.stringMatching(/^400101,Margaret Okafor,no,101-004417-2,/));
    const deposits = await download(page, 'Download 1099-INT figures');
    expect(deposits.name).toBe('1099-INT-2025.csv');
    expect(deposits.lines).toContainEqual(expect.stringMatching(/^400101,Margaret Okafor,no,104-002211-1,/));
  },
);

test(
  'operations read the reports and save them by keyboard, and no drafts is not a rate of zero',
  { tag: '@desktop' },
  async ({ app, page }) => {
    await enter(page, app, 'Omar Haddad, operations');
    await go(page, 'Reports');
    const rates = page.getByRole('region', { name: 'Returns and Nacha’s limits' });
    await page.getByLabel('Through').fill('2026-11-17');
    await expect(rates.getByRole('row', { name: /^Not authorized/ })).toContainText('No rate');
    await expect(rates.getByText(/^No drafts were sent in the 60 days/).first()).toBeVisible();
    await page.getByLabel('Through').fill('2026-11-21');
    await expect(rates.getByRole('row', { name: /^All returns/ })).toContainText('10.00%');

    const slider = page.getByRole('slider', { name: 'Read Messages', exact: true });
    await slider.focus();
    await expect(slider).toHaveAttribute('aria-valuetext', /^Nov 21, 2026: \d+$/);
    await page.keyboard.press('ArrowLeft');
    await expect(slider).toHaveAttribute('aria-valuetext', /^Nov 20, 2026: \d+$/);
    await page.getByText('Messages as a table', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('table', { name: 'Messages', exact: true })).toBeVisible();
    await expectNoAxeViolations(page);

    const saved = await download(page, 'CSV of the return rates');
    expect(saved.name).toBe('return-rates-2026-10-23-2026-11-21.csv');
    expect(saved.lines[0]).toBe('through,days,kind,returns,drafts,percent,limit_percent');
    expect(saved.lines.at(-1)).toBe('2026-11-21,60,overall,1,10,10.00,15');
    await page.getByLabel('From').fill('2026-11-01');
    const answers = await download(page, 'CSV of the first answers');
    expect(answers.name).toBe('answers-2026-11-01-2026-11-21.csv');
    expect(answers.lines).toHaveLength(5);
  },
);
