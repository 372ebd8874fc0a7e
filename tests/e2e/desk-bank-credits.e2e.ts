import {
  approve,
  confirm,
  enterAndOpen,
  enterSupervisor,
  press,
  receiveCheck,
} from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test(
  "an overpayment goes to the customer's bank account, both people by keyboard, and is stopped before it leaves",
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enterAndOpen(page, ownApp, 'Omar Haddad, operations', 'Margaret Okafor');
    await press(page.locator('a[href$="/received-payments/400101/101-004417-2"]'));
    await receiveCheck(page, { number: '2072', amount: '90,000', on: '2026-11-20', effect: /is more than is owed/ });

    await press(page.getByRole('button', { name: 'Pay out' }));
    const dialog = page.getByRole('dialog', { name: 'Pay out an overpayment' });
    await expect(dialog.getByLabel('Sent by')).toBeFocused();
    await dialog.getByLabel('Sent by').selectOption('Bank account');
    await expect(dialog.getByLabel('Bank account')).toContainText(/ending \d{4}, .* of Margaret/);
    await expect(dialog.getByText('Once approved, the next bank file sends it.')).toBeVisible();
    await expectNoAxeViolations(page);
    await confirm(dialog, 'Ask to pay out', 'Paid too much with check 2072');

    const second = await enterSupervisor(browser, ownApp);
    await approve(second, 'Pay out an overpayment: Margaret Okafor');

    await page.reload();
    const row = page.getByRole('row', { name: /Bank account/ });
    await expect(row).toContainText(/Waits for the bank file of .*, to the account ending \d{4}/);
    await expectNoAxeViolations(page);
    await press(row.getByRole('button', { name: 'Stop' }));
    const stopping = page.getByRole('dialog', { name: /^Stop / });
    await expect(stopping.getByText("It doesn't leave with the bank file.")).toBeVisible();
    await confirm(stopping, 'Ask to stop', 'Customer wants a check');
    await approve(second, 'Stop a payout: Margaret Okafor');
    await page.reload();
    await expect(row).toContainText('Stopped');
  },
);
