import type { Page } from 'playwright/test';
import { builtFile } from '#tests/support/built-product.ts';
import { demonstrationPassword, expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

const expired = 'Your session has expired. Please sign in again.';

async function openMenuOnPhone(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
}

async function waitForDashboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
}

test('a reload stays signed in, and so does a link in a new tab', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  await page.reload();
  await waitForDashboard(page);
  const address = (await page.getByRole('link', { name: 'Profile' }).getAttribute('href')) ?? '';
  const other = await page.context().newPage();
  await other.goto(new URL(address, app.url).href);
  await expect(other.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await other.getByRole('button', { name: 'Logout' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/#\/home\/login$/);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
});

test('a cookie without a signed-in tab opens nothing', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  const context = page.context();
  await page.close();
  const other = await context.newPage();
  await other.goto(`${app.url}/#/myaccount/dashboard`);
  await expect(other).toHaveURL(/#\/home\/login$/);
});

test('all tabs share the idle time, and Resume in one keeps them all', { tag: '@desktop' }, async ({ page, app }) => {
  const other = await page.context().newPage();
  await page.clock.install();
  await signIn(page, app, 'li.wei');
  await other.goto(`${app.url}/#/myaccount/dashboard`);
  await waitForDashboard(other);
  const dialog = (tab: Page) => tab.getByRole('alertdialog', { name: 'Your session is about to expire!' });
  await page.clock.runFor(100_000);
  await page.bringToFront();
  await page.mouse.move(200, 200);
  await page.mouse.move(220, 220);
  // The other tab has been idle for more than three minutes; this one has not.
  await page.clock.runFor(100_000);
  await expect(dialog(other)).toBeHidden();
  await page.clock.runFor(85_000);
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(other)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Resume' }).click();
  await page.clock.runFor(2_000);
  await expect(dialog(other)).toBeHidden();
});

test('sign-in returns to the requested address', { tag: '@desktop' }, async ({ page, app }) => {
  const enter = async (loginName: string) => {
    await page.getByLabel('Username').fill(loginName);
    await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await page.goto(`${app.url}/#/myaccount/loginHistory`);
  await enter('li.wei');
  await expect(page).toHaveURL(/#\/myaccount\/loginHistory$/);
  // After the server ended the session, the same customer returns there, another one doesn't.
  for (const [loginName, address] of [
    ['li.wei', /#\/myaccount\/profile$/],
    ['sam.rivera', /#\/myaccount\/dashboard$/],
  ] as const) {
    await page.goto(`${app.url}/#/myaccount/profile`);
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await page.context().clearCookies();
    // The server is asked at most every two seconds.
    await expect(async () => {
      await page.evaluate("dispatchEvent(new Event('focus'))");
      await expect(page).toHaveURL(/#\/home\/login$/, { timeout: 500 });
    }).toPass();
    await enter(loginName);
    await expect(page).toHaveURL(address);
  }
});

test('a browser without cookies shows a message, and the form returns', { tag: '@desktop' }, async ({ page, app }) => {
  await page.route('**/api/login/userlogin', async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers['set-cookie'];
    await page.context().clearCookies();
    await route.fulfill({ response, headers });
    await page.context().clearCookies();
  });
  await page.goto(app.url);
  await page.getByLabel('Username').fill('li.wei');
  await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText("We couldn't keep you signed in. Allow cookies for this site")).toBeVisible();
  await page.getByLabel('Username').fill('li.wei');
  await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
});

test('blocked storage breaks only the reload, not sign-in', { tag: '@desktop' }, async ({ page, app }) => {
  await page.addInitScript(`
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(globalThis, name, { get() { throw new DOMException('Blocked', 'SecurityError'); } });
    }`);
  await signIn(page, app, 'li.wei');
  await waitForDashboard(page);
});

test('logout asks first, then clears everything', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  await waitForDashboard(page);
  await openMenuOnPhone(page);
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to logout?' });
  await expect(dialog).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(logout).toBeFocused();
  await logout.click();
  await dialog.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/#\/home\/login$/);
  await page.goBack();
  await page.goto(`${app.url}/#/myaccount/dashboard`);
  await expect(page).toHaveURL(/#\/home\/login$/);
});

test('logout clears the session here even if the call fails', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  await waitForDashboard(page);
  await page.route('**/api/Login/Logout', (route) => route.abort());
  await openMenuOnPhone(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/#\/home\/login$/);
});

test('a session unknown to the server has ended', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  await waitForDashboard(page);
  await page.context().clearCookies();
  await page.reload();
  await expect(page).toHaveURL(/#\/home\/login$/);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
});

test(
  'after three idle minutes the portal asks, and Resume keeps the session',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await page.clock.install();
    await signIn(page, app, 'li.wei');
    await waitForDashboard(page);
    await page.clock.runFor(178_000);
    const dialog = page.getByRole('alertdialog', { name: 'Your session is about to expire!' });
    await expect(dialog).toBeHidden();
    await page.clock.runFor(4_000);
    await expect(dialog).toContainText(/You will be logged out in (2:00|1:5\d)/);
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Resume' }).click();
    await expect(dialog).toBeHidden();
    await page.clock.runFor(150_000);
    await expect(dialog).toBeHidden();
  },
);

test('without an answer, the countdown ends the session and says so', { tag: '@desktop' }, async ({ page, app }) => {
  await page.clock.install();
  await signIn(page, app, 'li.wei');
  await waitForDashboard(page);
  await page.clock.runFor(305_000);
  await expect(page).toHaveURL(/#\/home\/login$/);
  await expect(page.getByText(expired)).toBeVisible();
});

test(
  'a session ends after five idle minutes although the file with the question was lost',
  { tag: '@desktop' },
  async ({ page, app }) => {
    const late = await builtFile('late');
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith(late));
    await page.route(`**/${late}`, (route) => route.abort());
    await page.clock.install();
    await signIn(page, app, 'li.wei');
    await waitForDashboard(page);
    await lost;
    await page.clock.runFor(200_000);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await page.clock.runFor(105_000);
    await expect(page).toHaveURL(/#\/home\/login$/);
    await expect(page.getByText(expired)).toBeVisible();
  },
);

test('a machine that slept through the countdown wakes up signed out', { tag: '@desktop' }, async ({ page, app }) => {
  await page.clock.install();
  await signIn(page, app, 'li.wei');
  await waitForDashboard(page);
  await page.clock.fastForward(3_600_000);
  await page.clock.runFor(1_000);
  await expect(page.getByText(expired)).toBeVisible();
});

test(
  'a reloaded loan screen requests its data before the scripts arrive, and only once',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await signIn(page, app, 'margaret.okafor');
    await page.goto(`${app.url}/#/myaccount/loandetails/101-004417-2`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('101-004417-2');

    const asked: string[] = [];
    const warnings: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    page.on('console', (message) => warnings.push(message.text()));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('101-004417-2');

    const details = asked.indexOf('/api/AccountDetails');
    const screen = asked.indexOf(`/${await builtFile('web/accounts/loan-details/LoanDetails.tsx')}`);
    expect(details, 'with the page').toBeGreaterThan(0);
    expect(details).toBeLessThan(screen);
    expect(asked.filter((path) => path === '/api/AccountDetails')).toHaveLength(1);
    expect(asked.filter((path) => path === '/api/accountList')).toHaveLength(1);
    expect(warnings.filter((text) => text.includes('preload'))).toEqual([]);
  },
);

test(
  'a customer restricted while signed in is signed out at the next step, and stays out',
  { tag: '@desktop' },
  async ({ page, ownApp }) => {
    await signIn(page, ownApp, 'li.wei');
    await ownApp.operate('login', 'restrict', 'li.wei', '--by', 'Kim');
    await page.goto(`${ownApp.url}/#/myaccount/loginHistory`);
    await expect(page).toHaveURL(/#\/home\/login$/);
    await expect(page.getByText('101-005520-1')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByText('101-005520-1')).toHaveCount(0);
    await page.goto(ownApp.url);
    await page.getByLabel('Username').fill('li.wei');
    await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page).toHaveURL(/#\/home\/login$|\/$/);
    await ownApp.operate('login', 'open', 'li.wei', '--by', 'Kim');
    await signIn(page, ownApp, 'li.wei');
  },
);

test(
  'after signing out, the page restored by Back shows nothing of the customer',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await signIn(page, app, 'li.wei');
    await page.goto(`${app.url}/#/myaccount/loanDetails/101-005520-1`);
    await expect(page.getByRole('heading', { level: 1, name: 'Auto loan' })).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/#\/home\/login/);
    // Under test, the browser keeps no page for Back, so the event is made up.
    await page.goto(`${app.url}/Error500.html`);
    await page.goBack();
    await expect(page.getByLabel('Username')).toBeVisible();
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    for (let steps = 0; steps < 4; steps += 1) {
      await expect(page.getByText('101-005520-1')).toHaveCount(0);
      await expect(page.getByText('Li Wei')).toHaveCount(0);
      await page.goBack().catch(() => null);
    }
  },
);
