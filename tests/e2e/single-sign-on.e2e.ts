import type { Page } from 'playwright/test';
import { type App, expect, expectNoAxeViolations, runApp, test as base } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { type IdentityProvider, startIdentityProvider } from '#tests/support/identity-provider.ts';
import { shared } from '#tests/support/shared-by-tests.ts';

interface Portal {
  readonly app: App;
  readonly desk: IdentityProvider;
}

/** A provider and a portal that uses it. The portal runs on real time, like the provider. */
const test = base.extend<{ readonly portal: Portal; readonly desk: IdentityProvider }>({
  portal: shared(async (provide) => {
    const desk = await startIdentityProvider();
    const folder = await writeInstitution({
      'loginOptions.useSingleSignOnOption': true,
      'loginOptions.singleSignOnUrl': desk.loginUrl,
      'loginOptions.singleSignOnIssuer': desk.issuer,
      'loginOptions.useMultiFactorOption': true,
    });
    const now = Temporal.Now.instant().toString();
    await runApp({ PASSBOOK_INSTITUTION: folder, PASSBOOK_NOW: now }, (app) => provide({ app, desk }));
    await desk.close();
  }),
  app: ({ portal }, provide) => provide(portal.app),
  desk: ({ portal }, provide) => provide(portal.desk),
});

const customerNumber = '400102';

function expectSingleSignOn(page: Page, reason: string): Promise<void> {
  return expect(page).toHaveURL(new RegExp(`/desk\\?.*reason=${reason}(&|$)`));
}

function prepare(desk: IdentityProvider, app: App): void {
  desk.portalUrl = app.url;
  desk.wanted = { ...desk.wanted, claims: { customer_id: customerNumber, amr: ['mfa'] }, carriesNonce: true };
}

test(
  'a visitor signs in at the institution and returns to the dashboard',
  { tag: '@phone' },
  async ({ page, app, desk }) => {
    prepare(desk, app);
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    await page.goto(app.url);
    await expectSingleSignOn(page, 'notLoggedIn');
    await page.getByLabel('Customer number').fill('li-at-harbor');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/#\/myaccount\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
    expect(addresses.some((address) => address.includes('#/home/sso/'))).toBe(true);
    // The browser's history contains no token.
    await page.goBack();
    expect(page.url()).not.toContain('/sso/');
  },
);

test(
  'a customer who signs out stays signed out, and can sign in again',
  { tag: '@desktop' },
  async ({ page, app, desk }) => {
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
    await expectSingleSignOn(page, 'notLoggedIn');
  },
);

test('the landing page without a token shows Not Authorized', { tag: '@desktop' }, async ({ page, app, desk }) => {
  prepare(desk, app);
  await page.goto(`${app.url}/#/home/sso`);
  await expect(page).toHaveURL(/#\/home\/login$/);
  await expect(page.getByText('Not Authorized.')).toBeVisible();
});

test('an invalid token leads back to the sign-on with an error', { tag: '@desktop' }, async ({ page, app, desk }) => {
  prepare(desk, app);
  await page.goto(`${app.url}/#/home/sso/not.a.token`);
  await expectSingleSignOn(page, 'error');
});

test(
  "a token this browser didn't request leads back to the sign-on",
  { tag: '@desktop' },
  async ({ page, app, desk }) => {
    prepare(desk, app);
    const { token } = await desk.issueToken('somebody-else');
    await page.goto(`${app.url}/#/home/sso/${token}`);
    await expectSingleSignOn(page, 'notLoggedIn');
  },
);

test(
  'canceling a step after the sign-on returns to it, marked as canceled',
  { tag: '@desktop' },
  async ({ page, app, desk }) => {
    prepare(desk, app);
    // Without multiple factors at the sign-on, the portal asks for its own code.
    desk.wanted = { ...desk.wanted, claims: { customer_id: customerNumber } };
    await page.goto(app.url);
    await page.getByLabel('Customer number').fill('li-at-harbor');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Security code')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectSingleSignOn(page, 'userCancelled');
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
    await expectSingleSignOn(page, 'notLoggedIn');
  });
}

base.describe('without an address of the sign-on', () => {
  base.use({
    environment: async ({}, provide) => {
      const folder = await writeInstitution({ 'loginOptions.useSingleSignOnOption': true });
      await provide({ PASSBOOK_INSTITUTION: folder });
    },
  });

  base('the sign-in screen says so and lets no one in', { tag: '@desktop' }, async ({ page, ownApp }) => {
    await page.goto(`${ownApp.url}/#/home/sso/not.a.token`);
    await expect(page).toHaveURL(/#\/home\/login$/);
    await expect(page.getByText('No SSO URL defined!')).toBeVisible();
    await expect(page.getByLabel('Username')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeHidden();
    await expectNoAxeViolations(page);
  });
});

base(
  'where single sign-on is not in use, its landing is the sign-in screen',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await page.goto(`${app.url}/#/home/sso/not.a.token`);
    await expect(page).toHaveURL(/#\/home\/login$/);
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect(page.getByText('Not Authorized.')).toBeHidden();
  },
);
