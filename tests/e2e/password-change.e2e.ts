import type { Page } from 'playwright/test';
import { demonstrationPassword, expect, expectNoAxeViolations, test, type App } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { readMailedLink } from '#tests/support/mailed.ts';
import { fillIdentity, margaret, openRecovery, proceed } from '#tests/support/recovery-journey.ts';

const expired = 'The link you are using to reset your password is no longer valid.';

test('an emailed link sets a new password once', { tag: '@phone' }, async ({ browser, page, ownApp }) => {
  const link = await requestLink(page, ownApp);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password Change Required');
  await expect(page).toHaveTitle('Password Change Required · First Harbor Lending');
  await expect(page.getByText('First Harbor Lending', { exact: true }).first()).toBeVisible();
  const submit = page.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await expectNoAxeViolations(page);

  const password = page.getByLabel('New password', { exact: true });
  const rules = page.getByRole('list').filter({ hasText: 'Have at least 15 characters' });
  const rule = (name: string) => rules.getByRole('listitem').filter({ hasText: name });
  await password.fill('harbor');
  await expect(rule('Have at least 15 characters')).toContainText('Not met yet');
  await expect(rule('Not contain your username')).toContainText('Met');
  await password.fill('x-margaret.okafor-x');
  await expect(rule('Have at least 15 characters')).toContainText('Met');
  await expect(rule('Not contain your username')).toContainText('Not met yet');
  await password.fill('firstharborlending');
  await expect(rule('Be hard to guess')).toContainText('Not met yet');
  await expect(rule('Be hard to guess')).toContainText("It's mostly our name.");
  await expect(submit).toBeDisabled();
  await password.fill('aaaaaaaaaaaaaaaa');
  await expect(rule('Be hard to guess')).toContainText('It mostly repeats itself.');
  await expectNoAxeViolations(page);
  await password.fill('three tall ships 7');
  await expect(rule('Not be a recent password')).toContainText(/^Not be a recent passwordMet$/);
  await expect(submit).toBeDisabled();
  await page.getByLabel('Confirm new password').fill('three tall ships 8');
  await page.getByLabel('Confirm new password').blur();
  await expect(page.getByLabel('Confirm new password')).toHaveAccessibleDescription('Passwords Do Not Match');
  await page.getByLabel('Confirm new password').fill('three tall ships 7');
  await submit.click();
  await expect(page).toHaveURL(/#\/myaccount\/dashboard/);

  // A separate browser, because recovery leads a signed-in customer to the dashboard.
  const visitor = await browser.newPage({ viewport: page.viewportSize() });
  await visitor.goto(link);
  await expect(visitor.getByRole('alert')).toHaveText(expired);
  await expect(visitor.getByLabel('New password', { exact: true })).toBeHidden();
  await expectNoAxeViolations(visitor);
  await visitor.getByRole('link', { name: 'Request a new link' }).click();
  await expect(visitor).toHaveURL(/#\/home\/recovery/);
  await visitor.close();
});

test.describe('with a second factor, shorter passwords are accepted', () => {
  test.use({
    environment: async ({}, provide) => {
      await provide({
        PASSBOOK_INSTITUTION: await writeInstitution({ 'loginOptions.useMultiFactorOption': true }),
      });
    },
  });

  test(
    'the Social Security number and the current password each have their own error',
    { tag: '@desktop' },
    async ({ page, ownApp }) => {
      await page.goto(await requestLink(page, ownApp));
      const password = page.getByLabel('New password', { exact: true });
      const rule = (name: string) => page.getByRole('listitem').filter({ hasText: name });
      await password.fill(demonstrationPassword);
      await expect(rule('Have at least 8 characters')).toContainText('Met');
      await expect(rule('Not be a recent password')).toContainText('Not met yet');
      await password.fill('900-12-4471');
      await expect(rule('Not be your Social Security number')).toContainText('Not met yet');
      await password.fill('three tall ships 7');
      await expect(rule('Not be your Social Security number')).toContainText('Met');
    },
  );
});

test(
  'a link that expires while the customer chooses a password says so',
  { tag: '@desktop' },
  async ({ page, ownApp }) => {
    const link = await requestLink(page, ownApp);
    await page.goto(link);
    await fillNewPassword(page, 'three tall ships 7');
    await requestLink(await page.context().newPage(), ownApp);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toHaveText(expired);
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await expect(page).toHaveURL(/#\/home\/login$/);
  },
);

test('without a link or with a made-up one', { tag: '@desktop' }, async ({ page, app }) => {
  await page.goto(`${app.url}/#/home/forcePasswordChange`);
  await expect(page).toHaveURL(/#\/home\/login$/);
  await page.goto(`${app.url}/#/home/forcePasswordChange/never`);
  await expect(page.getByRole('alert')).toHaveText(expired);
});

test.describe('a refusal by the server', () => {
  const again = 'There was an error resetting your password. Please try again.';
  const cases = [
    ['Error', again],
    ['SomethingNew', again],
    ['ChooseDifferentPassword', 'Please choose a password you have not used before'],
    ['PasswordTooShort', 'Password must be at least 15 characters in length.'],
    ['PasswordSameAsLogin', 'Password must be different than Username'],
    ['PasswordSameAsSSN', 'Password must be different than your SSN'],
    ['PasswordNeedsLetterNumber', 'Password must have both a letter and a number'],
    ['Expired', expired],
    ['ReusedPassword', 'Please choose a password you have not used before'],
    ['PasswordMissingCapitalLetter', 'Password must contain a capital letter'],
    ['PasswordMissingLowercaseLetter', 'Password must contain a lowercase letter'],
    ['PasswordMissingLetter', 'Password must contain a letter'],
    ['PasswordMissingNumber', 'Password must contain a number'],
    ['PasswordMissingSpecialCharacter', 'Password must contain a special character'],
    ['PasswordEqualsPortionOfLogon', 'Password cannot be part of your username'],
    ['PasswordMatchesEmail', 'Password cannot be your email'],
    ['PasswordEasyToGuess', 'Password is too easy to guess. Add unrelated words.'],
    [
      'PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters',
      'Password cannot contain three or more identical characters in a row',
    ],
  ] as const;

  test('is shown in the words of its code', { tag: '@desktop' }, async ({ page, app }) => {
    await openPretendedLink(page, app);
    for (const [code, message] of cases) {
      await refuse(page, 200, code);
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByRole('alert')).toHaveText(message);
    }
    await refuse(page, 500, 'Error');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toHaveText("We couldn't reset your password. Try again later.");
  });
});

test("a check the server can't do now is left to the end", { tag: '@desktop' }, async ({ page, app }) => {
  await openPretendedLink(page, app, 429);
  await expect(page.getByRole('listitem').filter({ hasText: 'recent password' })).toContainText(
    'Checked when you submit',
  );
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
});

test.describe('in the legacy mode', () => {
  test.use({
    environment: async ({}, provide) => {
      const folder = await writeInstitution({
        'loginOptions.useCustomerCredentialsOption': false,
        'loginOptions.usePasswordRuleListOption': false,
      });
      await provide({ PASSBOOK_INSTITUTION: folder });
    },
  });

  test('each error has its own message', { tag: '@desktop' }, async ({ page, ownApp }) => {
    await page.goto(await requestLink(page, ownApp));
    const password = page.getByLabel('New password', { exact: true });
    await password.press('Enter');
    await expect(page.getByText('Use 8 to 11 characters, including a letter and a number.')).toBeVisible();
    await expect(password).toHaveAccessibleDescription('Password is required.');
    for (const [typed, message] of [
      ['harbor7', 'Password must be at least 8 characters in length.'],
      ['harborside', 'Password must have both a letter and a number.'],
      ['harborside-7', 'Password must be less than 12 characters in length.'],
    ] as const) {
      await password.fill(typed);
      await expect(password).toHaveAccessibleDescription(message);
      await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
    }
    await expect(page.getByText('Not met yet')).toBeHidden();
    await fillNewPassword(page, 'tall-ship-7');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL(/#\/myaccount\/dashboard/);
  });
});

async function requestLink(page: Page, app: App): Promise<string> {
  await openRecovery(page, app);
  await fillIdentity(page, margaret);
  await proceed(page);
  await proceed(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Success!');
  return readMailedLink(app, margaret.emailAddress);
}

async function fillNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(password);
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
}

/** Makes the server accept a link with a pretended owner, for cases no real link reaches. */
async function openPretendedLink(page: Page, app: App, checkStatus = 200): Promise<void> {
  const known = { HasNoErrors: true, Errors: [], Logon: 'margaret.okafor' };
  await page.route('**/api/Login/LookupLoginFromToken', (route) => route.fulfill({ json: known }));
  const nothingWrong = {
    PasswordMatchesSSN: false,
    PasswordMatchesEmail: false,
    PasswordExists: false,
    PasswordWeakness: null,
  };
  await page.route('**/api/Login/ValidatePasswordForResetPassword', (route) =>
    route.fulfill({ status: checkStatus, json: nothingWrong }),
  );
  await page.goto(`${app.url}/#/home/forcePasswordChange/pretended`);
  await fillNewPassword(page, 'three tall ships 7');
}

function refuse(page: Page, status: number, code: string): Promise<unknown> {
  const json = { HasNoErrors: false, Errors: [{ ErrorMessage: code }], IsLoggedIn: false, LoginResponse: null };
  return page.route('**/api/Login/ResetPassword', (route) => route.fulfill({ status, json }));
}
