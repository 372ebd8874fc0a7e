import { enter, open } from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test(
  'operations record the release of a lien by keyboard, and the customer sees it',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enter(page, ownApp, 'Omar Haddad, operations');
    await open(page, 'Margaret Okafor', 'Margaret Okafor');
    await page.getByRole('link', { name: 'Liens', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Paid off, lien to release (1)' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('link', { name: '101-001902-4' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Record release' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Record release' });
    await expect(dialog.getByLabel('Released on')).toBeFocused();
    await dialog.getByLabel('Released on').fill('2026-11-20');
    await dialog.getByLabel('Reason').fill('Title mailed');
    await dialog.getByRole('button', { name: 'Record', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Enter the number of the document.')).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByLabel('Document number').fill('ME-T 88120');
    await dialog.getByRole('button', { name: 'Record', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('region', { name: 'Released on Nov 20, 2026' })).toBeVisible();
    await expectNoAxeViolations(page);

    const margaret = await (await browser.newContext()).newPage();
    await signIn(margaret, ownApp, 'margaret.okafor');
    await margaret.goto(`${ownApp.url}/#/myaccount/loanDetails/101-001902-4`);
    await expect(margaret.getByText('Lien released on Nov 20, 2026. Document: ME-T 88120')).toBeVisible();
    await expectNoAxeViolations(margaret);
  },
);
