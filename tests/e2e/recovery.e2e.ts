import type { Page } from 'playwright/test';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { readMailedLink } from '#tests/support/mailed.ts';
import { fillIdentity, margaret, openRecovery, proceed } from '#tests/support/recovery-journey.ts';

const success = 'You will receive an email shortly with instructions on how to reset your password.';

test('a customer who forgot the login gets back in by email', { tag: '@phone' }, async ({ page, ownApp }) => {
  await page.goto(ownApp.url);
  await page.getByRole('link', { name: 'Forgot your login?' }).click();
  await expect(page).toHaveTitle('Recover your login · First Harbor Lending');
  await expectNoAxeViolations(page);
  await fillIdentity(page, margaret);
  await proceed(page);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Send the email');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('••••••••')).toBeVisible();
  await expect(page.getByLabel('Secret Answer')).toBeHidden();
  await expectNoAxeViolations(page);
  await proceed(page);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Success!');
  await expect(page.getByRole('status').filter({ hasText: success })).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto(await readMailedLink(ownApp, margaret.emailAddress));
  await page.getByLabel('New password', { exact: true }).fill('three tall ships 7');
  await page.getByLabel('Confirm new password').fill('three tall ships 7');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/#\/myaccount\/dashboard/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Margaret');
});

test('an unknown person sees the same and gets no email', { tag: '@desktop' }, async ({ page, ownApp }) => {
  const readSubjects = async () =>
    [...(await (await fetch(ownApp.outboxUrl)).text()).matchAll(/<h2>(.*?)<\/h2>/g)].map(([, subject]) => subject);
  // The last email of the demonstration's own.
  await expect.poll(readSubjects).toContain('Your online access is temporarily locked');
  const before = await readSubjects();
  await openRecovery(page, ownApp);
  await fillIdentity(page, { ...margaret, emailAddress: 'nobody@example.com' });
  await proceed(page);
  await expect(page.getByText('••••••••')).toBeVisible();
  await proceed(page);
  await expect(page.getByText(success)).toBeVisible();
  expect(await readSubjects()).toEqual(before);
  await page.getByRole('link', { name: 'Return to Login' }).click();
  await expect(page).toHaveURL(/#\/home\/login$/);
});

test('recovery works by keyboard alone', { tag: '@desktop' }, async ({ page, app }) => {
  await answerWith(page, 'GetSecretQuestion', {
    HasNoErrors: true,
    Errors: [],
    Credentials: { SecretQuestion: 'What was the make of your first car?', LogonName: '••••••••' },
  });
  await answerWith(page, 'AnswerSecretQuestion', { HasNoErrors: true, Errors: [], SuccessMessage: '' });
  await openRecovery(page, app);
  await page.getByLabel('Email address').focus();
  for (const typed of [margaret.emailAddress, '03171984', margaret.zipCode, margaret.branch]) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByLabel('Date of birth')).toHaveValue('03/17/1984');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('What was the make of your first car?')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Secret Answer')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Secret Answer')).toHaveAccessibleDescription('Secret Answer is required');
  await page.keyboard.type('harbor');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Success!');
});

test.describe('the fields', () => {
  const cases = [
    ['Email address', '', '', 'Email is required'],
    ['Email address', 'margaret', 'margaret', 'Invalid Email'],
    ['Date of birth', '', '', 'Date of Birth is required'],
    ['Date of birth', '02302026', '02/30/2026', 'Invalid Date'],
    ['Zip Code', '', '', 'Zip Code is required'],
    ['Zip Code', '04a10', '0410', 'Zip Code must be 5 digits'],
    ['Branch number', '', '', 'The branch Id is required'],
  ] as const;

  test('show their errors and limit their digits', { tag: '@desktop' }, async ({ page, app }) => {
    await openRecovery(page, app);
    for (const [label, typed, shown, message] of cases) {
      await fillIdentity(page, margaret);
      await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
      const field = page.getByLabel(label);
      await field.fill('');
      await field.pressSequentially(typed);
      await field.blur();
      await expect(field).toHaveValue(shown);
      await expect(field).toHaveAccessibleDescription(new RegExp(message));
      await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    }
    await page.getByLabel('Zip Code').fill('');
    await page.getByLabel('Zip Code').pressSequentially('0410112');
    await expect(page.getByLabel('Zip Code')).toHaveValue('04101');
    await page.getByLabel('Branch number').fill('');
    await page.getByLabel('Branch number').pressSequentially('a12345');
    await expect(page.getByLabel('Branch number')).toHaveValue('1234');
  });
});

test.describe('a refusal keeps the step and says why', () => {
  const invalid = 'There was an error validating your identity, please check your information and try again.';
  const cases = [
    ['BadQuestion', 200, 'Failed to recover credentials. An error occurred retrieving your secret question.'],
    ['Invalid', 200, invalid],
    [
      'RecoveryFailed',
      200,
      'Failed to recover credentials, please verify your information or contact your local branch.',
    ],
    [
      'RecoveryMaxAttempts',
      200,
      'You have reached the maximum amount of recovery attempts at this time. Please wait a while before trying again.',
    ],
    ['SomethingNew', 200, invalid],
    ['Error', 500, 'There was an error validating your identity, please contact your institution.'],
  ] as const;
  test('in the words of its code', { tag: '@desktop' }, async ({ page, app }) => {
    await openRecovery(page, app);
    for (const [code, status, message] of cases) {
      const refusal = { HasNoErrors: false, Errors: [{ ErrorMessage: code }] };
      await answerWith(
        page,
        'GetSecretQuestion',
        { ...refusal, Credentials: { SecretQuestion: '', LogonName: '' } },
        status,
      );
      await fillIdentity(page, margaret);
      await proceed(page);
      await expect(page.getByRole('alert')).toHaveText(message);
      await expect(page.getByLabel('Zip Code')).toHaveValue(margaret.zipCode);

      const found = { HasNoErrors: true, Errors: [], Credentials: { SecretQuestion: '', LogonName: '••••••••' } };
      await answerWith(page, 'GetSecretQuestion', found);
      await answerWith(page, 'GenerateNewPassword', refusal, status);
      await proceed(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Send the email');
      await expect(page.getByRole('alert')).toBeHidden();
      await proceed(page);
      await expect(page.getByRole('alert')).toHaveText(message);
      await page.getByRole('button', { name: 'Start over' }).click();
      await expect(page.getByLabel('Zip Code')).toBeVisible();
    }
  });
});

test('while the portal is closed, the sign-in screen shows instead', { tag: '@desktop' }, async ({ page, app }) => {
  await page.route('**/api/MaintenanceMode', (route) => route.fulfill({ json: { isEnabled: true } }));
  await page.goto(`${app.url}/#/home/recovery`);
  await expect(page).toHaveURL(/#\/home\/login$/);
});

test.describe('where a secret question is asked and some fields are hidden', () => {
  test.use({
    environment: async ({}, provide) => {
      const folder = await writeInstitution({
        'loginOptions.recoverWithoutQuestionOption': false,
        'recoveryOptions.hideBranchNumber': true,
        'recoveryOptions.hideZipCode': true,
      });
      await provide({ PASSBOOK_INSTITUTION: folder });
    },
  });

  test('only the right answer sends the email', { tag: '@desktop' }, async ({ page, ownApp }) => {
    await openRecovery(page, ownApp);
    await expect(page.getByLabel('Branch number')).toBeHidden();
    await expect(page.getByLabel('Zip Code')).toBeHidden();
    await page.getByLabel('Email address').fill(margaret.emailAddress);
    await page.getByLabel('Date of birth').fill(margaret.dateOfBirth);
    const sent = page.waitForRequest('**/api/Recovery/GetSecretQuestion');
    await proceed(page);
    expect((await sent).postDataJSON()).toEqual({
      EmailAddress: margaret.emailAddress,
      DateOfBirth: margaret.dateOfBirth,
    });

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your security question');
    await expect(page.getByText('What was the name of your first pet?')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await expectNoAxeViolations(page);
    await page.getByLabel('Secret Answer').fill('something else');
    await proceed(page);
    await expect(page.getByRole('alert')).toContainText('There was an error validating your identity');
    await page.getByLabel('Secret Answer').fill('');
    await page.getByLabel('Secret Answer').pressSequentially('"Har<bor>\'');
    await expect(page.getByLabel('Secret Answer')).toHaveValue('Harbor');
    await proceed(page);
    await expect(page.getByText(success)).toBeVisible();
    expect(await readMailedLink(ownApp, margaret.emailAddress)).toContain('#/home/forcePasswordChange/');
  });
});

function answerWith(page: Page, call: string, json: object, status = 200): Promise<unknown> {
  return page.route(`**/api/Recovery/${call}`, (route) => route.fulfill({ status, json }));
}
