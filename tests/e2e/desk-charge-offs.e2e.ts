import { approve, enterAndOpen, enterSupervisor, press } from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test(
  'operations ask to charge a loan off by keyboard, a supervisor approves, and the customer sees it',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enterAndOpen(page, ownApp, 'Omar Haddad, operations', 'Li Wei');
    await press(page.getByRole('link', { name: 'Charge-off' }));
    await expect(page.getByRole('heading', { name: /^Owed today: / })).toBeVisible();
    await expectNoAxeViolations(page);
    await press(page.getByRole('button', { name: 'Charge off' }));
    const dialog = page.getByRole('dialog', { name: 'Charge off' });
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await expectNoAxeViolations(page);
    await page.keyboard.type('No payment to be expected');
    await press(dialog.getByRole('button', { name: 'Ask to charge off' }));
    await expect(page.getByText('The charge-off waits for a second person.')).toBeVisible();

    await approve(await enterSupervisor(browser, ownApp), 'Charge a loan off: Li Wei');

    await page.reload();
    await expect(page.getByRole('region', { name: /^Charged off on / })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reverse charge-off' })).toBeVisible();
    await expectNoAxeViolations(page);

    const li = await (await browser.newContext()).newPage();
    await signIn(li, ownApp, 'li.wei');
    await expect(li.getByText('Charged off').filter({ visible: true }).first()).toBeVisible();
    // The dashboard offers payments wherever there is a loan; what it leads to says why this one can't be paid.
    await li.getByRole('main').getByRole('link', { name: 'Make Payment' }).first().click();
    await expect(li.getByText("We charged this loan off, so you can't pay it online. Call")).toBeVisible();
    await expectNoAxeViolations(li);
    await li.goto(`${ownApp.url}/#/myaccount/loanDetails/101-005520-1`);
    await expect(li.getByText(/^We charged this loan off on /)).toBeVisible();
    const loan = li.getByRole('main');
    await expect(loan.getByRole('link', { name: 'Make A Payment' })).toBeHidden();
    await expectNoAxeViolations(li);
  },
);
