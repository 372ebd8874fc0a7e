import { act, enter } from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test(
  'operations make a file for credit bureaus and download it once a supervisor approves, by keyboard',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enter(page, ownApp, 'Omar Haddad, operations');
    await page.getByRole('link', { name: 'Credit bureaus', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('No file was made yet.')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Make a file' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Make a file' });
    await expect(dialog.getByLabel('Month')).toBeFocused();
    await dialog.getByLabel('Month').fill('October');
    await dialog.getByLabel('Reason').fill('Monthly report');
    await dialog.getByRole('button', { name: 'Make', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Enter a month such as 2026-10.')).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByLabel('Month').fill('2026-10');
    await dialog.getByRole('button', { name: 'Make', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const file = page.getByRole('region', { name: /^File \d+, through Oct 31, 2026$/ });
    await expect(file.getByRole('row', { name: /106-000102-8/ })).toContainText('its hold code BKR is left out');
    await expectNoAxeViolations(page);
    await act(page, 'Ask to download', 'For the bureaus', file);
    await expect(file.getByText('A download waits for a second person.')).toBeVisible();

    const second = await (await browser.newContext()).newPage();
    await enter(second, ownApp, 'Sol Bergman, supervisor');
    await second.getByRole('link', { name: 'Approvals', exact: true }).focus();
    await second.keyboard.press('Enter');
    const item = second.getByRole('listitem').filter({ hasText: 'Download a file for credit bureaus' });
    await expectNoAxeViolations(second);
    await act(second, 'Approve', 'Looked at it', item);
    await expect(item.getByText('approved', { exact: true })).toBeVisible();

    await page.reload();
    const saved = page.waitForEvent('download');
    await file.getByRole('button', { name: 'Download once' }).focus();
    await page.keyboard.press('Enter');
    expect((await saved).suggestedFilename()).toBe('metro2-2026-10.txt');
    await expect(file.getByText(/by Omar Haddad, approved by Sol Bergman/)).toBeVisible();
    await expect(file.getByRole('button', { name: 'Ask to download' })).toBeVisible();
  },
);
