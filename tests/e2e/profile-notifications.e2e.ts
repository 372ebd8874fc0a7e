import { changeRow, demonstrationPassword, expect, expectNoAxeViolations, unfolded } from '#tests/support/e2e.ts';
import { openProfile, section, test } from '#tests/support/profile-journey.ts';

test(
  'notifications are chosen by channel, texts after accepting their terms',
  { tag: '@both' },
  async ({ page, app }, { project }) => {
    await openProfile(page, app, project.name === 'phone' ? 'li.wei' : 'acme.supply');
    const notifications = await unfolded(page, 'Notifications');
    const signsOn = notifications.getByRole('switch', { name: 'Someone signs in with your username, Text message' });
    const terms = page.getByRole('dialog', { name: 'Text message terms' });
    await expect(notifications.getByRole('switch', { name: 'Your password changes, Email' })).toBeDisabled();
    await signsOn.click();
    await expect(terms).toBeVisible();
    await expectNoAxeViolations(page);
    await terms.getByRole('button', { name: 'Disagree' }).click();
    await expect(signsOn).not.toBeChecked();
    await expect(notifications.getByRole('alert')).toBeHidden();

    await page.route('**/api/AgreementLogging', (route) => route.abort());
    await signsOn.click();
    await terms.getByRole('button', { name: 'Okay' }).click();
    await expect(notifications.getByRole('alert')).toHaveText('There was an error updating the agreement.');
    await expect(signsOn).not.toBeChecked();
    await page.unroute('**/api/AgreementLogging');

    await signsOn.click();
    await terms.getByRole('button', { name: 'Okay' }).click();
    await expect(terms).toBeHidden();
    await expect(signsOn).toBeChecked();
    await notifications.getByRole('switch', { name: 'Someone signs in with your username, Email' }).click();
    await notifications.getByRole('button', { name: 'Save' }).click();
    await expect(notifications.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await unfolded(page, 'Notifications');
    await expect(signsOn).toBeChecked();
    await notifications.getByRole('switch', { name: 'Turn off all alerts' }).click();
    await expect(signsOn).toBeDisabled();
    await expect(notifications.getByText('All alerts are off.')).toBeVisible();
  },
);

test('a phone gets texts of the chosen brands', { tag: '@desktop' }, async ({ page, app }) => {
  await openProfile(page, app, 'sam.rivera');
  const personal = section(page, 'Personal Information');
  await changeRow(personal, 'Phone numbers');
  await personal.getByLabel('Phone 2', { exact: true }).pressSequentially('5550100005');
  await personal.getByLabel('Current password', { exact: true }).fill(demonstrationPassword);
  await personal.getByRole('button', { name: 'Save' }).click();
  await personal.getByRole('button', { name: 'Text messages to 555-010-0005' }).click();
  const terms = page.getByRole('dialog', { name: 'Text message terms' });
  await terms.getByRole('button', { name: 'Disagree' }).click();
  const dialog = page.getByRole('dialog', { name: 'Text messages to 555-010-0005' });
  await expect(dialog.getByRole('alert')).toHaveText('In order to use texting you must agree to the terms');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await personal.getByRole('button', { name: 'Text messages to 555-010-0005' }).click();
  await terms.getByRole('button', { name: 'Okay' }).click();
  const first = dialog.getByRole('group', { name: 'First Harbor Lending' });
  const second = dialog.getByRole('group', { name: 'Harbor Auto Finance' });
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await first.getByRole('switch', { name: 'Offers' }).press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('No changes detected');
  await expectNoAxeViolations(page);
  await first.getByRole('switch', { name: 'Account updates' }).click();
  await second.getByRole('switch', { name: 'Offers' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('An error occurred while modifying your subscriptions.');
  await expect(first.getByRole('switch', { name: 'Account updates' })).toBeChecked();
  await expect(second.getByRole('switch', { name: 'Offers' })).not.toBeChecked();

  await page.route('**/api/UpdateProfile', (route) => route.abort());
  await first.getByRole('switch', { name: 'Offers' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const retry = page.getByRole('dialog', { name: 'Text messages', exact: true });
  await expect(retry).toContainText('Something went wrong finalizing changes. Please retry.');
  await page.unroute('**/api/UpdateProfile');
  await retry.getByRole('button', { name: 'Retry' }).click();
  await expect(retry).toBeHidden();
  await expect(personal.getByText('Text messages are on')).toBeVisible();

  for (const [ending, message] of [
    ['0000', 'This is not a textable phone number'],
    ['0009', /^Something went wrong trying to connect to the server\.\s*Reference [0-9A-Z]{4}-[0-9A-Z]{4}$/],
  ] as const) {
    await changeRow(personal, 'Phone numbers');
    await personal.getByLabel('Phone 2', { exact: true }).fill('');
    await personal.getByLabel('Phone 2', { exact: true }).pressSequentially(`555010${ending}`);
    await personal.getByLabel('Current password', { exact: true }).fill(demonstrationPassword);
    await personal.getByRole('button', { name: 'Save' }).click();
    await personal.getByRole('button', { name: `Text messages to 555-010-${ending}` }).click();
    const broken = page.getByRole('dialog', { name: `Text messages to 555-010-${ending}` });
    await expect(broken.getByRole('alert')).toHaveText(message);
    await broken.getByRole('button', { name: 'Close' }).click();
  }
});
