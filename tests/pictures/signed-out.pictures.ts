import type { Page } from 'playwright/test';
import { fillIdentity, margaret, openRecovery, proceed } from '#tests/support/recovery-journey.ts';
import { agreeToAll, fillCredentials, fillPersonal, goOn, harriet } from '#tests/support/registration-journey.ts';
import { expect, test } from './support/pictures.ts';
import { openAddress } from './support/open.ts';

test('signing in', async ({ page, app, visit }) => {
  const signInPage = () => openAddress(page, app.url, 'Forgot your login?');
  await visit('sign-in', signInPage);
  await visit('sign-in-refused', async () => {
    await page.getByLabel('Username').fill('margaret.okafor');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  });
  await visit('sign-in-closed', async () => {
    await page.route('**/api/MaintenanceMode', (route) => route.fulfill({ json: { isEnabled: true } }));
    await openAddress(page, app.url, 'The site is currently offline for maintenance.');
  });
  await page.unroute('**/api/MaintenanceMode');
  await visit('sign-in-not-authorized', () => openAddress(page, `${app.url}/#/home/activate`, 'Not Authorized.'));
  await visit('error-page', async () => {
    await page.goto(`${app.url}/Error500.html`);
    await expect(page.getByText('Something went wrong on our end.')).toBeVisible();
  });
});

test('recovery', async ({ page, app, visit }) => {
  await visit('recovery', () => openRecovery(page, app));
  await visit('recovery-send', async () => {
    await fillIdentity(page, margaret);
    await proceed(page);
    await expectHeading(page, 'Send the email');
  });
  await visit('recovery-sent', async () => {
    await proceed(page);
    await expectHeading(page, 'Success!');
  });
});

test('registration', async ({ page, app, visit }) => {
  await visit('registration', () => openAddress(page, `${app.url}/#/home/register`, 'Account number'));
  await visit('registration-errors', async () => {
    await goOn(page);
    await expect(page.getByText('Account Type is required.', { exact: true })).toBeVisible();
  });
  await visit('registration-login', async () => {
    await fillPersonal(page, harriet);
    await goOn(page);
    await fillCredentials(page, 'harriet.lowell');
    await agreeToAll(page);
    await expect(page.getByText('Checking…')).toHaveCount(0);
  });
});

test('links of messages', async ({ page, app, visit }) => {
  await visit('verify-email-problem', () =>
    openAddress(page, `${app.url}/#/home/verifyEmail/made-up`, 'To get a new link'),
  );
  await visit('opt-out', () => openAddress(page, `${app.url}/?token=made-up#/opt-out`, 'Opt Out Of Emails'));
  await visit('keep-email', () =>
    openAddress(page, `${app.url}/#/keep-email?token=made-up`, 'Keep your email address'),
  );
  await visit('forgotten-password-problem', () =>
    openAddress(page, `${app.url}/#/home/forcePasswordChange/made-up`, /link/),
  );
  await visit('activate', () => openAddress(page, `${app.url}/#/home/activate?token=made-up`, /password/));
});

test('help for visitors', async ({ page, app, visit }) => {
  await visit('visitor-faq', () => openAddress(page, `${app.url}/#/home/faq`, 'Frequently asked questions'));
  await visit('visitor-locator', async () => {
    await openAddress(page, `${app.url}/#/home/locations`, 'Harbor Van');
    await expect(page.getByRole('application').locator('path').first()).toBeVisible();
  });
  await visit('visitor-contact', async () => {
    await openAddress(page, `${app.url}/#/home/messages`, 'Compose Message');
    await page.getByLabel('Message type').selectOption('Question');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Name is required.').first()).toBeVisible();
  });
});

async function expectHeading(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
}
