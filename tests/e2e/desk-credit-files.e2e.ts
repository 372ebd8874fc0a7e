import { act, approve, confirm, enter, enterSupervisor, press } from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test(
  'operations make a file for credit bureaus and download it once a supervisor approves, by keyboard',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enter(page, ownApp, 'Omar Haddad, operations');
    await press(page.getByRole('link', { name: 'Credit bureaus', exact: true }));
    await expect(page.getByText('No file was made yet.')).toBeVisible();
    await expectNoAxeViolations(page);
    await press(page.getByRole('button', { name: 'Make a file' }));
    const dialog = page.getByRole('dialog', { name: 'Make a file' });
    await expect(dialog.getByLabel('Month')).toBeFocused();
    await dialog.getByLabel('Month').fill('October');
    await dialog.getByLabel('Reason').fill('Monthly report');
    await press(dialog.getByRole('button', { name: 'Make', exact: true }));
    await expect(dialog.getByText('Enter a month such as 2026-10.')).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByLabel('Month').fill('2026-10');
    await confirm(dialog, 'Make');
    const file = page.getByRole('region', { name: /^File \d+, through Oct 31, 2026$/ });
    await expect(file.getByRole('row', { name: /106-000102-8/ })).toContainText('its hold code BKR is left out');
    await expectNoAxeViolations(page);
    await act(page, 'Ask to download', 'For the bureaus', file);
    await expect(file.getByText('A download waits for a second person.')).toBeVisible();

    const second = await enterSupervisor(browser, ownApp);
    await approve(second, 'Download a file for credit bureaus');

    await page.reload();
    const saved = page.waitForEvent('download');
    await press(file.getByRole('button', { name: 'Download once' }));
    expect((await saved).suggestedFilename()).toBe('metro2-2026-10.txt');
    await expect(file.getByText(/by Omar Haddad, approved by Sol Bergman/)).toBeVisible();
    await expect(file.getByRole('button', { name: 'Ask to download' })).toBeVisible();
  },
);
