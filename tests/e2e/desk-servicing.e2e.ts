import {
  approve,
  confirm,
  enterAndOpen,
  enterSupervisor,
  expectSeenByCustomer,
  press,
} from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test('operations change a due date by keyboard', { tag: '@desktop' }, async ({ ownApp, page }) => {
  await enterAndOpen(page, ownApp, 'Omar Haddad, operations', 'Li Wei');
  await press(page.getByRole('link', { name: 'Due date' }));
  await expect(page.getByRole('region', { name: 'Due on day 12 of the month' })).toBeVisible();
  await expectNoAxeViolations(page);
  await press(page.getByRole('button', { name: 'Change due date' }));
  const dialog = page.getByRole('dialog', { name: 'Change due date' });
  await expect(dialog.getByLabel('Day of the month')).toBeFocused();
  await page.keyboard.type('20');
  await expect(dialog.getByText(/^Next payment: .* 12, .* moves to .* 20, /)).toBeVisible();
  await expectNoAxeViolations(page);
  await confirm(dialog, 'Change', 'Paid on the 20th now');
  await expect(page.getByRole('region', { name: 'Due on day 20 of the month' })).toBeVisible();
});

test(
  'operations defer a payment by keyboard, two more wait for a supervisor, and the customer sees the new dates',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enterAndOpen(page, ownApp, 'Omar Haddad, operations', 'Li Wei');
    await press(page.getByRole('link', { name: 'Defer' }));
    await expect(page.getByRole('heading', { name: 'Deferred in the last 12 months: 0' })).toBeVisible();
    await expect(page.getByText('Next payment due: Dec 12, 2026')).toBeVisible();
    await expectNoAxeViolations(page);
    await press(page.getByRole('button', { name: 'Defer payments' }));
    const dialog = page.getByRole('dialog', { name: 'Defer payments' });
    await expect(dialog.getByLabel('Payments to defer')).toBeFocused();
    await expect(dialog.getByText('Dec 12, 2026 moves to Jan 12, 2027')).toBeVisible();
    await expectNoAxeViolations(page);
    await confirm(dialog, 'Defer', 'Lost the job');
    await expect(page.getByRole('heading', { name: 'Deferred in the last 12 months: 1' })).toBeVisible();
    await expect(page.getByText('Next payment due: Jan 12, 2027')).toBeVisible();

    await press(page.getByRole('button', { name: 'Defer payments' }));
    await dialog.getByLabel('Payments to defer').selectOption('5');
    await expect(dialog.getByText('That is more than may be deferred in twelve months.')).toBeVisible();
    await dialog.getByLabel('Payments to defer').selectOption('2');
    await expect(dialog.getByText('Jan 12, 2027 moves to Mar 12, 2027')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Still without a job');
    await press(dialog.getByRole('button', { name: 'Ask to defer' }));
    await expect(page.getByText('A deferral waits for a second person.')).toBeVisible();
    await expectNoAxeViolations(page);

    const second = await enterSupervisor(browser, ownApp);
    await approve(second, 'Defer payments of a loan: Li Wei', '03/12/2027');

    await page.reload();
    await expect(page.getByText('Next payment due: Mar 12, 2027')).toBeVisible();

    await expectSeenByCustomer(browser, ownApp, {
      loginName: 'li.wei',
      loan: /^Auto loan/,
      texts: ['Payments deferred', 'Mar 12, 2027'],
    });
  },
);

test(
  'operations ask for another rate by keyboard, a supervisor approves it, and the customer sees it',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enterAndOpen(page, ownApp, 'Omar Haddad, operations', 'Li Wei');
    await press(page.getByRole('link', { name: 'Rate', exact: true }));
    await expect(page.getByRole('heading', { name: /^Rate today: / })).toBeVisible();
    await expectNoAxeViolations(page);
    await press(page.getByRole('button', { name: 'Change rate' }));
    const dialog = page.getByRole('dialog', { name: 'Change rate' });
    await expect(dialog.getByLabel('New rate in percent')).toBeFocused();
    await page.keyboard.type('3.25');
    await dialog.getByLabel('First day').fill('2026-11-20');
    const why = 'A rate can change today or later, never for days that are over.';
    const refusal = dialog.getByText(why);
    await expect(refusal).toBeVisible();
    await press(dialog.getByRole('button', { name: 'Ask to change' }));
    await expect(dialog.getByRole('alert').filter({ hasText: why })).toBeVisible();
    await expect(refusal).toHaveCount(1);
    // The reason of the former day is gone before the answer for the new one is there.
    const asked = Promise.withResolvers<void>();
    await page.route('**/api/desk/rate?*', async (route) => {
      await asked.promise;
      await route.continue();
    });
    await dialog.getByLabel('First day').fill('2026-11-22');
    await expect(refusal).toBeHidden();
    await expect(dialog.getByRole('status', { name: 'Loading' })).toBeVisible();
    asked.resolve();
    await expect(dialog.getByText(/becomes 3\.25%/)).toBeVisible();
    await expect(dialog.getByText(/first due Jan 12, 2027/)).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByLabel('Reason').fill('Agreed in the branch');
    await press(dialog.getByRole('button', { name: 'Ask to change' }));
    await expect(page.getByText('A change waits for a second person.')).toBeVisible();

    const second = await enterSupervisor(browser, ownApp);
    await approve(second, 'Change the interest rate of a loan: Li Wei', '3.25% from 11/22/2026 on');

    await page.reload();
    await expect(page.getByText(/3\.25%/).first()).toBeVisible();

    await expectSeenByCustomer(browser, ownApp, {
      loginName: 'li.wei',
      loan: /^Auto loan/,
      texts: ['Interest rate changed'],
    });
  },
);
