import { act, enterAndOpen, press } from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';
import { openLoan } from '#tests/support/loan-journey.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test(
  'an agent sees open messages, documents, and alerts beside the accounts, and goes to each by keyboard',
  { tag: '@both' },
  async ({ ownApp, page }) => {
    await enterAndOpen(page, ownApp, 'Alma Ortiz, agent', 'Margaret Okafor');
    const alerts = page.getByRole('region', { name: 'Alerts' });
    await expect(alerts).toContainText('login restricted');
    const documents = page.getByRole('region', { name: 'Documents' });
    await expect(documents).toContainText('What we still need from you.pdf');
    const messages = page.getByRole('region', { name: 'Open messages' });
    await expect(messages).toContainText('new');
    await expectNoAxeViolations(page);
    await press(messages.getByRole('link', { name: 'Paying off the car loan' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Paying off the car loan' })).toBeVisible();
    await page.goBack();
    await press(documents.getByRole('link', { name: 'Open' }));
    await expect(page.getByRole('heading', { level: 1, name: /^Documents of / })).toBeVisible();
  },
);

test('one slow part of a customer does not hold up the rest', { tag: '@desktop' }, async ({ ownApp, page }) => {
  await enterAndOpen(page, ownApp, 'Alma Ortiz, agent', 'Margaret Okafor');
  for (const slow of ['', '/alerts']) {
    let answer = () => undefined as void;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(new RegExp(`/api/desk/customer${slow}\\?`), async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await expect(page.getByRole('region', { name: 'Documents' })).toContainText('What we still need from you.pdf');
    await expect(page.getByRole('region', { name: 'Open messages' })).toContainText('Paying off the car loan');
    await expect(page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Accounts/ })).toHaveCount(slow === '' ? 0 : 1);
    answer();
    await expect(page.getByRole('heading', { name: /^Accounts/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Alerts' })).toContainText('login restricted');
    await page.unrouteAll();
  }
});

test(
  'operations see a loan that its customer hid, and show it on the web again by keyboard',
  { tag: '@desktop' },
  async ({ ownApp, page }) => {
    const number = '102-004100-9';
    await openLoan(page, ownApp, 'acme.supply', number);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Hide loan from web' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hide loan' }).click();
    await expect(page).toHaveURL(/#\/myaccount\/dashboard$/);

    await enterAndOpen(page, ownApp, 'Omar Haddad, operations', 'Acme Supply Co.');
    const loan = page
      .getByRole('region', { name: /^Accounts/ })
      .getByRole('listitem')
      .filter({ hasText: number });
    await expect(loan).toContainText('Hidden by the customer');
    await expectNoAxeViolations(page);
    await act(page, 'Show on the web again', 'Asked for it by phone', loan);
    await expect(loan).toBeVisible();
    await expect(loan).not.toContainText('Hidden by the customer');
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Showed an account on the web again');

    await page.goto(ownApp.url);
    await expect(page.getByText('Equipment loan').filter({ visible: true }).first()).toBeVisible();
  },
);
