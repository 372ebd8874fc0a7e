import { writeInstitution } from '#tests/support/institution-folder.ts';
import { removeFolder } from '#tests/support/demonstration-folder.ts';
import { enterCode, expectStep, logIn } from '#tests/support/sign-in-steps.ts';
import { expect, test } from './support/pictures.ts';

test.use({
  environment: async ({}, provide) => {
    const folder = await writeInstitution({
      'loginOptions.useMultiFactorOption': true,
      'loginOptions.useSsnValidationOption': true,
      'loginOptions.recoverWithoutQuestionOption': false,
    });
    await provide({ PASSBOOK_INSTITUTION: folder });
    await removeFolder(folder);
  },
});

test('a first sign-in with every step', async ({ page, ownApp: app, visit }) => {
  const password = 'Lantern on the pier 7';
  await visit('step-security-code', async () => {
    await logIn(page, app, 'nora.quinn');
    await expectStep(page, 'Enter your security code', 'Step 1 of 5');
  });
  await visit('step-identity', async () => {
    await enterCode(page, app);
    await expectStep(page, 'Confirm your identity');
  });
  await visit('step-password', async () => {
    await page.getByLabel('Social Security Number', { exact: true }).fill('900126404');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Change your password');
    await page.locator('input[name="new-password"]').fill(password);
    await expect(page.getByText('Checking…')).toHaveCount(0);
  });
  await visit('step-question', async () => {
    await page.locator('input[name="confirm-password"]').fill(password);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expectStep(page, 'Set up a security question');
  });
  await visit('step-agreements', async () => {
    await page.getByLabel('Question').selectOption({ index: 1 });
    await page.getByLabel('Answer', { exact: true }).fill('Portland');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Agreements');
  });
  await visit('welcome', async () => {
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('region', { name: 'Welcome' })).toBeVisible();
  });
});
