import { act, enter, open } from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test(
  "an overpayment goes to the customer's bank account, both people by keyboard, and is stopped before it leaves",
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enter(page, ownApp, 'Omar Haddad, operations');
    await open(page, 'Margaret Okafor', 'Margaret Okafor');
    await page.locator('a[href$="/received-payments/400101/101-004417-2"]').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Receive a payment' }).focus();
    await page.keyboard.press('Enter');
    const receiving = page.getByRole('dialog', { name: 'Receive a payment' });
    await receiving.getByLabel('Check number').fill('2072');
    await receiving.getByLabel('Amount').fill('90,000');
    await receiving.getByLabel('Received on').fill('2026-11-20');
    await expect(receiving.getByText(/is more than is owed/)).toBeVisible();
    await receiving.getByLabel('Reason').fill('Came by mail');
    await receiving.getByRole('button', { name: 'Receive', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(receiving).toBeHidden();

    await page.getByRole('button', { name: 'Pay out' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Pay out an overpayment' });
    await expect(dialog.getByLabel('Sent by')).toBeFocused();
    await dialog.getByLabel('Sent by').selectOption('Bank account');
    await expect(dialog.getByLabel('Bank account')).toContainText(/ending \d{4}, .* of Margaret/);
    await expect(dialog.getByText('Once approved, the next bank file sends it.')).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByLabel('Reason').fill('Paid too much with check 2072');
    await dialog.getByRole('button', { name: 'Ask to pay out' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();

    const second = await (await browser.newContext()).newPage();
    await enter(second, ownApp, 'Sol Bergman, supervisor');
    const approve = async (title: string) => {
      await second.goto(`${ownApp.url}/desk/approvals`);
      const item = second.getByRole('listitem').filter({ hasText: `${title}: Margaret Okafor` });
      await expectNoAxeViolations(second);
      await act(second, 'Approve', 'Seen the check', item);
      await expect(item.getByText('approved', { exact: true })).toBeVisible();
    };
    await approve('Pay out an overpayment');

    await page.reload();
    const row = page.getByRole('row', { name: /Bank account/ });
    await expect(row).toContainText(/Waits for the bank file of .*, to the account ending \d{4}/);
    await expectNoAxeViolations(page);
    await row.getByRole('button', { name: 'Stop' }).focus();
    await page.keyboard.press('Enter');
    const stopping = page.getByRole('dialog', { name: /^Stop / });
    await expect(stopping.getByText('It does not leave with the bank file.')).toBeVisible();
    await stopping.getByLabel('Reason').fill('Customer wants a check');
    await stopping.getByRole('button', { name: 'Ask to stop' }).focus();
    await page.keyboard.press('Enter');
    await expect(stopping).toBeHidden();
    await approve('Stop a payout');
    await page.reload();
    await expect(row).toContainText('Stopped');
  },
);
