import type { Page } from 'playwright/test';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';
import { readMailedCode } from '#tests/support/mailed.ts';
import {
  agreeToAll,
  fillCredentials,
  fillPersonal,
  goOn,
  harriet,
  newPassword,
  openRegistration,
  register,
  tomas,
  typeInto,
} from '#tests/support/registration-journey.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test('a borrower registers and signs in with the new login', { tag: '@phone' }, async ({ page, ownApp }) => {
  await openRegistration(page, ownApp);
  await expect(page).toHaveTitle('Create your login · First Harbor Lending');
  await expect(tab(page, 'Registration')).toBeDisabled();
  await expect(page.getByLabel('Account number')).toBeDisabled();
  await expect(page.getByLabel('Account number')).toHaveAccessibleDescription('Choose an account type first.');
  await expect(page.getByLabel('Middle name')).toHaveAccessibleDescription('Optional');
  await expectNoAxeViolations(page);
  await fillPersonal(page, harriet);
  await expect(page.getByLabel('Account number')).toHaveValue('101-008814-6');
  await expect(page.getByLabel('Date of birth')).toHaveValue('05/23/1979');
  await expect(page.getByLabel('Phone number')).toHaveValue('(555) 010-8814');
  await expect(tab(page, 'Registration')).toBeEnabled();
  await goOn(page);

  await expect(tab(page, 'Registration')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toBeDisabled();
  await expect(page.getByText('Enter a username first, then choose a password.')).toBeVisible();
  await fillCredentials(page, 'harriet.lowell');
  await expectNoAxeViolations(page);
  await register(page);
  await expect(page.getByText('You must agree to the Terms of Use', { exact: true })).toBeVisible();
  await agreeToAll(page);
  await register(page);
  await expect(page.getByText('Your login is ready. You can sign in now.')).toBeVisible();
  await expect(page.getByText('ask for a security code the first time you sign in')).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByRole('link', { name: 'Return to Login' }).click();
  await page.getByLabel('Username').fill('harriet.lowell');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your security code');
  await page.getByLabel('Security code').fill(await readMailedCode(ownApp));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Security code')).toHaveCount(0);
  await expect(page.getByLabel('Username')).toHaveCount(0);
});

test(
  'every missing or invalid field shows an error until it is corrected',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await openRegistration(page, app);
    await goOn(page);
    for (const message of [
      'Account Type is required.',
      'Account Number is required.',
      'Last Name is required.',
      'emailAddress is required.',
      'SSN is required.',
      'Date Of Birth is required.',
      'Zip Code is required.',
      'Phone Number is required.',
    ]) {
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    }
    await expect(page.getByRole('radio', { name: 'Deposit' })).toBeFocused();
    await expectNoAxeViolations(page);

    await page.getByRole('radio', { name: 'Loan' }).check();
    await typeInto(page, 'Account number', '101008');
    await page.getByLabel('Email address').fill('harriet@');
    await page.getByLabel('Social Security number', { exact: true }).pressSequentially('900-31-88x');
    await expect(page.getByLabel('Social Security number', { exact: true })).toHaveValue('9003188');
    await typeInto(page, 'Date of birth', '12312099');
    await typeInto(page, 'Zip code', '0410');
    await typeInto(page, 'Phone number', '555');
    await goOn(page);
    for (const message of [
      'The account number is not in the correct format.',
      'emailAddress is invalid.',
      'Please enter all required digits of SSN.',
      'Date Of Birth is invalid.',
      'Zip Code is invalid. A 5 digit zip code is required',
      'Enter a 10-digit phone number.',
    ]) {
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    }
    await fillPersonal(page, harriet);
    await expect(page.getByText(/is required|is invalid/)).toHaveCount(0);

    await page.getByRole('radio', { name: 'Deposit' }).check();
    await expect(page.getByLabel('Account number')).toHaveValue('');
    await page.getByRole('button', { name: 'Show Social Security number' }).click();
    await expect(page.getByLabel('Social Security number', { exact: true })).toHaveAttribute('type', 'text');
  },
);

test('username and password are checked while typing', { tag: '@desktop' }, async ({ page, app }) => {
  await openRegistration(page, app);
  await fillPersonal(page, harriet);
  await goOn(page);
  await register(page);
  await expect(page.getByText('Login Name is required.')).toBeVisible();
  for (const [name, message] of [
    ['harriet', 'Username must be at least 8 characters'],
    ['harriet lowell', 'Username should only contain valid characters'],
    ['h'.repeat(129), 'Login name cannot be longer than 128 characters'],
  ] as const) {
    await page.getByLabel('Username').fill(name);
    await expect(page.getByText(message)).toBeVisible();
  }
  await fillCredentials(page, 'harriet.lowell', 'ships');
  await register(page);
  await expect(page.getByText('Password requirements are not met, please try again')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm password').fill('another');
  await page.getByLabel('Username').focus();
  await expect(page.getByText('Password does not match')).toBeVisible();
  await page.getByLabel('Confirm password').fill('');
  await register(page);
  await expect(page.getByText('Password confirmation required')).toBeVisible();
  await page.getByLabel('Username').fill('');
  await expect(page.getByLabel('Password', { exact: true })).toBeDisabled();
  await expect(page.getByLabel('Confirm password')).toBeDisabled();
});

test('every refusal by the server has its words, and entries stay', { tag: '@desktop' }, async ({ page, app }) => {
  await openRegistration(page, app);
  await fillPersonal(page, harriet);
  await goOn(page);
  await fillCredentials(page, 'harriet.lowell');
  await agreeToAll(page);
  const again = 'Sorry, there was an error trying to register your account. Please contact your institution for help.';
  const refusals: readonly (readonly [string, string])[] = [
    ['InfoProblem', 'There is an issue with the information you have entered'],
    ['LoginNameExists', 'The logon name you chose is already taken.'],
    ['Failed', again],
    ['Error', again],
    ['SSNNull', again],
    ['SomethingNew', again],
    [
      'Invalid',
      'Sorry, there was an error trying to register your account. Please check your information and try again or contact your institution.',
    ],
    ['SSN', 'The social security information you have entered is in an invalid format.'],
    ['DateOfBirth', 'Date of Birth is invalid.'],
    ['AccountNumberError', 'The account number is not in the correct format.'],
    ['MustAgreeToAllError', 'You must agree to all the agreements.'],
    ['AgreementRecordingError', 'You must agree to all the agreements.'],
    ['ChooseDifferentPassword', 'This password is easy to guess. Choose a different one.'],
    ['PasswordSameAsSSN', 'Password must be different than your SSN'],
    ['PasswordMatchesSSN', 'Password must be different than your SSN'],
    ['PasswordSameAsLogin', 'Password must be different than Username'],
    ['PasswordNeedsLetterNumber', 'Password must have both a letter and a number'],
    ['PasswordTooShort', 'Password must be at least 15 characters in length.'],
    ['PasswordMissingCapitalLetter', 'Password must contain a capital letter'],
    ['PasswordMissingLowercaseLetter', 'Password must contain a lowercase letter'],
    ['PasswordMissingLetter', 'Password must contain a letter'],
    ['PasswordMissingNumber', 'Password must contain a number'],
    ['PasswordMissingSpecialCharacter', 'Password must contain a special character'],
    ['PasswordEqualsPortionOfLogon', 'Password cannot be part of your username'],
    ['PasswordMatchesEmail', 'Password cannot be your email'],
    [
      'PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters',
      'Password cannot contain three or more identical characters in a row',
    ],
    ['UserNameTooShort', 'Username must be at least 8 characters'],
    ['LogonTooShort', 'Username must be at least 8 characters'],
    ['LogonNameLength', 'Login name cannot be longer than 128 characters'],
    ['LogonMissingCapitalLetter', 'Username must contain a capital letter'],
    ['LogonMissingLowercaseLetter', 'Username must contain a lowercase letter'],
    ['LogonMissingLetter', 'Username must contain a letter'],
    ['LogonMissingNumber', 'Username must contain a number'],
    ['LogonMissingSpecialCharacter', 'Username must contain a special character'],
    ['LogonMatchesEmail', 'Username cannot be your email'],
  ];
  const address = '**/api/Register/RegisterUser';
  const unspecific = ['InfoProblem', 'Failed', 'Error', 'SSNNull', 'SomethingNew', 'Invalid'];
  const help = page.getByRole('alert').getByText('Questions? Call (555) 010-4477.', { exact: true });
  for (const [code, words] of refusals) {
    await page.route(address, (route) =>
      route.fulfill({ json: { HasNoErrors: false, Errors: [{ ErrorMessage: code }] } }),
    );
    await register(page);
    await expect(page.getByRole('alert').getByRole('listitem'), code).toHaveText([words]);
    await expect(help, code).toHaveCount(unspecific.includes(code) ? 1 : 0);
    await page.unroute(address);
  }
  await page.route(address, (route) => route.abort());
  await register(page);
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([again]);
  await expect(page.getByLabel('Username')).toHaveValue('harriet.lowell');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(newPassword);
  await expectNoAxeViolations(page);
  await page.unroute(address);

  // The real server gives the same answer for a wrong fact.
  await page.getByRole('button', { name: 'Go Back' }).click();
  await typeInto(page, 'Zip code', '04102');
  await goOn(page);
  await register(page);
  const refused = page.getByRole('alert');
  await expect(refused.getByRole('listitem')).toHaveText(['There is an issue with the information you have entered']);
  await expect(help).toBeVisible();
  await expect(refused.getByText(/^Reference [0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible();

  await page.route(address, (route) =>
    route.fulfill({ json: { HasNoErrors: false, Errors: [{ ErrorMessage: 'Restricted' }] } }),
  );
  await register(page);
  await expect(page.getByText('Your account has been registered, however it is currently restricted.')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveCount(0);
});

test('entries stay on the way, and every exit leads to sign-in', { tag: '@desktop' }, async ({ page, app }) => {
  await page.goto(app.url);
  await page.getByRole('link', { name: 'Create your login' }).click();
  await fillPersonal(page, harriet);
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(tab(page, 'Personal Data')).toHaveAttribute('aria-selected', 'true');

  await page.route('**/api/MaintenanceMode', (route) => route.abort());
  await goOn(page);
  await expect(page.getByRole('alert')).toContainText('Your information is still here');
  await page.unroute('**/api/MaintenanceMode');
  await goOn(page);
  await fillCredentials(page, 'harriet.lowell');
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page.getByLabel('Social Security number', { exact: true })).toHaveValue('900318814');
  await expect(page.getByRole('radio', { name: 'Loan' })).toBeChecked();
  await tab(page, 'Registration').click();
  await expect(page.getByLabel('Username')).toHaveValue('harriet.lowell');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(newPassword);

  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  for (const leave of [
    () => page.getByRole('button', { name: 'Cancel' }).click(),
    () => page.goBack(),
    () => page.getByRole('link', { name: 'Return to Login' }).click(),
  ]) {
    await leave();
    await question.getByRole('button', { name: 'No' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(newPassword);
  }
  await page.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/#\/home\/login$/);
  await openRegistration(page, app);
  await expect(page.getByLabel('Last name')).toHaveValue('');
  await page.getByRole('link', { name: 'Return to Login' }).click();
  await expect(page).toHaveURL(/#\/home\/login$/);
});

test('the browser asks before a reload loses entries', { tag: '@desktop' }, async ({ page, app }) => {
  await openRegistration(page, app);
  await page.getByLabel('Last name').fill('Lowell');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  await expect(page.getByLabel('Last name')).toHaveValue('');
  expect(dialogs).toEqual(['beforeunload']);
});

test('while the portal is closed, registration leads to sign-in', { tag: '@desktop' }, async ({ page, app }) => {
  const closed = { json: { isEnabled: true } };
  await openRegistration(page, app);
  await fillPersonal(page, harriet);
  await page.route('**/api/MaintenanceMode', (route) => route.fulfill(closed));
  await goOn(page);
  await expect(page).toHaveURL(/#\/home\/login$/);
  await expect(page.getByRole('alert')).toContainText('The site is currently offline for maintenance.');
  await expect(page.getByLabel('Username')).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('The site is currently offline for maintenance.');
  await page.getByRole('link', { name: 'Create your login' }).click();
  await expect(page.getByRole('alert')).toContainText('The site is currently offline for maintenance.');
  await expect(page).toHaveURL(/#\/home\/login$/);
  await page.unroute('**/api/MaintenanceMode');

  // Open again: the entries are still there.
  await page.getByRole('link', { name: 'Create your login' }).click();
  await expect(page.getByLabel('Last name')).toHaveValue('Lowell');
  await goOn(page);
  await fillCredentials(page, 'harriet.lowell');
  await agreeToAll(page);
  await page.route('**/api/Register/RegisterUser', (route) =>
    route.fulfill({
      status: 403,
      json: { HasNoErrors: false, Errors: [{ ErrorMessage: 'maintenanceModeEnabled' }] },
    }),
  );
  await register(page);
  await expect(page).toHaveURL(/#\/home\/login$/);
  await page.getByRole('link', { name: 'Create your login' }).click();
  await expect(page.getByLabel('Last name')).toHaveValue('Lowell');
  await page.getByRole('link', { name: 'Return to Login' }).click();
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByRole('link', { name: 'Create your login' }).click();
  await expect(page.getByLabel('Last name')).toHaveValue('');
});

test('a screen whose style sheet failed to load can be tried again', { tag: '@desktop' }, async ({ page, app }) => {
  await page.goto(app.url);
  await page.route('**/assets/*.css', (route) => route.abort());
  await page.getByRole('link', { name: 'Create your login' }).click();
  await expect(page.getByText('An error occurred while trying to load that page.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Last name')).toBeVisible();
});

test('registration works by keyboard alone', { tag: '@desktop' }, async ({ page, ownApp }) => {
  await openRegistration(page, ownApp);
  await page.getByRole('radio', { name: 'Deposit' }).focus();
  await page.keyboard.press('ArrowRight');
  const type = async (...entries: readonly string[]) => {
    for (const entry of entries) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(entry);
    }
  };
  await type(tomas.accountNumber ?? '', tomas.first, '', tomas.last, tomas.email, tomas.ssn, '', tomas.born);
  await type(tomas.zip, tomas.phone);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
  await type('tomas.reyes', newPassword, '', newPassword, '');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your login is ready. You can sign in now.')).toBeVisible();
});
