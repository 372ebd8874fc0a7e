import type { Page } from 'playwright/test';
import { removeFolder } from '#tests/support/demonstration-folder.ts';
import { type LinkedApp, withLinks } from '#tests/support/demonstration-links.ts';
import { expect, expectNoAxeViolations, test as base } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { readMailedCode } from '#tests/support/mailed.ts';
import { newPassword } from '#tests/support/registration-journey.ts';

const test = base.extend<{ linked: LinkedApp; options: Record<string, unknown> }>({
  options: [{}, { option: true }],
  linked: [
    async ({ options }, provide) => {
      const institution = await writeInstitution({ 'activateOptions.supportPhone': '(555) 010-4477', ...options });
      await withLinks({ PASSBOOK_INSTITUTION: institution }, provide);
      await removeFolder(institution);
    },
    { timeout: 120_000 },
  ],
});

const supportLine = '(555) 010-4477, Monday to Friday 8:30 AM to 7:30 PM ET';
const failed = `We couldn't set your new password. Call customer service at ${supportLine}.`;

async function choosePassword(page: Page, password = newPassword, confirmation = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(confirmation);
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click();

test.describe('activation', () => {
  test(
    'a converted customer chooses a new password and is signed in; the link works once',
    { tag: '@phone' },
    async ({ page, linked }) => {
      const link = linked.linkTo('an activation that succeeds');
      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
      await expect(page).toHaveTitle('Activate your account · First Harbor Lending');
      await submit(page);
      await expect(page.getByText('Please enter confirm your password')).toBeVisible();
      await choosePassword(page, 'three tall ships', 'another');
      await submit(page);
      await expect(page.getByText('Passwords Do Not Match')).toBeVisible();
      await expect(page.getByText('Be hard to guess')).toBeVisible();
      await expectNoAxeViolations(page);
      await choosePassword(page);
      await page.getByRole('button', { name: 'Show password', exact: true }).click();
      await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('type', 'text');
      await submit(page);
      // Signed in, possibly with terms still to accept.
      await expect(page).toHaveURL(/#\/(myaccount\/dashboard|home\/login)$/);
      await expect(page.getByLabel('Username')).toHaveCount(0);

      await page.goto('about:blank');
      await page.goto(link);
      await expect(page.getByRole('alert')).toContainText(
        `This link has expired or was already used. If you already chose your password, sign in. If not, call customer service at ${supportLine}.`,
      );
      await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
      await expectNoAxeViolations(page);
      await page.getByRole('alert').getByRole('link', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL(/#\/home\/login$/);
    },
  );

  test(
    'while the portal is closed, no password is asked for, and a typed one stays',
    { tag: '@desktop' },
    async ({ page, linked }) => {
      const link = linked.linkTo('an activation that succeeds');
      await page.goto(link);
      await choosePassword(page);
      await page.route('**/api/Register/ActivateAccount', (route) =>
        route.fulfill({
          status: 403,
          json: { HasNoErrors: false, Errors: [{ ErrorMessage: 'maintenanceModeEnabled' }] },
        }),
      );
      await submit(page);
      await expect(page.getByRole('alert')).toHaveText(
        "The site is currently offline for maintenance. Your password wasn't changed, and your link still works. Please try again later.",
      );
      await expect(page.getByLabel('New password', { exact: true })).toHaveValue(newPassword);

      await page.route('**/api/MaintenanceMode', (route) => route.fulfill({ json: { isEnabled: true } }));
      await page.goto('about:blank');
      await page.goto(link);
      await expect(page).toHaveURL(/#\/home\/login$/);
      await expect(page.getByRole('alert')).toContainText('The site is currently offline for maintenance.');
    },
  );

  test(
    'a taken username leads to sign-in, and a restricted customer sees a message',
    { tag: '@desktop' },
    async ({ page, linked }) => {
      await page.goto(linked.linkTo('an activation of a restricted customer'));
      await choosePassword(page);
      await submit(page);
      await expect(page.getByRole('alert')).toHaveText(
        'Your account has been registered, however it is currently restricted.',
      );

      await page.goto('about:blank');
      await page.goto(linked.linkTo('an activation whose login name is taken'));
      await choosePassword(page);
      await submit(page);
      await expect(page.getByRole('alert')).toContainText(
        `Someone already uses this username. Sign in, or call ${supportLine}.`,
      );
      await expectNoAxeViolations(page);
      await page.getByRole('alert').getByRole('link', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL(/#\/home\/login$/);
    },
  );

  test('without a token the sign-in screen shows Not Authorized', { tag: '@desktop' }, async ({ page, app }) => {
    await page.goto(`${app.url}/#/home/activate`);
    await expect(page).toHaveURL(/#\/home\/login$/);
    await expect(page.getByText('Not Authorized.')).toBeVisible();
  });

  test(
    'a token before the hash works; a made-up one or no connection shows an error',
    { tag: '@desktop' },
    async ({ page, app }) => {
      await page.goto(`${app.url}/?token=made-up#/home/activate`);
      await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.');
      await page.route('**/api/Register/*Activat*', (route) => route.abort());
      await page.reload();
      await choosePassword(page);
      await submit(page);
      await expect(page.getByRole('alert')).toContainText(failed);
      await expect(page.getByLabel('New password', { exact: true })).toHaveValue(newPassword);
    },
  );

  test.describe('an activation with a security code', () => {
    test.use({ options: { 'activateOptions.useSecurityCodeOption': true } });

    test('asks for the code that was sent', { tag: '@desktop' }, async ({ page, linked }) => {
      await page.goto(linked.linkTo('an activation that succeeds'));
      await choosePassword(page);
      await submit(page);
      await expect(page.getByText('A security code is required')).toBeVisible();
      const code = await readMailedCode(linked);
      await page.getByLabel('Security code').fill(code === '000000' ? '000001' : '000000');
      await submit(page);
      await expect(page.getByRole('alert')).toHaveText('The security code is invalid');
      for (const [refusal, words] of [
        ['CodeExpired', 'The code you entered has expired. Press Resend Code to start over.'],
        [
          'MaxAttemptsReached',
          'You have exceeded the maximum number of attempts for this code. Press Resend Code to start over.',
        ],
      ] as const) {
        await page.route('**/api/Register/ActivateAccount', (route) =>
          route.fulfill({ status: 403, json: { HasNoErrors: false, Errors: [{ ErrorMessage: refusal }] } }),
        );
        await submit(page);
        await expect(page.getByRole('alert')).toHaveText(words);
        await page.unroute('**/api/Register/ActivateAccount');
      }
      await expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Resend Code' }).click();
      await expect(page.getByLabel('Security code')).toHaveValue('');
      await expect(page.getByRole('button', { name: 'Resend Code' })).toBeEnabled();
      await page.getByLabel('Security code').fill(await readMailedCode(linked, code));
      await submit(page);
      await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
      await expect(page).toHaveURL(/#\/(myaccount\/dashboard|home\/login)$/);
    });
  });
});

test.describe('verifying an email address', () => {
  test('leads to sign-in, also when the link is followed again', { tag: '@phone' }, async ({ page, linked }) => {
    const link = linked.linkTo('a pending email verification');
    await page.goto(link);
    await expect(page).toHaveURL(/#\/home\/login$/);
    await expect(page.getByRole('status').filter({ hasText: 'Your email address is verified.' })).toBeVisible();
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByRole('status').filter({ hasText: 'Your email address is verified.' })).toBeVisible();
  });

  test('with a link that does not work says where to get another', { tag: '@desktop' }, async ({ page, app }) => {
    await page.goto(`${app.url}/#/home/verifyEmail/made-up`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your email');
    await expect(page.getByText('To get a new link, sign in and open your profile.')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(
      'There was an error activating your account. Please contact your local servicing branch for assistance.',
    );
    await expectNoAxeViolations(page);
    await page.getByRole('link', { name: 'Return to Login' }).click();
    await expect(page).toHaveURL(/#\/home\/login$/);
  });

  test('can be tried again after a lost connection', { tag: '@desktop' }, async ({ page, linked }) => {
    await page.route('**/api/Login/ValidateEmail', (route) => route.abort());
    await page.goto(linked.linkTo('a pending email verification'));
    await expect(page.getByRole('alert')).toContainText("We couldn't check the link. It may still work.");
    await expectNoAxeViolations(page);
    await page.unroute('**/api/Login/ValidateEmail');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Your email address is verified.' })).toBeVisible();
  });

  test('fails without its data', { tag: '@desktop' }, async ({ page, app }) => {
    await page.goto(`${app.url}/#/home/verifyEmail`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your email');
    await expect(page.getByRole('alert')).toHaveText(
      'We could not verify your account. Please contact your local servicing branch for assistance.',
    );
    await expectNoAxeViolations(page);
  });
});

test.describe('opting out of emails', () => {
  const success =
    'You have successfully been opted out of notifications. Please allow 24 hours for this to take effect.';
  const problem = 'There was a problem updating your email preferences. Please try again.';

  test('takes one click and can be repeated', { tag: '@phone' }, async ({ page, linked }) => {
    for (const address of [linked.linkTo('an opt-out of emails'), linked.linkTo('an opt-out of emails')]) {
      await page.goto('about:blank');
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opt Out Of Emails');
      await expect(page.getByText('Click the button to opt out of emails.')).toBeVisible();
      await expectNoAxeViolations(page);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByText(success)).toBeVisible();
      await expectNoAxeViolations(page);
    }
  });

  test(
    'fails at once without a token, and after the click with a made-up one',
    { tag: '@desktop' },
    async ({ page, app }) => {
      await page.goto(`${app.url}/#/opt-out`);
      await expect(page.getByRole('alert')).toHaveText(problem);
      await expect(page.getByRole('button', { name: 'Opt Out' })).toHaveCount(0);
      await expectNoAxeViolations(page);
      await page.goto('about:blank');
      await page.goto(`${app.url}/#/keep-email?token=made-up`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keep your email address');
      await expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Keep this email address' }).click();
      await expect(page.getByRole('alert')).toContainText('This link was used or has expired');

      await page.goto(`${app.url}/?token=made-up#/opt-out`);
      await page.getByRole('button', { name: 'Opt Out' }).click();
      await expect(page.getByRole('alert')).toHaveText(problem);
      await expect(page.getByRole('button', { name: 'Opt Out' })).toBeEnabled();
    },
  );
});
