import { expect, expectNoAxeViolations, signIn } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { test } from '#tests/support/profile-journey.ts';

test('loan contact information is changed with a request form', { tag: '@both' }, async ({ page, app }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, app, 'li.wei');
  await page.goto(`${app.url}/#/myaccount/requestChange`);
  await expect(page.getByRole('heading', { level: 1, name: 'User Info Changes Form' })).toBeFocused();
  const submit = page.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await page.getByRole('checkbox', { name: /101-005520-1/ }).check();
  await page.getByRole('switch', { name: 'Change Address' }).click();
  const before = page.getByRole('group', { name: 'Old address' });
  const after = page.getByRole('group', { name: 'New address' });
  await expect(before.getByLabel('Address line 1')).toHaveValue('402 Beacon Street');
  await before.getByLabel('Address line 1').fill('');
  await before.getByLabel('Address line 1').blur();
  await expect(before.getByText('Required')).toBeVisible();
  await before.getByLabel('Zip').fill('');
  await before.getByLabel('Zip').pressSequentially('02a1');
  await before.getByLabel('Zip').blur();
  await expect(before.getByLabel('Zip')).toHaveValue('021');
  await expect(before.getByText('There needs to be 5 digits')).toBeVisible();
  await before.getByLabel('Zip').fill('');
  await page.evaluate("navigator.clipboard.writeText('021081')");
  await before.getByLabel('Zip').press('ControlOrMeta+v');
  await expect(before.getByLabel('Zip')).toHaveValue('021081');
  await expect(before.getByText('There cannot be more than 5 digits')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('switch', { name: 'Change Address' }).click();
  await expect(before).toBeHidden();

  await page.getByRole('switch', { name: 'Change Phone' }).click();
  const phone = page.getByRole('group', { name: 'First phone' });
  await expect(phone.getByLabel('Old phone number')).toHaveValue('(555) 010-5520');
  await phone.getByLabel('Old phone number').fill('');
  await phone.getByLabel('Old phone number').pressSequentially('555010');
  await phone.getByLabel('Old phone number').blur();
  await expect(phone.getByText('Enter Valid Phone Number')).toBeVisible();
  await expect(phone.getByText('Must Enter Old Phone Number and New Phone Number')).toBeVisible();
  await phone.getByLabel('Old phone number').fill('5550105520');
  await expect(phone.getByLabel('Old phone number')).toHaveValue('(555) 010-5520');
  await phone.getByLabel('New phone number').fill('5550105520');
  await expect(phone.getByText('The new phone number is the same as the old one')).toBeVisible();
  await expect(submit).toBeDisabled();
  await phone.getByLabel('New phone number').fill('5550105521');
  await page.route('**/api/ManualChangeContactInfo', (route) => route.abort());
  await submit.click();
  await expect(page.getByText('Something went wrong.')).toBeVisible();
  await expect(page.getByText('Something went wrong.')).toBeHidden({ timeout: 6_000 });
  await expect(page.locator('main :focus')).toHaveCount(1);
  await page.unroute('**/api/ManualChangeContactInfo');
  await page.getByRole('switch', { name: 'Change Address' }).click();
  for (const part of [before, after]) {
    await part.getByLabel('Address line 1').fill('402 Beacon Street');
    await part.getByLabel('City').fill('Boston');
    await part.getByLabel('State').selectOption('Massachusetts');
    await part.getByLabel('Zip').fill('02108');
  }
  await after.getByLabel('Address line 1').focus();
  await after.getByLabel('Address line 1').blur();
  await expect(after.getByText('The new address is the same as the old one')).toBeVisible();
  await expect(submit).toBeDisabled();
  await after.getByLabel('Address line 1').fill('5 Brattle Street');
  await submit.click();
  await expect(page.getByText('Request sent')).toBeVisible();
  await expect(submit).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: /101-005520-1/ })).not.toBeChecked();
  await expect(page.getByText('Request sent')).toBeHidden({ timeout: 6_000 });
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test.describe('where change requests and the document center are off', () => {
  test.use({
    environment: async ({}, provide) => {
      const folder = await writeInstitution({
        'globalOptions.forceManualContactInfoChangesOption': false,
        'globalOptions.useDocumentCenterOption': false,
      });
      await provide({ PASSBOOK_INSTITUTION: folder });
    },
  });

  test(
    'a customer who opens their addresses learns that, without a form',
    { tag: '@desktop' },
    async ({ page, ownApp }) => {
      await signIn(page, ownApp, 'dee.blocked');
      await page.goto(`${ownApp.url}/#/myaccount/requestChange`);
      await expect(page.getByText("You can't request changes here.")).toBeVisible();
      await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0);
      await page.goto(`${ownApp.url}/#/myaccount/document-center`);
      await expect(page.getByText("We don't offer the document center online.")).toBeVisible();
      await expect(page.getByRole('tab')).toHaveCount(0);
    },
  );
});
