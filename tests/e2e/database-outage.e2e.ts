import { removeFolder } from '#tests/support/demonstration-folder.ts';
import { demonstrationPassword, expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { readMailedCode } from '#tests/support/mailed.ts';
import { expectStep, logIn } from '#tests/support/sign-in-steps.ts';

const banner = /This site is temporarily unavailable/;

test(
  'while the database is down the portal says so, and keeps what was typed',
  { tag: '@phone' },
  async ({ page, appWithLine: app }) => {
    await signIn(page, app, 'margaret.okafor');
    await page.goto(`${app.url}/#/myaccount/messages`);
    await page.getByLabel('Message type').selectOption('Feedback');
    await page.getByRole('radio', { name: 'Good', exact: true }).check();
    await page.getByRole('radio', { name: 'Another reason' }).check();
    const message = page.getByLabel('Message (optional)');
    await message.fill('The branch was closed at noon.');
    await page.getByLabel("I'm not a robot").check();
    await expect(page.getByText('Verified')).toBeVisible({ timeout: 30_000 });

    app.line.cut();
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(banner)).toBeVisible();
    await expect(message).toHaveValue('The branch was closed at noon.');
    await expectNoAxeViolations(page);

    app.line.fix();
    await expect(page.getByText(banner)).toBeHidden({ timeout: 30_000 });
    const received = page.getByText(/We received your message|Thank you/).first();
    if (!(await received.isVisible())) {
      await expect(message).toHaveValue('The branch was closed at noon.');
      await page.getByRole('button', { name: 'Send' }).click();
    }
    await expect(received).toBeVisible({ timeout: 30_000 });
  },
);

test(
  'a page that is reloaded while the database is down says whose it is, whom to call, and opens later',
  { tag: '@phone' },
  async ({ page, appWithLine: app }) => {
    await signIn(page, app, 'li.wei');
    await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
    app.line.cut();
    await page.reload();
    await expect(page.getByText('An error occurred while trying to load that page.')).toBeVisible();
    await expect(
      page.getByText("Your accounts at First Harbor Lending aren't affected. Need help now? Call (555) 010-4477."),
    ).toBeVisible();
    await expect(page.getByText(/^Reference [0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible();
    await expectNoAxeViolations(page);
    await page.goto(`${app.url}/Error500.html`);
    await expect(page.getByText('First Harbor Lending')).toBeVisible();
    await expect(page.getByRole('link', { name: '(555) 010-4477' })).toBeVisible();
    await page.goBack();

    app.line.fix();
    await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible({ timeout: 30_000 });
  },
);

test(
  'a sign-in while the database is down says so with a reference, keeps what was typed, and works later',
  { tag: '@phone' },
  async ({ page, appWithLine: app }) => {
    await page.goto(app.url);
    await page.getByLabel('Username').fill('li.wei');
    await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
    app.line.cut();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(
      /^This site is temporarily unavailable\. .*\s*Reference [0-9A-Z]{4}-[0-9A-Z]{4}$/,
    );
    await expect(page.getByLabel('Username')).toHaveValue('li.wei');
    await expectNoAxeViolations(page);

    app.line.fix();
    await expect(async () => {
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 30_000 });
  },
);

test.describe('with a code after the password', () => {
  test.use({
    environment: async ({}, provide) => {
      const folder = await writeInstitution({ 'loginOptions.useMultiFactorOption': true });
      await provide({ PASSBOOK_INSTITUTION: folder });
      await removeFolder(folder);
    },
  });

  test(
    'an outage keeps the step, and one right after the code brings the form back with a reference',
    { tag: '@phone' },
    async ({ page, appWithLine: app }) => {
      await logIn(page, app, 'margaret.okafor');
      await expectStep(page, 'Enter your security code', 'Step 1 of 1');
      await page.getByRole('textbox', { name: 'Security code' }).fill(await readMailedCode(app));
      const submit = page.getByRole('button', { name: 'Continue' });
      app.line.cut();
      await submit.click();
      await expect(page.getByRole('alert')).toHaveText('There was an error while validating.');

      app.line.fix();
      await page.route('**/api/Login/Session', async (route) => {
        app.line.cut();
        await route.continue();
      });
      await expect(async () => {
        await submit.click();
        await expect(page.getByRole('alert')).toContainText('This site is temporarily unavailable', { timeout: 5_000 });
      }).toPass({ timeout: 30_000 });
      await expect(page.getByRole('alert')).toHaveText(/Please try again later\.\s*Reference [0-9A-Z]{4}-[0-9A-Z]{4}$/);
      await expect(page.getByLabel('Username')).toBeVisible();
      await expectNoAxeViolations(page);
    },
  );
});
