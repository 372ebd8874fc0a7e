import {
  confirmation,
  demonstrationPassword,
  expect,
  expectNoAxeViolations,
  signIn,
  test,
  editAddress,
} from '#tests/support/e2e.ts';

test(
  'a new mailing address asks for the password and keeps what was typed',
  { tag: '@both' },
  async ({ page, ownApp }) => {
    await signIn(page, ownApp, 'li.wei');
    await page.removeLocatorHandler(confirmation(page));
    await page.goto(`${ownApp.url}/#/myaccount/loanDetails/101-005520-1`);
    const address = await editAddress(page);
    await address.getByLabel('Street address').fill('7 Brattle Street');
    await address.getByLabel('City').fill('Cambridge');
    await address.getByLabel('Zip', { exact: true }).fill('02139');
    await address.getByRole('button', { name: 'Save' }).click();

    const dialog = confirmation(page);
    const password = dialog.getByLabel('Your password', { exact: true });
    await expect(password).toBeFocused();
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(address.getByRole('alert')).toHaveText("Nothing was changed. Confirm it's you first, then try again.");
    await expect(address.getByLabel('Street address')).toHaveValue('7 Brattle Street');

    await address.getByRole('button', { name: 'Save' }).click();
    await password.fill('not the password');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAccessibleDescription('Your current password is incorrect.');
    await password.fill(demonstrationPassword);
    await page.keyboard.press('Enter');
    await expect(address.getByText('Saved')).toBeVisible();

    await address.getByLabel('Street address').fill('8 Brattle Street');
    await address.getByRole('button', { name: 'Save' }).click();
    await expect(address.getByText('Saved')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  },
);
