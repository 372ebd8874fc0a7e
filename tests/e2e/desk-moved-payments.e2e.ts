import { act, enter, open } from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test(
  'a check posted to the wrong loan is moved to the right one, both people by keyboard',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enter(page, ownApp, 'Omar Haddad, operations');
    await open(page, 'Margaret Okafor', 'Margaret Okafor');
    await page.locator('a[href$="/received-payments/400101/101-004417-2"]').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Receive a payment' }).focus();
    await page.keyboard.press('Enter');
    const receiving = page.getByRole('dialog', { name: 'Receive a payment' });
    await receiving.getByLabel('Check number').fill('4410');
    await receiving.getByLabel('Amount').fill('310');
    await receiving.getByLabel('Received on').fill('2026-11-19');
    await receiving.getByLabel('Reason').fill('Came by mail');
    await receiving.getByRole('button', { name: 'Receive', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(receiving).toBeHidden();

    await page.getByRole('row', { name: /4410/ }).getByRole('button', { name: 'Move' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move $310.00 by check 4410 to another loan' });
    await expect(dialog.getByLabel('Right loan')).toBeFocused();
    await dialog.getByLabel('Reason').fill('The account number was mistyped');
    await dialog.getByRole('button', { name: 'Ask to move it' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Choose the right loan.')).toBeVisible();
    await dialog.getByLabel('Right loan').selectOption("Another customer's loan");
    await dialog.getByLabel('Customer number').fill('400102');
    await dialog.getByLabel('Loan number').fill('101-005520-1');
    await dialog.getByLabel('Reason').focus();
    await expect(dialog.getByText('Open the customer with a reason first.')).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByLabel('Right loan').selectOption('Home improvement 101-007730-5');
    await expect(dialog.getByText(/\$310\.00 leaves loan .* On the right loan it pays/)).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Ask to move it' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name: /4410/ })).toContainText('Waits for a second person');

    const second = await (await browser.newContext()).newPage();
    await enter(second, ownApp, 'Sol Bergman, supervisor');
    await second.getByRole('link', { name: 'Approvals', exact: true }).focus();
    await second.keyboard.press('Enter');
    const item = second.getByRole('listitem').filter({ hasText: 'Move a payment to another loan: Margaret Okafor' });
    await expect(item.getByText('on loan 101-007730-5, from 11/19/2026 on')).toBeVisible();
    await expectNoAxeViolations(second);
    await act(second, 'Approve', 'Seen the check', item);
    await expect(item.getByText('approved', { exact: true })).toBeVisible();

    await page.reload();
    await expect(page.getByRole('row', { name: /4410/ })).toContainText('Moved to another loan');
    await expectNoAxeViolations(page);

    const margaret = await (await browser.newContext()).newPage();
    await signIn(margaret, ownApp, 'margaret.okafor');
    await margaret
      .getByRole('link', { name: /^Home improvement/ })
      .first()
      .click();
    const entry = margaret.getByText('Payment, Check, moved from another loan');
    await expect(entry.filter({ visible: true }).first()).toBeVisible();
  },
);
