import { changeRow, demonstrationPassword, expect, expectNoAxeViolations, signIn } from '#tests/support/e2e.ts';
import { openProfile, section, test } from '#tests/support/profile-journey.ts';

test(
  'a customer reads the profile and changes address and phones',
  { tag: '@both' },
  async ({ page, app }, { project }) => {
    await openProfile(page, app, project.name === 'phone' ? 'sam.rivera' : 'margaret.okafor');
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    const inOrder = ['User Information', 'Personal Information', 'Notifications', 'Documents'];
    await expect.poll(async () => (await headings.allTextContents()).slice(0, 4)).toEqual(inOrder);
    await expectNoAxeViolations(page);

    const personal = section(page, 'Personal Information');
    const second = personal.getByRole('switch', { name: 'Phone 2 is my primary phone' });
    await changeRow(personal, 'Phone numbers');
    await expect(second).toBeDisabled();
    await changeRow(personal, 'Address');
    await expect(second).toBeHidden();
    await personal.getByLabel('Zip').fill('0413');
    await personal.getByLabel('Zip').blur();
    await expect(personal.getByText('Zip code must be 5 digits')).toBeVisible();
    await expect(personal.getByRole('button', { name: 'Save' })).toBeDisabled();
    await personal.getByLabel('Zip').press('Enter');
    await expect(personal.getByRole('alert')).toHaveText('Was unable to save changes, please correct errors first.');
    await personal.getByRole('button', { name: 'Cancel' }).click();
    await expect(personal.getByText('Zip code must be 5 digits')).toBeHidden();
    await expect(personal.getByRole('button', { name: 'Save' })).toBeHidden();

    await expect(personal.getByRole('button', { name: 'Change Address' })).toBeFocused();
    await changeRow(personal, 'Phone numbers');
    await expect(personal.getByLabel('Phone 1', { exact: true })).toBeFocused();
    await personal.getByLabel('Phone 2', { exact: true }).pressSequentially('555010');
    await expect(second).toBeDisabled();
    await personal.getByLabel('Phone 2', { exact: true }).blur();
    await expect(personal.getByText('Phone number is invalid. A 10 digit phone number is required.')).toBeVisible();
    await personal.getByLabel('Phone 2', { exact: true }).fill('5550100005');
    await expect(personal.getByLabel('Phone 2', { exact: true })).toHaveValue('555-010-0005');
    await second.click();
    await expect(personal.getByRole('switch', { name: 'Phone 1 is my primary phone' })).not.toBeChecked();
    await expect(personal.getByRole('button', { name: 'Save' })).toBeDisabled();
    await personal.getByLabel('Current password', { exact: true }).fill('not-the-password');
    await personal.getByRole('button', { name: 'Save' }).click();
    await expect(personal.getByRole('alert')).toHaveText('Your current password is incorrect.');
    await personal.getByLabel('Current password', { exact: true }).fill(demonstrationPassword);
    // A row with changes stays open beside the one opened next.
    await changeRow(personal, 'Address');
    await personal.getByLabel('Street address').fill('PO Box 12');
    await personal.getByRole('button', { name: 'Save' }).click();
    await expect(personal.getByRole('alert')).toHaveText('Physical address cannot contain a PO box.');
    await personal.getByLabel('Street address').fill('20 Wharf Street');
    await expectNoAxeViolations(page);
    await personal.getByRole('button', { name: 'Save' }).click();
    await expect(personal.getByText('Saved', { exact: true })).toBeVisible();
    await expect(personal.getByText('Saved', { exact: true })).toBeHidden({ timeout: 6_000 });
    await page.reload();
    await expect(personal).toContainText('20 Wharf Street');
    await expect(personal.getByRole('listitem').filter({ hasText: 'Primary' })).toContainText('555-010-0005');
  },
);

test('username, email and question are checked while typing', { tag: '@desktop' }, async ({ page, app }) => {
  await openProfile(page, app, 'li.wei');
  const user = section(page, 'User Information');
  const save = user.getByRole('button', { name: 'Save' });
  async function typed(label: string, value: string, message: string): Promise<void> {
    await user.getByLabel(label, { exact: true }).fill(value);
    await user.getByLabel(label, { exact: true }).blur();
    await expect(user.getByText(message, { exact: true }).first()).toBeVisible();
    await expect(save).toBeDisabled();
  }
  await changeRow(user, 'Username');
  await typed('Username', 'short', 'Login name must be more than 8 characters');
  await typed('Username', 'x'.repeat(129), 'Login name cannot be longer than 128 characters');
  await typed('Username', 'li wei & sons', 'Username should only contain valid characters');
  await expect(user.getByText('Your current password is required.')).toBeVisible();
  await user.getByRole('button', { name: 'Cancel' }).click();
  await expect(user).toContainText('li.wei');
  await changeRow(user, 'Email address');
  await typed('Email address', 'nobody', 'A valid e-mail address is required.');
  await user.getByLabel('Email address', { exact: true }).press('Enter');
  await expect(user.getByRole('alert')).toHaveText('Was unable to save changes, please correct errors first.');
  await user.getByRole('button', { name: 'Cancel' }).click();

  await changeRow(user, 'Password');
  await typed('Current password', 'short', 'Password cannot be shorter than 8 characters');
  await typed('Current password', demonstrationPassword, 'Your new password is required');
  await user.getByLabel('New password', { exact: true }).fill('three tall ships 7');
  await user.getByLabel('Confirm new password', { exact: true }).fill('three tall ships');
  await user.getByLabel('Confirm new password', { exact: true }).blur();
  await expect(user.getByText('Your new passwords do not match.')).toBeVisible();
  await user.getByRole('button', { name: 'Cancel' }).click();

  await changeRow(user, 'Security question');
  const question = user.getByLabel('Question', { exact: true });
  const chosen = await question.inputValue();
  const others = await question.locator('option:not([disabled])').allTextContents();
  await question.selectOption(others.find((other) => other !== chosen) ?? '');
  await expect(user.getByText('Resetting the security question requires a new security answer.')).toBeVisible();
  await typed('Answer', '<b>', 'Invalid characters detected in answer.');
  await user.getByLabel('Answer').fill('a lighthouse');
  await user.getByLabel('Current password', { exact: true }).fill(demonstrationPassword);
  await save.click();
  await expect(user.getByText('Saved', { exact: true })).toBeVisible();
});

test('a refusal by the server is shown, and entries stay', { tag: '@desktop' }, async ({ page, app }) => {
  await openProfile(page, app, 'li.wei');
  const user = section(page, 'User Information');
  await changeRow(user, 'Username');
  await user.getByLabel('Username', { exact: true }).fill('margaret.okafor');
  await user.getByLabel('Current password', { exact: true }).fill(demonstrationPassword);
  await user.getByRole('button', { name: 'Save' }).click();
  await expect(user.getByRole('alert')).toHaveText('That login name already exists, please choose another.');
  await expect(user.getByLabel('Username', { exact: true })).toHaveValue('margaret.okafor');
  await page.route('**/api/UpdateProfile', (route) => route.abort());
  await user.getByRole('button', { name: 'Save' }).click();
  await expect(user.getByRole('alert')).toHaveText('There was an error saving changes to your information.');
  await page.unroute('**/api/UpdateProfile');

  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: 'No' }).click();
  await expect(user.getByLabel('Username', { exact: true })).toHaveValue('margaret.okafor');
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/dashboard/);
});

test('a new email address and password are reported to the old address', { tag: '@desktop' }, async ({ page, app }) => {
  await openProfile(page, app, 'dee.blocked');
  const user = section(page, 'User Information');
  await changeRow(user, 'Email address');
  await user.getByLabel('Email address', { exact: true }).fill('dee.new@example.com');
  await changeRow(user, 'Password');
  await user.getByLabel('Current password', { exact: true }).fill(demonstrationPassword);
  await user.getByLabel('New password', { exact: true }).fill('three tall ships 7');
  await user.getByLabel('Confirm new password', { exact: true }).fill('three tall ships 7');
  await user.getByRole('button', { name: 'Save' }).click();
  await expect(user.getByText('We sent an email to dee.new@example.com.')).toBeVisible();
  await expect(user.getByText('We signed you out on all other devices.')).toBeVisible();
  await expect(user.getByText('Not verified yet')).toBeVisible();
  await user.getByRole('button', { name: 'Send me a link' }).click();
  await expect(user.getByText('We sent a link to dee.new@example.com. Only the newest link works.')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(app.outboxUrl);
  await expect(page.getByRole('article').filter({ hasText: 'Please verify your email address' })).toHaveCount(2);
  const told = page.getByRole('article').filter({ hasText: 'To dee.blocked@example.com' });
  await expect(told.filter({ hasText: 'Your email address was changed' })).toHaveCount(1);
  await expect(told.filter({ hasText: 'Your password was changed' })).toHaveCount(1);
});

test(
  'changes from another window are kept, and conflicts show both values',
  { tag: '@desktop' },
  async ({ page, app, browser }) => {
    await openProfile(page, app, 'pat.empty');
    const otherDevice = await browser.newContext();
    const second = await otherDevice.newPage();
    await openProfile(second, app, 'pat.empty');
    const [here, there] = [section(page, 'User Information'), section(second, 'User Information')];
    for (const [user, address] of [
      [here, 'pat.here@example.com'],
      [there, 'pat.there@example.com'],
    ] as const) {
      await changeRow(user, 'Email address');
      await user.getByLabel('Email address', { exact: true }).fill(address);
      await user.getByLabel('Current password', { exact: true }).fill(demonstrationPassword);
    }
    await there.getByRole('button', { name: 'Save' }).click();
    await expect(there.getByText('Saved', { exact: true })).toBeVisible();
    await otherDevice.close();

    await here.getByRole('button', { name: 'Save' }).click();
    await expect(
      here.getByText(/changed in another window or on another device, so we haven't saved anything yet/),
    ).toBeVisible();
    await expect(
      here.getByText('Email address is now pat.there@example.com on file. You entered pat.here@example.com.'),
    ).toBeVisible();
    await expect(here.getByLabel('Email address', { exact: true })).toHaveValue('pat.here@example.com');
    await expectNoAxeViolations(page);
    await here.getByRole('button', { name: 'Cancel' }).click();
    await expect(here).toContainText('pat.there@example.com');

    // A field not touched here follows the other window.
    await changeRow(here, 'Username');
    await here.getByLabel('Username', { exact: true }).fill('pat.empty.2');
    await here.getByLabel('Current password', { exact: true }).fill(demonstrationPassword);
    await here.getByRole('button', { name: 'Save' }).click();
    await expect(here.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(here).toContainText('pat.there@example.com');
  },
);

test(
  'a company and a customer without a phone see only what applies to them',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await openProfile(page, app, 'acme.supply');
    await expect(section(page, 'Personal Information')).toBeVisible();
    await expect(section(page, 'Documents')).toBeHidden();
  },
);

test(
  'a profile that fails to load shows an error and can be tried again',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await signIn(page, app, 'li.wei');
    await page.route('**/api/Profile', (route) => route.abort());
    await page.goto(`${app.url}/#/myaccount/profile`);
    await expect(page.getByRole('alert')).toContainText("We couldn't load your profile.");
    await page.unroute('**/api/Profile');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(section(page, 'User Information')).toBeVisible();
  },
);

test.describe('in the mobile app', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 16) LenderMobileApp/4.2' });

  test('fingerprint or face is turned on and off', { tag: '@phone' }, async ({ page, app }) => {
    await page.addInitScript(() => {
      const key = 'storage-of-the-device';
      Object.assign(globalThis, {
        PassbookNative: {
          deviceId: async () => 'phone-7',
          biometricsAvailable: async () => true,
          authenticate: async () => true,
          storeToken: async (token: string) => localStorage.setItem(key, token),
          readToken: async () => localStorage.getItem(key),
          removeToken: async () => localStorage.removeItem(key),
        },
      });
      localStorage.setItem('passbook.biometrics-declined', 'yes');
    });
    await openProfile(page, app, 'pat.empty');
    const user = section(page, 'User Information');
    const biometrics = user.getByRole('switch', { name: 'Sign in with your fingerprint or face on this device' });
    await page.route('**/api/Login/CreateDeviceToken', (route) => route.abort());
    await biometrics.click();
    await user.getByLabel('Current password', { exact: true }).fill(demonstrationPassword);
    await user.getByRole('button', { name: 'Save' }).click();
    await expect(user.getByRole('alert')).toHaveText("We couldn't update fingerprint or face sign-in.");
    await page.unroute('**/api/Login/CreateDeviceToken');
    // A new address ends the device's tokens, but not the one that the same save creates.
    await changeRow(user, 'Email address');
    await user.getByLabel('Email address', { exact: true }).fill('pat.phone@example.com');
    await user.getByRole('button', { name: 'Save' }).click();
    await expect(user.getByText('We sent an email to pat.phone@example.com.')).toBeVisible();
    await expect(user.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(biometrics).toBeChecked();
    await biometrics.click();
    await user.getByRole('button', { name: 'Save' }).click();
    await expect(user.getByText('Saved', { exact: true })).toBeVisible();
    await expect(biometrics).not.toBeChecked();
  });
});
