import { act, enter, open } from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test(
  'operations hold all loans of a customer by keyboard, and a supervisor lifts the hold',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enter(page, ownApp, 'Omar Haddad, operations');
    await open(page, 'Li Wei', 'Li Wei');
    await page.getByRole('button', { name: 'Hold all loans' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Hold all loans' });
    const choice = dialog.getByLabel('What to do');
    await expect(choice).toBeFocused();
    await dialog.getByLabel('Reason').fill('Death certificate');
    await dialog.getByRole('button', { name: 'Hold', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Choose what to do.')).toBeVisible();
    await choice.selectOption('Hold: Deceased (DEC)');
    const changes = dialog.getByRole('list', { name: 'What changes' });
    await expect(changes).toContainText('101-005520-1: gets DEC');
    await expect(changes).toContainText('Sign-in as li.wei: is restricted');
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Hold', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('region', { name: /^Accounts/ })).toContainText('DEC');
    await expect(page.getByRole('region', { name: 'Login li.wei' })).toContainText('Restricted');

    await page.getByRole('button', { name: 'Hold all loans' }).focus();
    await page.keyboard.press('Enter');
    await choice.selectOption('Lift: Deceased (DEC)');
    await expect(changes).toContainText('101-005520-1: DEC is lifted');
    await expect(dialog.getByText('Sign-in stays restricted: li.wei.')).toBeVisible();
    await expect(dialog.getByRole('checkbox')).toBeHidden();
    await expectNoAxeViolations(page);
    await dialog.getByLabel('Reason').fill('Wrong person');
    await dialog.getByRole('button', { name: 'Ask to lift' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();

    const second = await (await browser.newContext()).newPage();
    await enter(second, ownApp, 'Sol Bergman, supervisor');
    await second.getByRole('link', { name: 'Approvals', exact: true }).focus();
    await second.keyboard.press('Enter');
    const item = second
      .getByRole('listitem')
      .filter({ hasText: 'Lift a hold code from all loans of a customer: Li Wei' });
    await expect(item).not.toContainText('Sign-in as');
    await expectNoAxeViolations(second);
    await act(second, 'Approve', 'Checked the certificate', item);
    await expect(item.getByText('approved', { exact: true })).toBeVisible();

    await page.reload();
    await expect(page.getByRole('region', { name: /^Accounts/ })).not.toContainText('DEC');
    await expect(page.getByRole('region', { name: 'Login li.wei' })).toContainText('Restricted');
  },
);

test(
  'an agreed rate is withdrawn by keyboard before its first day, and the customer sees it',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    const second = await (await browser.newContext()).newPage();
    await enter(second, ownApp, 'Sol Bergman, supervisor');
    const approve = async (title: string) => {
      await second.goto(`${ownApp.url}/desk/approvals`);
      const item = second.getByRole('listitem').filter({ hasText: title });
      await act(second, 'Approve', 'Seen the letter', item);
      await expect(item.getByText('approved', { exact: true })).toBeVisible();
    };

    await enter(page, ownApp, 'Omar Haddad, operations');
    await open(page, 'Li Wei', 'Li Wei');
    await page.getByRole('link', { name: 'Rate' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change rate' }).focus();
    await page.keyboard.press('Enter');
    const changing = page.getByRole('dialog', { name: 'Change rate' });
    await changing.getByLabel('New rate in percent').fill('4');
    await changing.getByLabel('First day').fill('2026-12-20');
    await expect(changing.getByText(/^Payment: .* becomes/)).toBeVisible();
    await changing.getByLabel('Reason').fill('Agreed in the branch');
    await changing.getByRole('button', { name: 'Ask to change' }).focus();
    await page.keyboard.press('Enter');
    await expect(changing).toBeHidden();
    await approve('Change the interest rate of a loan: Li Wei');

    await page.reload();
    await expect(page.getByText('From Dec 20, 2026 on: 4.00%')).toBeVisible();
    await page.getByRole('button', { name: 'Withdraw change' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Withdraw change' });
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await expectNoAxeViolations(page);
    await page.keyboard.type('Entered for the wrong loan');
    await dialog.getByRole('button', { name: 'Ask to withdraw' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Withdrawing the change waits for a second person.')).toBeVisible();
    await expectNoAxeViolations(page);
    await approve('Withdraw a change of the interest rate of a loan: Li Wei');

    await page.reload();
    await expect(page.getByText('From Dec 20, 2026 on: 4.00%')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Change rate' })).toBeVisible();

    const li = await (await browser.newContext()).newPage();
    await signIn(li, ownApp, 'li.wei');
    await li
      .getByRole('link', { name: /^Auto loan/ })
      .first()
      .click();
    await expect(li.getByText('Change of interest rate withdrawn').filter({ visible: true }).first()).toBeVisible();
  },
);
