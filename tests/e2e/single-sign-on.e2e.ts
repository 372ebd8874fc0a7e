import type { Page } from 'playwright/test';
import { type App, expect, expectNoAxeViolations, runApp, test as base } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { type SignOnDesk, startSignOnDesk } from '#tests/support/sign-on-desk.ts';

/** One provider and one portal that uses it; the portal's clock is the real one, which the provider goes by. */
const test = base.extend<object, { readonly desk: SignOnDesk }>({
  desk: [
    async ({}, provide) => {
      const desk = await startSignOnDesk();
      await provide(desk);
      await desk.close();
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ desk }, provide) => {
      const folder = await writeInstitution({
        'loginOptions.useSingleSignOnOption': true,
        'loginOptions.singleSignOnUrl': desk.loginUrl,
        'loginOptions.singleSignOnIssuer': desk.issuer,
        'loginOptions.useMultiFactorOption': true,
      });
      const now = Temporal.Now.instant().toString();
      await runApp({ PASSBOOK_INSTITUTION: folder, PASSBOOK_NOW: now }, provide);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Li's customer number. */
const customerNumber = '400102';

function expectSignOn(page: Page, reason: string): Promise<void> {
  return expect(page).toHaveURL(new RegExp(`/desk\\?.*reason=${reason}(&|$)`));
}

function prepare(desk: SignOnDesk, app: App): void {
  desk.portalUrl = app.url;
  desk.wanted = { ...desk.wanted, claims: { customer_id: customerNumber, amr: ['mfa'] }, carriesNonce: true };
}

test('a visitor signs in at the institution and comes back to the dashboard', async ({ page, app, desk }) => {
  prepare(desk, app);
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.goto(app.url);
  await expectSignOn(page, 'notLoggedIn');
  await page.getByLabel('Customer number').fill('li-at-harbor');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/#\/myaccount\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  expect(addresses.some((address) => address.includes('#/home/sso/'))).toBe(true);
  // The token is in no address that the browser can go back to.
  await page.goBack();
  expect(page.url()).not.toContain('/sso/');
});

test('who signs out stays, and may sign in again', { tag: '@desktop' }, async ({ page, app, desk }) => {
  prepare(desk, app);
  await page.goto(app.url);
  await page.getByLabel('Customer number').fill('li-at-harbor');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/#\/home\/login$/);
  await expect(page.getByLabel('Username')).toBeHidden();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectSignOn(page, 'notLoggedIn');
});

test('the landing without a token says Not Authorized', { tag: '@desktop' }, async ({ page, app, desk }) => {
  prepare(desk, app);
  await page.goto(`${app.url}/#/home/sso`);
  await expect(page).toHaveURL(/#\/home\/login$/);
  await expect(page.getByText('Not Authorized.')).toBeVisible();
});

test(
  'a token that is none leads back to the sign-on with an error',
  { tag: '@desktop' },
  async ({ page, app, desk }) => {
    prepare(desk, app);
    await page.goto(`${app.url}/#/home/sso/not.a.token`);
    await expectSignOn(page, 'error');
  },
);

test(
  'a token that this browser did not ask for leads back to the sign-on',
  { tag: '@desktop' },
  async ({ page, app, desk }) => {
    prepare(desk, app);
    const { token } = await desk.issueToken('somebody-else');
    await page.goto(`${app.url}/#/home/sso/${token}`);
    await expectSignOn(page, 'notLoggedIn');
  },
);

test(
  'who cancels a step after the sign-on goes back to it, marked as cancelled',
  { tag: '@desktop' },
  async ({ page, app, desk }) => {
    prepare(desk, app);
    // Without several factors at the sign-on, the portal asks for its own code.
    desk.wanted = { ...desk.wanted, claims: { customer_id: customerNumber } };
    await page.goto(app.url);
    await page.getByLabel('Customer number').fill('li-at-harbor');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Security code')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectSignOn(page, 'userCancelled');
  },
);

for (const address of [
  'home/register',
  'home/verifyEmail',
  'home/verifyEmail/abc',
  'home/recovery',
  'home/activate?token=abc',
  'home/forcePasswordChange/abc',
]) {
  test(`${address} is closed and leads to the sign-on`, { tag: '@desktop' }, async ({ page, app, desk }) => {
    prepare(desk, app);
    await page.goto(`${app.url}/#/${address}`);
    await expectSignOn(page, 'notLoggedIn');
  });
}

base.describe('without an address of the sign-on', () => {
  base.use({
    environment: async ({}, provide) => {
      const folder = await writeInstitution({ 'loginOptions.useSingleSignOnOption': true });
      await provide({ PASSBOOK_INSTITUTION: folder });
    },
  });

  base('the sign-in screen says so and lets nobody in', async ({ page, ownApp }) => {
    await page.goto(`${ownApp.url}/#/home/sso/not.a.token`);
    await expect(page).toHaveURL(/#\/home\/login$/);
    await expect(page.getByText('No SSO URL defined!')).toBeVisible();
    await expect(page.getByLabel('Username')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeHidden();
    await expectNoAxeViolations(page);
  });
});

base('where single sign-on is not in use, its landing is the sign-in screen', async ({ page, app }) => {
  await page.goto(`${app.url}/#/home/sso/not.a.token`);
  await expect(page).toHaveURL(/#\/home\/login$/);
  await expect(page.getByLabel('Username')).toBeVisible();
  await expect(page.getByText('Not Authorized.')).toBeHidden();
});
