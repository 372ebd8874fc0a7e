import type { Page } from 'playwright/test';
import { expect, expectNoAxeViolations, runApp, test as base } from '#tests/support/e2e.ts';
import { enterCode, expectStep, logIn, writeInstitutionWithNewTerms } from '#tests/support/sign-in-steps.ts';
import { shared } from '#tests/support/shared-by-tests.ts';

/** Everyone must accept new terms here; only a first sign-in asks for a question. */
const test = base.extend({
  app: shared(async (provide) => {
    const folder = await writeInstitutionWithNewTerms({
      'loginOptions.useMultiFactorOption': true,
      'loginOptions.useSsnValidationOption': true,
      'loginOptions.recoverWithoutQuestionOption': false,
    });
    await runApp({ PASSBOOK_INSTITUTION: folder }, provide);
  }),
});

const offline = 'The site is currently offline for maintenance. Please try again later.';
const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' });

/** Answers like a refusing server; the server's own tests cover when it refuses. */
async function refuse(page: Page, path: string, status: number, code: string): Promise<void> {
  await page.route(path, (route) =>
    route.fulfill({ status, json: { HasNoErrors: false, Errors: [{ ErrorMessage: code }] } }),
  );
}

test('every code of a refused sign-in has its words', { tag: '@desktop' }, async ({ page, app }) => {
  const maxAttempts = 'Too many sign-in attempts. Please try again later.';
  for (const [status, code, words] of [
    [403, 'LockedOnBadPassword', maxAttempts],
    [403, 'MaxAttemptsReached', maxAttempts],
    [403, 'Invalid', 'Username or password is invalid.'],
    [403, 'Restricted', 'There was an error validating your credentials. Please contact your institution.'],
    [
      403,
      'MFANoEmail',
      'There is no email associated with this account. Please contact your institution to set one up.',
    ],
    [403, 'SomethingElse', 'Not Authorized.'],
    [403, 'maintenanceModeEnabled', offline],
    [403, 'ServerError', offline],
    [500, 'Invalid', offline],
  ] as const) {
    await refuse(page, '**/api/login/userlogin', status, code);
    await logIn(page, app, 'margaret.okafor');
    await expect(page.getByRole('alert'), code).toContainText(words);
    await expect(page.getByLabel('Username')).toBeVisible({ visible: words !== offline });
    if (words !== offline) await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeFocused();
    await page.unroute('**/api/login/userlogin');
  }
});

test('every code of a refused security code has its words', { tag: '@desktop' }, async ({ page, app }) => {
  await logIn(page, app, 'margaret.okafor');
  await expectStep(page, 'Enter your security code', 'Step 1 of 2');
  await page.getByRole('textbox', { name: 'Security code' }).fill('123456');
  for (const [status, code, words] of [
    [403, 'CodeExpired', 'The code you entered has expired. Press Resend Code to start over.'],
    [
      403,
      'MaxAttemptsReached',
      'You have exceeded the maximum number of attempts for this code. Press Resend Code to start over.',
    ],
    [403, 'Invalid', 'The security code is invalid'],
    [403, 'SomethingElse', 'The security code is invalid'],
    [500, 'Invalid', 'There was an error while validating.'],
  ] as const) {
    await refuse(page, '**/api/Login/ValidateCode', status, code);
    await continueButton(page).click();
    await expect(page.getByText(words), code).toBeVisible();
    await page.unroute('**/api/Login/ValidateCode');
  }
  await refuse(page, '**/api/Login/ResendCode', 403, 'MaxAttemptsReached');
  await page.getByRole('button', { name: 'Resend Code' }).click();
  await expect(page.getByText('Too many sign-in attempts.')).toBeVisible();
});

test(
  "when a code can't be sent, the customer sees a reference to quote",
  { tag: '@desktop' },
  async ({ page, app }) => {
    await logIn(page, app, 'margaret.okafor');
    await page.route('**/api/Login/ResendCode', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), TroubleReference: '7K3M-9QXD' } });
    });
    await page.getByRole('button', { name: 'Resend Code' }).click();
    const notice = page.getByRole('status').filter({ hasText: "We're having trouble sending codes right now." });
    await expect(notice).toContainText('(555) 010-4477');
    await expect(notice).toContainText('Reference 7K3M-9QXD');
    await expectNoAxeViolations(page);
  },
);

test(
  'the question and the terms show what is missing and when saving fails',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await logIn(page, app, 'nora.quinn');
    await enterCode(page, app);
    await expectStep(page, 'Confirm your identity', 'Step 2 of 5');
    const ssn = page.getByLabel('Social Security Number', { exact: true });
    await ssn.fill('900126404');
    await refuse(page, '**/api/Login/VerifyNewUser', 500, 'Error');
    await continueButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('There was an error while validating.');
    await page.unroute('**/api/Login/VerifyNewUser');
    await continueButton(page).click();

    await expectStep(page, 'Change your password', 'Step 3 of 5');
    await page.locator('input[name="new-password"]').fill('Lantern on the pier 7');
    await page.locator('input[name="confirm-password"]').fill('Lantern on the pier 7');
    await page.getByRole('button', { name: 'Submit' }).click();

    await expectStep(page, 'Set up a security question', 'Step 4 of 5');
    const question = page.getByLabel('Question', { exact: true });
    const answer = page.getByLabel('Answer', { exact: true });
    await continueButton(page).click();
    await expect(question).toHaveAccessibleDescription('Please Select a Question');
    await expect(question).toBeFocused();
    await expect(answer).toHaveAccessibleDescription('Recover password answer is required.');
    await expectNoAxeViolations(page);
    await question.selectOption('What was the make of your first car?');
    await answer.fill('<Volvo>');
    await expect(answer).toHaveAccessibleDescription('Secret Answer Contains Invalid Characters.');
    await answer.fill('Volvo');
    await refuse(page, '**/api/register/SetPasswordQuestion', 500, 'Error');
    await continueButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('An error has occurred, please try again later.');
    await page.unroute('**/api/register/SetPasswordQuestion');
    await continueButton(page).click();

    await expectStep(page, 'Agreements', 'Step 5 of 5');
    const terms = page.getByRole('checkbox', { name: 'I agree to the Terms of Use' });
    await terms.check();
    await continueButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('You must select all agreements.');
    const consent = page.getByRole('checkbox', { name: 'I agree to the E-Sign Consent' });
    await expect(consent).toHaveAccessibleDescription('You must agree to the E-Sign Consent.');
    await expect(consent).toBeFocused();
    await expectNoAxeViolations(page);
    await consent.check();
    await refuse(page, '**/api/AgreementLogging', 403, 'Error');
    await continueButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('There was an error saving changes to the agreements.');
    await page.unroute('**/api/AgreementLogging');
    await continueButton(page).click();
    await expect(page).toHaveURL(/#\/myaccount\/dashboard/);
  },
);
