import type { Page } from 'playwright/test';
import { turnOnAuthenticator } from '#tests/support/authenticator.ts';
import { act, approve, confirm, enterAndOpen, enterSupervisor, press } from '#tests/support/desk-by-keyboard.ts';
import {
  type App,
  demonstrationPassword,
  expect,
  expectNoAxeViolations,
  signIn,
  test,
  unfolded,
} from '#tests/support/e2e.ts';
import { Traffic } from '#tests/support/traffic.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

const OUT_OF_TRIES = 5;
const checks = ['I called back at the phone number on file', 'I saw a government ID in the branch'];

test(
  'an agent unlocks a login by keyboard, and the customer is told',
  { tag: '@desktop' },
  async ({ ownApp, page }) => {
    for (let tries = 0; tries < OUT_OF_TRIES; tries += 1) {
      const data = { username: 'li.wei', password: 'not the password' };
      await page.request.post(`${ownApp.url}/api/login/userlogin`, { data });
    }
    await enterAndOpen(page, ownApp, 'Alma Ortiz, agent', 'Li Wei');
    await expect(page.getByText(/^Locked until/)).toBeVisible();
    await expectNoAxeViolations(page);
    await act(page, 'Unlock', 'Called, forgot the caps lock');
    await expect(page.getByText('Can sign in', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Unlocked the login');
    await expectMail(ownApp, 'We unlocked your sign-in.');
    await signIn(page, ownApp, 'li.wei');
  },
);

test(
  'an agent resets both second factors by keyboard, after two checks of who is asking',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    const customer = await (await browser.newContext()).newPage();
    await addSecondFactors(customer, ownApp);
    await enterAndOpen(page, ownApp, 'Alma Ortiz, agent', 'Li Wei');
    const login = page.getByRole('region', { name: 'Login li.wei' });
    await expect(login).toContainText('authenticator app, 1 passkey');
    for (const [action, mail] of [
      ['Reset second factor', 'Your authenticator app was removed.'],
      ['Remove passkeys', 'We removed all passkeys from your sign-in'],
    ] as const) {
      await press(login.getByRole('button', { name: action }));
      const dialog = page.getByRole('dialog', { name: `${action}: li.wei` });
      await dialog.getByLabel('Reason').fill('Lost the phone');
      await press(dialog.getByRole('button', { name: action }));
      await expect(dialog).toContainText('Record at least two checks of who is asking.');
      await expectNoAxeViolations(page);
      for (const check of checks) {
        await dialog.getByRole('checkbox', { name: check }).focus();
        await page.keyboard.press('Space');
      }
      await confirm(dialog, action);
      await expectMail(ownApp, mail);
    }
    await expect(login).toContainText('password only');
    await expectNoAxeViolations(page);
    await customer.reload();
    await expect(customer.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  },
);

test(
  'an email address is corrected by two people by keyboard, and the former address objects',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enterAndOpen(page, ownApp, 'Alma Ortiz, agent', 'Li Wei');
    await press(page.getByRole('button', { name: 'Correct email' }));
    const dialog = page.getByRole('dialog', { name: 'Correct email' });
    const address = dialog.getByLabel('New email address');
    await expect(address).toBeFocused();
    await expectNoAxeViolations(page);
    await page.keyboard.type('li@new.example');
    for (const check of checks) {
      await dialog.getByRole('checkbox', { name: check }).focus();
      await page.keyboard.press('Space');
    }
    await confirm(dialog, 'Ask to correct', 'Lost the mailbox');
    const supervisor = await enterSupervisor(browser, ownApp);
    await approve(supervisor, 'Li Wei', 'li@new.example');

    await page.reload();
    await expect(page.getByRole('button', { name: 'Take the new email address back' })).toBeVisible();
    await expectNoAxeViolations(page);
    const objecting = await (await browser.newContext()).newPage();
    await objecting.goto(await readKeepLink(ownApp, 'li.wei@example.com'));
    await press(objecting.getByRole('button', { name: 'Keep this email address' }));
    await expect(objecting.getByText('Your email address stays as it is.')).toBeVisible();
    await expectNoAxeViolations(objecting);

    await page.reload();
    await expect(page.getByRole('button', { name: 'Correct email' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Email correction objected');
  },
);

async function readOutbox(app: App): Promise<string> {
  return (await fetch(app.outboxUrl)).text();
}

function expectMail(app: App, words: string): Promise<void> {
  return expect.poll(() => readOutbox(app)).toContain(words);
}

async function readKeepLink(app: App, recipient: string): Promise<string> {
  const find = async () => {
    const mails = (await readOutbox(app)).split('<article>').filter((mail) => mail.includes(`To ${recipient}`));
    return /href="([^"]+keep-email[^"]+)"/.exec(mails.join(''))?.[1];
  };
  await expect.poll(find).toBeTruthy();
  return (await find()) ?? '';
}

/** The customer adds a passkey of a virtual device, and an authenticator app. */
async function addSecondFactors(page: Page, app: App): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, app, 'li.wei');
  await page.goto(`${app.url}/#/myaccount/profile`);
  await turnOnAuthenticator(page);
  const passkeys = await unfolded(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Your password').fill(demonstrationPassword);
  await page.keyboard.press('Enter');
  await expect(passkeys.getByText('Passkey added.')).toBeVisible();
}

test(
  'the customer leaves the screen of someone who has walked away, and stays with someone who writes',
  { tag: '@desktop' },
  async ({ ownApp, page }) => {
    await page.clock.install();
    const traffic = new Traffic();
    traffic.add(page);
    await enterAndOpen(page, ownApp, 'Alma Ortiz, agent', 'Li Wei');
    // An answer that is still on its way would come when the ten minutes are over, and count from then.
    await traffic.waitUntilQuiet(500);
    // Far from the fifteen minutes of both, because the clock also goes on by itself.
    await page.clock.runFor(10 * 60_000);
    await expect(page.getByRole('heading', { level: 1, name: 'Li Wei' })).toBeVisible();
    const reported = page.waitForResponse((response) => response.url().endsWith('/api/desk/session'));
    await page.keyboard.press('Shift');
    await page.clock.runFor(11_000);
    await reported;
    await page.clock.runFor(10 * 60_000);
    await expect(page.getByRole('heading', { level: 1, name: 'Li Wei' })).toBeVisible();
    await page.clock.runFor(5 * 60_000 + 10_000);
    await expect(page.getByRole('button', { name: 'Alma Ortiz, agent' })).toBeVisible();
    await expect(page.getByText('Li Wei')).toHaveCount(0);
  },
);

test(
  'after signing out of the desk, the page restored by Back shows nothing of a customer',
  { tag: '@desktop' },
  async ({ ownApp, page }) => {
    await enterAndOpen(page, ownApp, 'Alma Ortiz, agent', 'Li Wei');
    await page.context().clearCookies();
    // Under test, the browser keeps no page for Back, so the events are made up.
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    await expect(page.getByRole('heading', { level: 1, name: 'Li Wei' })).toBeHidden();
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await expect(page.getByRole('button', { name: 'Alma Ortiz, agent' })).toBeVisible();
    await expect(page.getByText('Li Wei')).toHaveCount(0);
  },
);
