import type { Page } from 'playwright/test';
import { removeFolder } from '#tests/support/demonstration-folder.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';
import { readMailedCode } from '#tests/support/mailed.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import {
  agreeToAll,
  fillCredentials,
  fillPersonal,
  goOn,
  harriet,
  june,
  newPassword,
  openRegistration,
  register,
  tomas,
} from '#tests/support/registration-journey.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name });

interface Variant {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly walk: (page: Page, app: { readonly url: string; readonly outboxUrl: string }) => Promise<void>;
}

const variants: readonly Variant[] = [
  {
    name: 'for depositors only, a depositor registers and is signed in at once',
    options: { 'registerOptions.forceDepositType': true, 'registerOptions.loginAfterRegistrationOption': true },
    async walk(page, app) {
      await expect(page.getByRole('radio')).toHaveCount(0);
      await fillPersonal(page, { ...june, type: null });
      await expect(page.getByLabel('Account number')).toHaveValue('104-009378-7');
      await goOn(page);
      await fillCredentials(page, 'june.park.1995');
      await agreeToAll(page);
      await register(page);
      await page.getByLabel('Security code').fill(await readMailedCode(app));
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByLabel('Security code')).toHaveCount(0);
      // Terms asked for at sign-in may still come in between.
      await expect(page).toHaveURL(/#\/(myaccount\/dashboard|home\/login)$/);
      await expect(page.getByText('Username or password is invalid.')).toHaveCount(0);
      await expect(page.getByLabel('Username')).toHaveCount(0);
    },
  },
  {
    name: 'with everything asked for and questions to choose from, the security section comes between',
    options: {
      'registerOptions.hidePlaceOfBirth': false,
      'registerOptions.hideDriversLicense': false,
      'registerOptions.hideMothersMaiden': false,
      'loginOptions.recoverWithoutQuestionOption': false,
      'loginOptions.useConfirmPasswordOption': false,
    },
    async walk(page) {
      await expect(tab(page, 'Security')).toBeDisabled();
      await fillPersonal(page, harriet);
      await expect(tab(page, 'Security')).toBeEnabled();
      await expect(tab(page, 'Registration')).toBeDisabled();
      await goOn(page);
      await goOn(page);
      for (const message of [
        'Place of birth is required.',
        'Drivers license is required.',
        "Mother's maiden name is required.",
        'Secret Answer is required.',
      ]) {
        await expect(page.getByText(message, { exact: true })).toBeVisible();
      }
      await expect(page.getByLabel('Security question')).toHaveAccessibleDescription('Please Select a Question');
      await page.getByLabel('Place of birth').fill('Bangor');
      await page.getByLabel("Driver's license number").fill('448-1907');
      await page.getByLabel("Mother's maiden name").fill('Pelletier');
      await page.getByLabel('Security question').selectOption('What was the make of your first car?');
      await page.getByLabel('Secret answer').fill('<Saab>');
      await goOn(page);
      await expect(page.getByText('Secret Answer Contains Invalid Characters.')).toBeVisible();
      await expectNoAxeViolations(page);
      await page.getByLabel('Secret answer').fill('Saab');
      await goOn(page);
      await expect(page.getByLabel('Confirm password')).toHaveCount(0);
      await page.getByLabel('Username').fill('harriet.lowell');
      await page.getByLabel('Password', { exact: true }).fill(newPassword);
      await agreeToAll(page);
      await register(page);
      await expect(page.getByText('Your login is ready. You can sign in now.')).toBeVisible();
    },
  },
  {
    name: 'with a question of their own, without account number, middle and first name, and with terms to open first',
    options: {
      'loginOptions.recoverWithoutQuestionOption': false,
      'loginOptions.useCustomSecurityQuestionOption': true,
      'registerOptions.doNotRequireAccountNumberOption': true,
      'registerOptions.ssnDigits': 4,
      'registerOptions.hideMiddleName': true,
      'registerOptions.hideLogonHeading': true,
      'registerOptions.showLogo': false,
      'registerOptions.backgroundImage': 'https://harbor.example/harbor.jpg',
      'registerOptions.infoMessage': '<p>Have your loan papers at hand.</p>',
      'agreementOptions.requireAgreementClickOption': true,
    },
    async walk(page) {
      await expect(page.getByText('Have your loan papers at hand.')).toBeVisible();
      await expect(page.getByLabel('Account number')).toHaveCount(0);
      await expect(page.getByLabel('Middle name')).toHaveCount(0);
      await fillPersonal(page, { ...tomas, accountNumber: null });
      await goOn(page);
      await goOn(page);
      await expect(page.getByText('Security question is required.')).toBeVisible();
      await expect(page.getByText('Security answer is required.')).toBeVisible();
      await page.getByLabel('Security question').fill('Which street did I learn to ride a bicycle in?');
      await page.getByLabel('Secret answer').fill('Elm');
      await goOn(page);
      await fillCredentials(page, 'tomas.reyes');
      await expect(page.getByRole('checkbox')).toBeDisabled();
      await register(page);
      await expect(
        page.getByText('You must click on the link, read the Terms of Use, and then return and click agree', {
          exact: true,
        }),
      ).toBeVisible();
      const opened = page.waitForEvent('popup');
      await page.getByRole('link', { name: /Read the Terms of Use/ }).click();
      await (await opened).close();
      await agreeToAll(page);
      await register(page);
      await expect(page.getByText('Your login is ready. You can sign in now.')).toBeVisible();
    },
  },
  {
    name: 'with the terms in a dialog, its Okay agrees, and the last four digits are enough',
    options: { 'agreementOptions.useRichTextAgreementsOption': true, 'registerOptions.ssnDigits': 4 },
    async walk(page) {
      await fillPersonal(page, june, 'Last 4 digits of your Social Security number');
      await expect(page.getByLabel('Last 4 digits of your Social Security number')).toHaveValue('9377');
      await goOn(page);
      await fillCredentials(page, 'june.park.1995');
      await expect(page.getByRole('checkbox')).toBeDisabled();
      await page.getByRole('button', { name: 'Read the Terms of Use' }).click();
      await expect(page.getByRole('dialog')).toContainText('About this site');
      await expectNoAxeViolations(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Okay' }).click();
      await expect(page.getByRole('checkbox')).toBeChecked();
      await register(page);
      await expect(page.getByText('Your login is ready. You can sign in now.')).toBeVisible();
    },
  },
  {
    name: 'with a code for the email address, it is verified before anything else',
    options: { 'registerOptions.useMultiFactorOption': true },
    async walk(page, app) {
      await fillPersonal(page, harriet);
      await page.route('**/api/Register/GenerateMFACode', (route) => route.abort());
      await goOn(page);
      await expect(page.getByRole('alert')).toHaveText('Something went wrong during email verification.');
      await expect(page.getByText('We sent a security code')).toHaveCount(0);
      await page.unroute('**/api/Register/GenerateMFACode');
      await page.route('**/api/MaintenanceMode', (route) => route.abort());
      await page.getByRole('button', { name: 'Go Back' }).click();
      await expect(page.getByRole('alert')).toContainText('Your information is still here');
      await page.unroute('**/api/MaintenanceMode');
      await page.getByRole('button', { name: 'Resend Code' }).press('Enter');
      await expect(page.getByText('We sent a security code to harriet.lowell@example.com.')).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Resend Code' })).toBeFocused();
      await expect(tab(page, 'Personal Data')).toHaveAttribute('aria-selected', 'true');
      await expectNoAxeViolations(page);
      await goOn(page);
      await expect(page.getByText('A security code is required')).toBeVisible();
      const code = await readMailedCode(app);
      await page.getByLabel('Security code').fill(code === '000000' ? '000001' : '000000');
      await goOn(page);
      await expect(page.getByRole('alert')).toHaveText('There was an error while validating.');

      for (const [answer, words] of [
        [{ status: 403, code: 'CodeExpired' }, 'The code you have entered has expired.'],
        [
          { status: 403, code: 'MaxAttemptsReached' },
          'You have exceeded the maximum number of attempts for this code. Press Resend Code to start over.',
        ],
        [{ status: 500, code: 'Error' }, 'Something went wrong during email verification.'],
      ] as const) {
        await page.route('**/api/Register/ValidateCode', (route) =>
          route.fulfill({
            status: answer.status,
            json: { HasNoErrors: false, Errors: [{ ErrorMessage: answer.code }] },
          }),
        );
        await page.getByLabel('Security code').fill('123456');
        await goOn(page);
        await expect(page.getByRole('alert')).toHaveText(words);
        await page.unroute('**/api/Register/ValidateCode');
      }

      await page.getByRole('button', { name: 'Resend Code' }).click();
      await expect(page.getByLabel('Security code')).toHaveValue('');
      const again = await readMailedCode(app, code);
      await page.getByLabel('Security code').fill(again);
      await goOn(page);
      await expect(page.getByLabel('Username')).toBeVisible();

      // Only a changed address must be verified again.
      await page.getByRole('button', { name: 'Go Back' }).click();
      await goOn(page);
      await expect(page.getByLabel('Username')).toBeVisible();
      await page.getByRole('button', { name: 'Go Back' }).click();
      await page.getByLabel('Email address').fill('harriet@example.com');
      await goOn(page);
      await expect(page.getByText('We sent a security code to harriet@example.com.')).toBeVisible();
      await tab(page, 'Registration').click();
      await expect(page.getByLabel('Security code')).toBeVisible();
      await page.getByLabel('Security code').fill(await readMailedCode(app, again));
      await goOn(page);
      await fillCredentials(page, 'harriet.lowell');
      await agreeToAll(page);
      await register(page);
      await expect(page.getByText('Your login is ready. You can sign in now.')).toBeVisible();
    },
  },
];

for (const { name, options, walk } of variants) {
  test.describe('at an institution with other settings', { tag: '@desktop' }, () => {
    let institution: string;
    test.beforeAll(async () => {
      institution = await writeInstitution(options);
    });
    test.afterAll(() => removeFolder(institution));
    test.use({
      environment: async ({}, provide) => provide({ PASSBOOK_INSTITUTION: institution }),
    });

    test(name, async ({ page, ownApp }) => {
      await openRegistration(page, ownApp);
      await walk(page, ownApp);
    });
  });
}
