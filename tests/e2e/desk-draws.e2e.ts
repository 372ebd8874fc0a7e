import { act, enter, open } from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test(
  'operations ask to pay a draw out by keyboard, a supervisor approves, and the customer sees it',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enter(page, ownApp, 'Omar Haddad, operations');
    await open(page, 'Sam Rivera', 'Sam Rivera');
    await page.getByRole('link', { name: 'Draws' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^Available: / })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Draw', exact: true }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Draw on the line' });
    await expect(dialog.getByLabel('Sent by')).toBeFocused();
    await dialog.getByLabel('Check number').fill('501');
    await dialog.getByLabel('Amount').fill('9000');
    await dialog.getByLabel('Reason').fill('Asked for it at the branch');
    await dialog.getByRole('button', { name: 'Ask to draw' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/^Enter at most /)).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByLabel('Amount').fill('1000');
    await dialog.getByRole('button', { name: 'Ask to draw' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('A draw waits for a second person.')).toBeVisible();

    const second = await (await browser.newContext()).newPage();
    await enter(second, ownApp, 'Sol Bergman, supervisor');
    await second.goto(`${ownApp.url}/desk/approvals`);
    const item = second.getByRole('listitem').filter({ hasText: 'Pay out a draw on a line of credit: Sam Rivera' });
    await act(second, 'Approve', 'Seen the request', item);
    await expect(item.getByText('approved', { exact: true })).toBeVisible();

    await page.reload();
    await expect(page.getByRole('cell', { name: '$1,000.00' })).toBeVisible();
    await expectNoAxeViolations(page);

    const sam = await (await browser.newContext()).newPage();
    await signIn(sam, ownApp, 'sam.rivera');
    await sam.goto(`${ownApp.url}/#/myaccount/loanDetails/103-001188-2`);
    await expect(sam.getByText('Advance, Check').filter({ visible: true }).first()).toBeVisible();
  },
);
