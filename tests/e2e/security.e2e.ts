import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright/test';
import {
  type App,
  demonstrationPassword,
  expect,
  expectNoAxeViolations,
  runApp,
  signIn,
  test as base,
  unfolded,
} from '#tests/support/e2e.ts';
import { readClock } from '#tests/support/authenticator.ts';
import { logIn } from '#tests/support/sign-in-steps.ts';
import { shared } from '#tests/support/shared-by-tests.ts';

/** A separate server, because sign-in methods change here. */
const test = base.extend({ app: shared((provide) => runApp({}, provide)) });

const dashboard = /#\/myaccount\/dashboard/;
const section = (page: Page, heading: string) => page.getByRole('region', { name: heading });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function openProfile(page: Page, app: App): Promise<void> {
  await page.goto(`${app.url}/#/myaccount/profile`);
  for (const heading of ['Passkeys', 'Authenticator app', 'Where you are signed in']) await unfolded(page, heading);
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
}

/** Adds a virtual fingerprint sensor. */
async function plugDeviceIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey is added, signs in without a password, and is removed', { tag: '@phone' }, async ({ page, app }) => {
  await plugDeviceIn(page);
  await signIn(page, app, 'li.wei');
  await openProfile(page, app);
  const passkeys = section(page, 'Passkeys');
  await expect(passkeys.getByText('No passkeys yet.')).toBeVisible();

  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  const adding = dialog(page, 'Add a passkey');
  await expect(adding.getByLabel('Name')).toHaveValue(/^Passkey on /);
  await adding.getByLabel('Name').fill('My phone');
  await adding.getByRole('button', { name: 'Continue' }).click();
  await expect(adding.getByText('Password is required.')).toBeVisible();
  await expect(adding.getByLabel('Your password')).toBeFocused();
  await adding.getByLabel('Your password').fill('not this one');
  await adding.getByRole('button', { name: 'Continue' }).click();
  await expect(adding.getByText('Your current password is incorrect.')).toBeVisible();
  await expect(adding.getByLabel('Name')).toHaveValue('My phone');
  await expectNoAxeViolations(page);
  await adding.getByLabel('Your password').fill(demonstrationPassword);
  await page.keyboard.press('Enter');
  await expect(passkeys.getByText('Passkey added.')).toBeVisible();
  await expect(passkeys.getByText('My phone')).toBeVisible();
  await expectNoAxeViolations(page);

  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await adding.getByLabel('Your password').fill(demonstrationPassword);
  await page.keyboard.press('Enter');
  await expect(adding.getByText('This device already has a passkey for you.')).toBeVisible();
  await adding.getByRole('button', { name: 'Cancel' }).click();

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/#\/myaccount\/profile$/);

  await openProfile(page, app);
  await passkeys.getByRole('button', { name: 'Remove My phone' }).click();
  const removing = dialog(page, 'Remove this passkey?');
  await expectNoAxeViolations(page);
  await removing.getByLabel('Your password').fill(demonstrationPassword);
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys.getByText('Passkey removed.')).toBeVisible();
  await expect(passkeys.getByText('No passkeys yet.')).toBeVisible();

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText("We don't recognize this passkey.")).toBeVisible();
  await expectNoAxeViolations(page);
});

test('without a passkey, sign-in says so and continues', { tag: '@desktop' }, async ({ page, app }) => {
  await page.goto(app.url);
  // Simulates closing the browser's own passkey window.
  await page.evaluate(`navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText("Passkey sign-in didn't finish.")).toBeVisible();
  await page.getByLabel('Username').fill('margaret.okafor');
  await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(dashboard);
});

test(
  'an authenticator app is set up, and its code or a recovery code is required from then on',
  { tag: '@both' },
  async ({ page, app, browser }) => {
    await signIn(page, app, 'sam.rivera');
    const signedInMs = Date.now();
    await openProfile(page, app);
    const now = await readClock(page, signedInMs);
    const authenticator = section(page, 'Authenticator app');
    await expect(authenticator.getByText('Off', { exact: true })).toBeVisible();

    await authenticator.getByRole('button', { name: 'Set up authenticator app' }).click();
    const authenticatorDialog = dialog(page, 'Set up an authenticator app');
    await authenticatorDialog.getByLabel('Your password').fill(demonstrationPassword);
    await authenticatorDialog.getByRole('button', { name: 'Continue' }).click();
    await expect(authenticatorDialog.getByRole('figure', { name: 'QR code with the setup key below' })).toBeVisible();
    await expectNoAxeViolations(page);
    const key = await authenticatorDialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
    const secret = Secret.fromBase32(key.replaceAll(' ', ''));
    const codeIn = (seconds: number) => TOTP.generate({ secret, timestamp: now() + seconds * 1_000 });

    await authenticatorDialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(authenticatorDialog.getByText('A code is required')).toBeVisible();
    await authenticatorDialog.getByLabel('Code from your authenticator app').fill('12345');
    await page.keyboard.press('Enter');
    await expect(authenticatorDialog.getByText("That code didn't work.")).toBeVisible();
    await authenticatorDialog.getByLabel('Code from your authenticator app').fill(codeIn(-30));
    await page.keyboard.press('Enter');

    const codes = dialog(page, 'Your recovery codes');
    await expect(codes).toBeVisible();
    const asks = await page.evaluate<boolean>("!dispatchEvent(new Event('beforeunload', { cancelable: true }))");
    expect(asks, 'a reload would lose the codes').toBe(true);
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expectNoAxeViolations(page);
    const [recoveryCode = ''] = await codes.getByRole('listitem').allInnerTexts();
    await codes.getByRole('button', { name: "I've saved my codes" }).click();
    await expect(authenticator.getByText('On', { exact: true })).toBeVisible();
    await expect(authenticator.getByText('Recovery codes left: 10.')).toBeVisible();
    await expectNoAxeViolations(page);

    const other = await newBrowser(browser);
    await logIn(other, app, 'sam.rivera');
    await expect(other.getByRole('heading', { level: 1, name: 'Enter your security code' })).toBeFocused();
    await expect(other.getByText('Open your authenticator app')).toBeVisible();
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other.getByText('A code is required')).toBeVisible();
    await other.getByLabel('Code from your authenticator app').fill('12345');
    await other.keyboard.press('Enter');
    await expect(other.getByText("That code didn't work.")).toBeVisible();
    await expectNoAxeViolations(other);
    await other.getByLabel('Code from your authenticator app').fill(codeIn(0));
    await other.keyboard.press('Enter');
    await expect(other).toHaveURL(dashboard);

    const third = await newBrowser(browser);
    await logIn(third, app, 'sam.rivera');
    await third.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(third.getByText("we can't email a code instead")).toBeVisible();
    await third.getByLabel('Recovery code').fill('AAAAA-AAAAA');
    await third.keyboard.press('Enter');
    await expect(third.getByText("That code didn't work. Try another recovery code.")).toBeVisible();
    await expectNoAxeViolations(third);
    await third.getByLabel('Recovery code').fill(recoveryCode);
    await third.keyboard.press('Enter');
    await expect(third).toHaveURL(dashboard);

    await page.reload();
    await unfolded(page, 'Authenticator app');
    await expect(authenticator.getByText('Recovery codes left: 9.')).toBeVisible();
    await authenticator.getByRole('button', { name: 'Get new recovery codes' }).click();
    const renewing = dialog(page, 'Get new recovery codes?');
    await renewing.getByLabel('Your password').fill(demonstrationPassword);
    await renewing.getByRole('button', { name: 'Get new codes' }).click();
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await codes.getByRole('button', { name: "I've saved my codes" }).click();
    await authenticator.getByRole('button', { name: 'Turn off' }).click();
    const turningOff = dialog(page, 'Turn off your authenticator app?');
    await turningOff.getByLabel('Your password').fill(demonstrationPassword);
    await turningOff.getByRole('button', { name: 'Turn off' }).click();
    await expect(authenticator.getByText('Your authenticator app is off.')).toBeVisible();
    await other.context().close();
    await third.context().close();
  },
);

test('a customer ends sessions on other devices at once', { tag: '@desktop' }, async ({ page, app, browser }) => {
  const [second, third] = [await newBrowser(browser), await newBrowser(browser)];
  for (const other of [second, third]) await signIn(other, app, 'margaret.okafor');
  await signIn(page, app, 'margaret.okafor');
  await openProfile(page, app);
  const sessions = section(page, 'Where you are signed in');
  await expect(sessions.getByText('This device').first()).toBeVisible();
  await expectNoAxeViolations(page);

  const ends = sessions.getByRole('button', { name: /^End session on Chrome on / });
  const before = await ends.count();
  await ends.first().click();
  const ending = dialog(page, 'End this session?');
  await ending.getByLabel('Your password').fill(demonstrationPassword);
  await ending.getByRole('button', { name: 'End' }).click();
  await expect(sessions.getByText('Session ended.')).toBeVisible();
  await expect(ends).toHaveCount(before - 1);
  await expectShutOut(third, app);

  await sessions.getByRole('button', { name: 'End all other sessions' }).click();
  const endingAll = dialog(page, 'End all other sessions?');
  await endingAll.getByLabel('Your password').fill(demonstrationPassword);
  await page.keyboard.press('Enter');
  await expect(sessions.getByText("You're signed out everywhere else.")).toBeVisible();
  await expect(ends).toHaveCount(0);
  await expectShutOut(second, app);

  const forget = sessions.getByRole('button', { name: /^Forget Chrome on / });
  const devices = await forget.count();
  await forget.last().click();
  await dialog(page, 'Forget this device?').getByLabel('Your password').fill(demonstrationPassword);
  await page.keyboard.press('Enter');
  await expect(sessions.getByText('Device forgotten.')).toBeVisible();
  await expect(forget).toHaveCount(devices - 1);
});

async function newBrowser(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
}

async function expectShutOut(page: Page, app: App): Promise<void> {
  await page.goto(`${app.url}/#/myaccount/loginHistory`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await page.context().close();
}
