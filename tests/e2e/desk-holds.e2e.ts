import {
  act,
  approve,
  confirm,
  enterAndOpen,
  enterSupervisor,
  expectSeenByCustomer,
  press,
} from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test(
  'operations hold all loans of a customer by keyboard, and a supervisor lifts the hold',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enterAndOpen(page, ownApp, 'Omar Haddad, operations', 'Li Wei');
    await press(page.getByRole('button', { name: 'Hold all loans' }));
    const dialog = page.getByRole('dialog', { name: 'Hold all loans' });
    const choice = dialog.getByLabel('What to do');
    await expect(choice).toBeFocused();
    await dialog.getByLabel('Reason').fill('Death certificate');
    await press(dialog.getByRole('button', { name: 'Hold', exact: true }));
    await expect(dialog.getByText('Choose what to do.')).toBeVisible();
    await choice.selectOption('Hold: Deceased (DEC)');
    const changes = dialog.getByRole('list', { name: 'What changes' });
    await expect(changes).toContainText('101-005520-1: gets DEC');
    await expect(changes).toContainText('Sign-in as li.wei: is restricted');
    await expectNoAxeViolations(page);
    await confirm(dialog, 'Hold');
    await expect(page.getByRole('region', { name: /^Accounts/ })).toContainText('DEC');
    await expect(page.getByRole('region', { name: 'Login li.wei' })).toContainText('Restricted');

    await press(page.getByRole('button', { name: 'Hold all loans' }));
    await choice.selectOption('Lift: Deceased (DEC)');
    await expect(changes).toContainText('101-005520-1: DEC is lifted');
    await expect(dialog.getByText('Sign-in stays restricted: li.wei.')).toBeVisible();
    await expect(dialog.getByRole('checkbox')).toBeHidden();
    await expectNoAxeViolations(page);
    await confirm(dialog, 'Ask to lift', 'Wrong person');

    const second = await enterSupervisor(browser, ownApp);
    await press(second.getByRole('link', { name: 'Approvals', exact: true }));
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
    const second = await enterSupervisor(browser, ownApp);
    await enterAndOpen(page, ownApp, 'Omar Haddad, operations', 'Li Wei');
    await press(page.getByRole('link', { name: 'Rate' }));
    await press(page.getByRole('button', { name: 'Change rate' }));
    const changing = page.getByRole('dialog', { name: 'Change rate' });
    await changing.getByLabel('New rate in percent').fill('4');
    await changing.getByLabel('First day').fill('2026-12-20');
    await expect(changing.getByText(/^Payment: .* becomes/)).toBeVisible();
    await confirm(changing, 'Ask to change', 'Agreed in the branch');
    await approve(second, 'Change the interest rate of a loan: Li Wei');

    await page.reload();
    await expect(page.getByText('From Dec 20, 2026 on: 4.00%')).toBeVisible();
    await press(page.getByRole('button', { name: 'Withdraw change' }));
    const dialog = page.getByRole('dialog', { name: 'Withdraw change' });
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await expectNoAxeViolations(page);
    await page.keyboard.type('Entered for the wrong loan');
    await press(dialog.getByRole('button', { name: 'Ask to withdraw' }));
    await expect(page.getByText('Withdrawing the change waits for a second person.')).toBeVisible();
    await expectNoAxeViolations(page);
    await approve(second, 'Withdraw a change of the interest rate of a loan: Li Wei');

    await page.reload();
    await expect(page.getByText('From Dec 20, 2026 on: 4.00%')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Change rate' })).toBeVisible();

    await expectSeenByCustomer(browser, ownApp, {
      loginName: 'li.wei',
      loan: /^Auto loan/,
      texts: ['Change of interest rate withdrawn'],
    });
  },
);
