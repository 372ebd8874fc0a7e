import type { Page } from 'playwright/test';
import { type App, expect, expectNoAxeViolations, runApp, signIn, test as base } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { shared } from '#tests/support/shared-by-tests.ts';

const test = base.extend({
  app: shared(async (provide) => {
    const folder = await writeInstitution({ 'loginOptions.useBiometricsOption': true });
    await runApp({ PASSBOOK_INSTITUTION: folder }, provide);
  }),
});

test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 16) LenderMobileApp/4.2' });

interface Device {
  /** Whether biometrics are set up. */
  readonly available: boolean;
  /** Whether the customer passes the check. */
  readonly shown: boolean;
}

/** Injects the app's script interface (docs/mobile-app.md). The token survives a reload, as on a device. */
async function openInApp(page: Page, device: Device = { available: true, shown: true }): Promise<void> {
  await page.addInitScript((given) => {
    const key = 'storage-of-the-device';
    Object.assign(globalThis, {
      PassbookNative: {
        deviceId: async () => 'phone-1',
        biometricsAvailable: async () => given.available,
        authenticate: async () => given.shown,
        storeToken: async (token: string) => localStorage.setItem(key, token),
        readToken: async () => localStorage.getItem(key),
        removeToken: async () => localStorage.removeItem(key),
      },
    });
  }, device);
}

interface AppPage {
  readonly PassbookNative: {
    readToken(): Promise<string | null>;
    storeToken(token: string): Promise<void>;
  };
}

function readToken(page: Page): Promise<string | null> {
  return page.evaluate(() => (globalThis as unknown as AppPage).PassbookNative.readToken());
}

function storeToken(page: Page, token: string): Promise<void> {
  return page.evaluate((given) => (globalThis as unknown as AppPage).PassbookNative.storeToken(given), token);
}

const offer = 'Sign in faster next time?';

async function optIn(page: Page, app: App): Promise<void> {
  await signIn(page, app, 'li.wei');
  await page.getByRole('dialog', { name: offer }).getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('dialog', { name: offer })).toBeHidden();
}

async function logOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/#\/home\/login$/);
}

test(
  'after the first sign-in, the app offers fingerprint or face and then signs in with it',
  { tag: '@phone' },
  async ({ page, app }) => {
    await openInApp(page);
    await signIn(page, app, 'li.wei');
    const dialog = page.getByRole('dialog', { name: offer });
    await expect(dialog).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog).toBeHidden();
    const token = await readToken(page);
    expect(token).toHaveLength(43);

    // After signing out, the app doesn't ask by itself; the button remains.
    await logOut(page);
    const button = page.getByRole('button', { name: 'Sign in with your fingerprint or face' });
    await expect(button).toBeVisible();
    await expectNoAxeViolations(page);
    await button.click();
    await expect(page).toHaveURL(/#\/myaccount\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(await readToken(page)).not.toBe(token);
  },
);

test('a restarted app asks for fingerprint or face at once', { tag: '@phone' }, async ({ page, app }) => {
  await openInApp(page);
  await optIn(page, app);
  await page.evaluate(() => sessionStorage.clear());
  await page.context().clearCookies();
  await page.goto('about:blank');
  await page.goto(app.url);
  await expect(page).toHaveURL(/#\/myaccount\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
});

test('an invalid token asks for name and password and is deleted', { tag: '@phone' }, async ({ page, app }) => {
  await openInApp(page);
  await page.goto(app.url);
  await storeToken(page, 'a-token-of-last-year');
  await page.reload();
  await expect(page.getByText('Please sign in with your username and password.')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeVisible();
  await expectNoAxeViolations(page);
  expect(await readToken(page)).toBeNull();
});

test('a failed fingerprint keeps the form and the token', { tag: '@phone' }, async ({ page, app }) => {
  await openInApp(page, { available: true, shown: false });
  await page.goto(app.url);
  await storeToken(page, 'a-token');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in with your fingerprint or face' })).toBeEnabled();
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await readToken(page)).toBe('a-token');
});

test('a customer who declines is not asked again', { tag: '@phone' }, async ({ page, app }) => {
  await openInApp(page);
  await signIn(page, app, 'li.wei');
  const dialog = page.getByRole('dialog', { name: offer });
  await dialog.getByRole('button', { name: 'No, thanks' }).click();
  await logOut(page);
  await signIn(page, app, 'li.wei');
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("the app says if biometrics can't be turned on", { tag: '@phone' }, async ({ page, app }) => {
  await openInApp(page);
  await signIn(page, app, 'li.wei');
  await page.route('**/api/Login/CreateDeviceToken', (route) => route.abort());
  const dialog = page.getByRole('dialog', { name: offer });
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog).toContainText("We couldn't turn it on.");
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test('logging out in the app does not wait for the server', { tag: '@phone' }, async ({ page, app }) => {
  await openInApp(page, { available: false, shown: false });
  await signIn(page, app, 'li.wei');
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  const asked = page.waitForRequest('**/api/Login/Logout');
  // The answer never arrives.
  await page.route('**/api/Login/Logout', () => undefined);
  await logOut(page);
  await asked;
  expect(await page.evaluate(() => sessionStorage.getItem('passbook.token'))).toBeNull();
});

base('a browser that is not the app offers nothing of this', { tag: '@phone' }, async ({ page, app }) => {
  await openInApp(page);
  await page.goto(app.url);
  await storeToken(page, 'a-token');
  await page.reload();
  await expect(page.getByLabel('Username')).toBeVisible();
  await signIn(page, app, 'li.wei');
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});
