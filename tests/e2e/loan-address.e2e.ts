import { confirmWhenAsked, editAddress, expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';
import { openLoan, section } from '#tests/support/loan-journey.ts';

test.describe('the mailing address', () => {
  test(
    'is saved with a check mark, and reset restores the saved one',
    { tag: '@desktop' },
    async ({ page, ownApp }) => {
      await openLoan(page, ownApp, 'li.wei', '101-005520-1');
      const address = await editAddress(page);
      const save = address.getByRole('button', { name: 'Save' });
      await expect(save).toBeHidden();
      await address.getByLabel('Street address').fill('<5> Brattle  Street');
      await expect(address.getByLabel('Street address')).toHaveValue('5 Brattle Street');
      await address.getByRole('button', { name: 'Reset' }).click();
      await expect(address.getByLabel('Street address')).toHaveValue('402 Beacon Street');
      await expect(save).toBeHidden();

      for (const [label, typed, message] of [
        ['Street address', '', 'You must enter an address'],
        ['Street address', 'x'.repeat(46), 'Cannot be longer than 45 characters'],
        ['City', '', 'You must enter a city'],
        ['City', 'x'.repeat(21), 'Cannot be longer than 20 characters'],
        ['Zip', '', 'You must enter a zip code'],
        ['Zip', '0210', 'Zip code must be 5 digits'],
      ] as const) {
        const field = address.getByLabel(label, { exact: true });
        const before = await field.inputValue();
        await field.fill(typed);
        await field.blur();
        await expect(field, `${label} "${typed}"`).toHaveAccessibleDescription(message);
        await expect(save).toBeDisabled();
        await field.fill(before);
      }
      await address.getByLabel('City').fill('');
      await address.getByLabel('City').press('Enter');
      await expect(address.getByRole('alert')).toHaveText('Was unable to save changes, please correct errors first.');
      await expect(address.getByLabel('City')).toBeFocused();
      await address.getByRole('button', { name: 'Reset' }).click();

      await address.getByLabel('Street address').fill('5 Brattle Street');
      await address.getByLabel('City').fill('Cambridge');
      await save.click();
      await expect(address.getByRole('alert')).toHaveText('City is not found within the specified zip code.');
      await address.getByLabel('Zip', { exact: true }).fill('02139');
      await save.click();
      await expect(address.getByText('Saved')).toBeVisible();
      await expect(save).toBeHidden();
      await expect(address.getByText('Saved')).toBeHidden();
      await page.reload();
      await expect((await editAddress(page)).getByLabel('City')).toHaveValue('Cambridge');
      await page.goto(ownApp.outboxUrl);
      await expect(page.getByText("Your loan's mailing address was changed")).toBeVisible();
    },
  );

  test(
    'changed in another window shows both versions before replacing it',
    { tag: '@desktop' },
    async ({ page, ownApp }) => {
      await openLoan(page, ownApp, 'li.wei', '101-005520-1');
      const other = await page.context().newPage();
      await confirmWhenAsked(other);
      await other.goto(page.url());
      for (const [tab, street] of [
        [other, '7 Beacon Street'],
        [page, '9 Beacon Street'],
      ] as const) {
        const address = await editAddress(tab);
        await address.getByLabel('Street address').fill(street);
        await address.getByRole('button', { name: 'Save' }).click();
        await expect(address.getByText(tab === other ? 'Saved' : /On file now: 7 Beacon Street, Boston/)).toBeVisible();
      }
      const address = section(page, 'Mailing address');
      await expect(address.getByLabel('Street address')).toHaveValue('9 Beacon Street');
      await expectNoAxeViolations(page);
      await address.getByRole('button', { name: 'Save' }).click();
      await expect(address.getByText('Saved')).toBeVisible();
    },
  );

  test("that can't be saved shows an error and keeps what was typed", { tag: '@desktop' }, async ({ page, app }) => {
    await openLoan(page, app, 'li.wei', '101-005520-1');
    const address = await editAddress(page);
    await page.route('**/api/Account/UpdateAddress', (route) => route.abort());
    await address.getByLabel('Street address').fill('6 Brattle Street');
    await address.getByRole('button', { name: 'Save' }).click();
    await expect(address.getByRole('alert')).toHaveText('Error');
    await expect(address.getByLabel('Street address')).toHaveValue('6 Brattle Street');
  });

  test('with unsaved changes asks before leaving', { tag: '@desktop' }, async ({ page, app }) => {
    await openLoan(page, app, 'li.wei', '101-005520-1');
    await (await editAddress(page)).getByLabel('Street address').fill('6 Brattle Street');
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unsaved changes' });
    await dialog.getByRole('button', { name: 'No' }).click();
    await expect(page).toHaveURL(/loanDetails/);
    await expect(section(page, 'Mailing address').getByLabel('Street address')).toHaveValue('6 Brattle Street');
    const leave = {
      'an address typed by hand': () => page.goto(`${app.url}/#/myaccount/faq`),
      'the step back': () => page.goBack(),
    };
    for (const [how, go] of Object.entries(leave)) {
      await go();
      await dialog.getByRole('button', { name: 'No' }).click();
      await expect(page, how).toHaveURL(/loanDetails/);
      await expect(section(page, 'Mailing address').getByLabel('Street address'), how).toHaveValue('6 Brattle Street');
    }
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await expect(page).toHaveURL(/dashboard/);
  });
});
