import { confirm, enterAndOpen, press } from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test(
  'operations record the release of a lien by keyboard, and the customer sees it',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enterAndOpen(page, ownApp, 'Omar Haddad, operations', 'Margaret Okafor');
    await press(page.getByRole('link', { name: 'Liens', exact: true }));
    await expect(page.getByRole('heading', { name: 'Paid off, lien to release (1)' })).toBeVisible();
    await expectNoAxeViolations(page);
    await press(page.getByRole('link', { name: '101-001902-4' }));
    await press(page.getByRole('button', { name: 'Record release' }));
    const dialog = page.getByRole('dialog', { name: 'Record release' });
    await expect(dialog.getByLabel('Released on')).toBeFocused();
    await dialog.getByLabel('Released on').fill('2026-11-20');
    await dialog.getByLabel('Reason').fill('Title mailed');
    await press(dialog.getByRole('button', { name: 'Record', exact: true }));
    await expect(dialog.getByText('Enter the number of the document.')).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByLabel('Document number').fill('ME-T 88120');
    await confirm(dialog, 'Record');
    await expect(page.getByRole('region', { name: 'Released on Nov 20, 2026' })).toBeVisible();
    await expectNoAxeViolations(page);

    const margaret = await (await browser.newContext()).newPage();
    await signIn(margaret, ownApp, 'margaret.okafor');
    await margaret.goto(`${ownApp.url}/#/myaccount/loanDetails/101-001902-4`);
    await expect(margaret.getByText('Lien released on Nov 20, 2026. Document: ME-T 88120')).toBeVisible();
    await expectNoAxeViolations(margaret);
  },
);
