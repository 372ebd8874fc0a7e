import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

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

    app.line.mend();
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

    app.line.mend();
    await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible({ timeout: 30_000 });
  },
);
