import {
  approve,
  confirm,
  enterAndOpen,
  enterSupervisor,
  expectSeenByCustomer,
  press,
  receiveCheck,
} from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test(
  'a check posted to the wrong loan is moved to the right one, both people by keyboard',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enterAndOpen(page, ownApp, 'Omar Haddad, operations', 'Margaret Okafor');
    await press(page.locator('a[href$="/received-payments/400101/101-004417-2"]'));
    await receiveCheck(page, { number: '4410', amount: '310', on: '2026-11-19', effect: /It pays/ });

    await press(page.getByRole('row', { name: /4410/ }).getByRole('button', { name: 'Move' }));
    const dialog = page.getByRole('dialog', { name: 'Move $310.00 by check 4410 to another loan' });
    await expect(dialog.getByLabel('Right loan')).toBeFocused();
    await dialog.getByLabel('Reason').fill('The account number was mistyped');
    await press(dialog.getByRole('button', { name: 'Ask to move it' }));
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
    await confirm(dialog, 'Ask to move it');
    await expect(page.getByRole('row', { name: /4410/ })).toContainText('Waits for a second person');

    const second = await enterSupervisor(browser, ownApp);
    await approve(
      second,
      'Move a payment to another loan: Margaret Okafor',
      'on loan 101-007730-5, from 11/19/2026 on',
    );

    await page.reload();
    await expect(page.getByRole('row', { name: /4410/ })).toContainText('Moved to another loan');
    await expectNoAxeViolations(page);

    await expectSeenByCustomer(browser, ownApp, {
      loginName: 'margaret.okafor',
      loan: /^Home improvement/,
      texts: ['Payment, Check, moved from another loan'],
    });
  },
);
