import { confirm, enterAndOpen, enterSupervisor, approve, press } from '#tests/support/desk-by-keyboard.ts';
import { signIn } from '#tests/support/e2e.ts';
import { openAccountScreen } from './support/open.ts';
import { expect, test } from './support/pictures.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

const operations = 'Omar Haddad, operations';

test('the release of a lien', async ({ page, ownApp: app, visit }) => {
  const dialog = page.getByRole('dialog', { name: 'Record release' });
  await enterAndOpen(page, app, operations, 'Margaret Okafor');
  await visit('desk-liens', async () => {
    await press(page.getByRole('link', { name: 'Liens', exact: true }));
    await expect(page.getByRole('heading', { name: 'Paid off, lien to release (1)' })).toBeVisible();
  });
  await visit(
    'desk-lien-release',
    async () => {
      await press(page.getByRole('link', { name: '101-001902-4' }));
      await press(page.getByRole('button', { name: 'Record release' }));
      await press(dialog.getByRole('button', { name: 'Record', exact: true }));
      await expect(dialog.getByText('Enter the number of the document.')).toBeVisible();
    },
    { firstView: true },
  );
  await dialog.getByLabel('Released on').fill('2026-11-20');
  await dialog.getByLabel('Document number').fill('ME-T 88120');
  await confirm(dialog, 'Record', 'Title mailed');
  await visit('desk-lien-released', () => expect(page.getByText('Document: ME-T 88120')).toBeVisible());
  await signIn(page, app, 'margaret.okafor');
  await visit('loan-lien-released', () =>
    openAccountScreen(page, app, 'loanDetails/101-001902-4', 'Lien released on Nov 20, 2026.'),
  );
});

test('a charge-off', async ({ page, ownApp: app, browser, visit }) => {
  const dialog = page.getByRole('dialog');
  await enterAndOpen(page, app, operations, 'Li Wei');
  await visit(
    'desk-charge-off-ask',
    async () => {
      await press(page.getByRole('link', { name: 'Charge-off' }));
      await press(page.getByRole('button', { name: 'Charge off' }));
      await expect(dialog.getByLabel('Reason')).toBeFocused();
    },
    { firstView: true },
  );
  await confirm(dialog, 'Ask to charge off', 'No payment to be expected');
  await visit('desk-charge-off-asked', () =>
    expect(page.getByText('The charge-off waits for a second person.')).toBeVisible(),
  );
  await approve(await enterSupervisor(browser, app), 'Charge a loan off: Li Wei');
  await visit(
    'desk-charge-off-reverse',
    async () => {
      await page.reload();
      await press(page.getByRole('button', { name: 'Reverse charge-off' }));
      await expect(dialog.getByLabel('Reason')).toBeFocused();
    },
    { firstView: true },
  );
  await signIn(page, app, 'li.wei');
  await visit('dashboard-charged-off', () => openAccountScreen(page, app, 'dashboard', 'Charged off'));
  await visit('loan-charged-off', () =>
    openAccountScreen(page, app, 'loanDetails/101-005520-1', /^We charged this loan off on /),
  );
  await visit('payment-of-charged-off-loan', () =>
    openAccountScreen(page, app, 'payment/101-005520-1', "you can't pay it online"),
  );
});

test('a draw on a line of credit', async ({ page, ownApp: app, browser, visit }) => {
  const dialog = page.getByRole('dialog', { name: 'Draw on the line' });
  await enterAndOpen(page, app, operations, 'Sam Rivera');
  await visit(
    'desk-draw',
    async () => {
      await press(page.getByRole('link', { name: 'Draws' }));
      await press(page.getByRole('button', { name: 'Draw', exact: true }));
      await dialog.getByLabel('Check number').fill('501');
      await dialog.getByLabel('Amount').fill('9000');
      await press(dialog.getByRole('button', { name: 'Ask to draw' }));
      await expect(dialog.getByText(/^Enter at most /)).toBeVisible();
    },
    { firstView: true },
  );
  await dialog.getByLabel('Amount').fill('1000');
  await confirm(dialog, 'Ask to draw', 'Asked for it at the branch');
  const second = await enterSupervisor(browser, app);
  await approve(second, 'Pay out a draw on a line of credit: Sam Rivera');
  await visit('desk-draws', async () => {
    await page.reload();
    await expect(page.getByRole('cell', { name: '$1,000.00' })).toBeVisible();
  });
  await signIn(page, app, 'sam.rivera');
  await visit('line-of-credit-drawn', () => openAccountScreen(page, app, 'loanDetails/103-001188-2', 'Advance, Check'));
});
