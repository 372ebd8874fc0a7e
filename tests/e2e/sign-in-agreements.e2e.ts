import { expect, expectNoAxeViolations, runApp, test as base } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { expectStep, logIn, writeInstitutionWithNewTerms } from '#tests/support/sign-in-steps.ts';
import { shared } from '#tests/support/shared-by-tests.ts';

interface Apps {
  readonly clickFirst: Parameters<typeof logIn>[1];
  readonly inDialog: Parameters<typeof logIn>[1];
  readonly customQuestion: Parameters<typeof logIn>[1];
}

const test = base.extend<Apps>({
  clickFirst: shared(async (provide) => {
    const options = { 'agreementOptions.requireAgreementClickOption': true };
    await runApp({ PASSBOOK_INSTITUTION: await writeInstitutionWithNewTerms(options) }, provide);
  }),
  inDialog: shared(async (provide) => {
    const options = { 'agreementOptions.useRichTextAgreementsOption': true };
    await runApp({ PASSBOOK_INSTITUTION: await writeInstitutionWithNewTerms(options) }, provide);
  }),
  customQuestion: shared(async (provide) => {
    const options = {
      'loginOptions.recoverWithoutQuestionOption': false,
      'loginOptions.useCustomSecurityQuestionOption': true,
    };
    await runApp({ PASSBOOK_INSTITUTION: await writeInstitution(options) }, provide);
  }),
});

test(
  'where terms must be opened first, the box is disabled until then',
  { tag: '@desktop' },
  async ({ page, clickFirst }) => {
    await logIn(page, clickFirst, 'margaret.okafor');
    await expectStep(page, 'Agreements', 'Step 1 of 1');
    const terms = page.getByRole('checkbox', { name: 'I agree to the Terms of Use' });
    const clickText = 'You must click on the link, read the Terms of Use, and then return and click agree.';
    await expect(terms).toBeDisabled();
    await expect(terms).toHaveAccessibleDescription(clickText);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toHaveText('You must select all agreements.');
    await expect(terms).toHaveAccessibleDescription(clickText);
    await expectNoAxeViolations(page);

    for (const name of ['Terms of Use', 'E-Sign Consent']) {
      const opened = page.waitForEvent('popup');
      await page.getByRole('link', { name: new RegExp(`^Read the ${name}`) }).click();
      const words = await opened;
      await expect(words.getByRole('heading', { level: 1, name })).toBeVisible();
      await words.close();
      await page.getByRole('checkbox', { name: `I agree to the ${name}` }).check();
    }
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/#\/myaccount\/dashboard/);
  },
);

test('where terms show in a dialog, its Okay agrees to them', { tag: '@both' }, async ({ page, inDialog }) => {
  await logIn(page, inDialog, 'margaret.okafor');
  await expectStep(page, 'Agreements', 'Step 1 of 1');
  const terms = page.getByRole('checkbox', { name: 'I agree to the Terms of Use' });
  await expect(terms).toBeDisabled();
  await page.getByRole('button', { name: 'Read the Terms of Use' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Terms of Use' });
  await expect(dialog).toContainText('These are the terms.');
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(terms).not.toBeChecked();

  for (const name of ['Terms of Use', 'E-Sign Consent']) {
    await page.getByRole('button', { name: `Read the ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Okay' }).click();
    await expect(page.getByRole('checkbox', { name: `I agree to the ${name}` })).toBeChecked();
  }
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/#\/myaccount\/dashboard/);
});

test(
  'where customers write their own question, it takes the place of the list',
  { tag: '@desktop' },
  async ({ page, customQuestion }) => {
    await logIn(page, customQuestion, 'nora.quinn');
    await expectStep(page, 'Change your password', 'Step 1 of 3');
    await page.locator('input[name="new-password"]').fill('Lantern on the pier 7');
    await page.locator('input[name="confirm-password"]').fill('Lantern on the pier 7');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expectStep(page, 'Set up a security question');
    const question = page.getByRole('textbox', { name: 'Question' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(question).toHaveAccessibleDescription('Security question is required.');
    await question.fill('Whose "boat" was it?');
    await expect(question).toHaveAccessibleDescription('Security question contains invalid characters.');
    await question.fill('Whose boat was it?');
    await page.getByRole('textbox', { name: 'Answer' }).fill('Ada');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Agreements');
  },
);
