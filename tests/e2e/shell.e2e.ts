import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { builtFile } from '#tests/support/built-product.ts';
import { type App, expect, expectNoAxeViolations, runApp, signIn, test as base } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { shared } from '#tests/support/shared-by-tests.ts';

/** Intercepted in the browser; nothing is sent there. */
const analytics = 'https://analytics.harbor.example/views';
const locator = 'https://find.harbor.example/branches';
const seal = 'https://pictures.harbor.example/seal';

interface Portal {
  readonly app: App;
  readonly originationUrl: string;
}

/** An institution with every optional part of the shell. */
const test = base.extend<{ readonly portal: Portal; readonly originationUrl: string }>({
  portal: shared(async (provide) => {
    const service = createServer((_request, response) => response.end('The origination service'));
    service.listen(0, 'localhost');
    await once(service, 'listening');
    const originationUrl = `http://localhost:${(service.address() as AddressInfo).port}/start`;
    const folder = await writeInstitution({
      'globalOptions.analyticsUrl': analytics,
      'globalOptions.analyticsId': 'harbor-1',
      'globalOptions.footerImage1': `${seal}/1.png`,
      'globalOptions.footerImage2': `${seal}/2.png`,
      'globalOptions.footerImage3': `${seal}/3.png`,
      'globalOptions.useRemoteLocatorOption': true,
      'globalOptions.remoteLocatorUrl': locator,
      'globalOptions.useConsumerOriginationOption': true,
      'globalOptions.originationUrl': originationUrl,
      'globalOptions.forceManualContactInfoChangesOption': true,
    });
    await runApp({ PASSBOOK_INSTITUTION: folder }, (app) => provide({ app, originationUrl }));
    service.closeAllConnections();
    service.close();
  }),
  app: ({ portal }, provide) => provide(portal.app),
  originationUrl: ({ portal }, provide) => provide(portal.originationUrl),
});

test.beforeEach(async ({ context }) => {
  await context.route(/^https:\/\/\w+\.harbor\.example\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  );
});

async function openMenuOnPhone(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
}

interface Report {
  readonly Message: string;
  readonly Stack: string;
  readonly UserAgent: string;
}

function collectReports(page: Page): Report[] {
  const reports: Report[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ClientError')) reports.push(request.postDataJSON() as Report);
  });
  return reports;
}

/** Throws an uncaught error. */
function throwInPage(page: Page, message: string): Promise<void> {
  return page.evaluate((words) => {
    const error = new Error(words);
    error.stack = 'at <anonymous> {here}';
    // Outside the page's own script, or the test would fail on the error.
    globalThis.setTimeout(() => {
      throw error;
    });
  }, message);
}

test('the footers contain images, words and the year', { tag: '@desktop' }, async ({ page, app }) => {
  await page.goto(app.url);
  const footer = page.getByRole('contentinfo');
  await expect(footer.locator('img')).toHaveCount(3);
  await expect(footer).toContainText(/© 20\d\d First Harbor Lending/);
  await signIn(page, app, 'li.wei');
  await expect(footer.locator('img')).toHaveCount(3);
  await expect(footer).toContainText(/© 20\d\d First Harbor Lending/);
  await expect(footer).toContainText('Questions? Call (555) 010-4477');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('the disclosures open and close within a fifth of a second', { tag: '@desktop' }, async ({ page, app }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(app.url);
  const drawer = page.locator('[data-open]');
  await expect(drawer).toHaveAttribute('data-open', 'false');
  await expect(drawer).toHaveCSS('transition-duration', /^0\.2s/);
  await page.getByRole('button', { name: 'Show Disclosures' }).click();
  await expect(drawer).toHaveAttribute('data-open', 'true');
  await expect(drawer).toHaveCSS('transition-duration', /^0\.2s/);
});

test('every screen has a title, and its route is counted without ids', { tag: '@desktop' }, async ({ page, app }) => {
  const views: string[] = [];
  await page.context().route(analytics, async (route) => {
    views.push(route.request().postData() ?? '');
    await route.fulfill({ status: 204 });
  });
  await signIn(page, app, 'li.wei');
  await expect(page).toHaveTitle('Dashboard · First Harbor Lending');
  await page.goto(`${app.url}/#/myaccount/payment/101-005520-1`);
  await expect(page).toHaveTitle(/^Make a payment · /i);
  await expect
    .poll(() => views.map((view) => JSON.parse(view) as unknown))
    .toEqual([
      { id: 'harbor-1', page: '/home/login' },
      { id: 'harbor-1', page: '/myaccount/dashboard' },
      { id: 'harbor-1', page: '/myaccount/payment/{-$accountNumber}' },
    ]);
});

base('without identifiers no page view is reported', { tag: '@desktop' }, async ({ page, app }) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url)) outside.push(request.url());
  });
  await signIn(page, app, 'li.wei');
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  expect(outside).toEqual([]);
});

test(
  'a screen without a title gets the default one, and the institution gets a report',
  { tag: '@desktop' },
  async ({ page, app }) => {
    const reports = collectReports(page);
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch();
      const script = await response.text();
      await route.fulfill({
        response,
        body: script.replace(/title:[`'"]loginHistory\.pageTitle[`'"]/, 'untitled:true'),
      });
    });
    await signIn(page, app, 'li.wei');
    await page.goto(`${app.url}/#/myaccount/loginHistory`);
    await expect(page).toHaveTitle('Customer Portal · First Harbor Lending');
    await expect
      .poll(() => reports.map(({ Message }) => Message))
      .toEqual(['No page title for /myaccount/loginHistory']);
  },
);

test(
  'a screen that fails to load says so, is reported, and can be tried again',
  { tag: '@desktop' },
  async ({ page, app }) => {
    const reports = collectReports(page);
    await signIn(page, app, 'li.wei');
    await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
    await page.route('**/api/Profile/LoginHistory', (route) => route.abort());
    await page.route(`**/${await builtFile('web/accounts/LoginHistory.tsx')}`, (route) => route.abort());
    await page.goto(`${app.url}/#/myaccount/loginHistory`);
    const problem = page.getByText('An error occurred while trying to load that page.');
    await expect(problem).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await expectNoAxeViolations(page);
    await expect.poll(() => reports.length).toBeGreaterThan(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(problem).toBeHidden();
  },
);

base('a screen opens by itself once the server is back', { tag: '@desktop' }, async ({ page, ownApp }) => {
  await signIn(page, ownApp, 'li.wei');
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  // Like a restarting server: connections are refused while the browser is online.
  const away = /\/(assets|api)\//;
  await page.route(away, (route) => route.abort('connectionrefused'));
  await page.getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByText('An error occurred while trying to load that page.')).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await page.unroute(away);
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently asked questions' })).toBeVisible();
  await expect(page).toHaveURL(/#\/myaccount\/faq$/);
});

test(
  'an error of the page is reported once, without braces and angle brackets',
  { tag: '@desktop' },
  async ({ page, app }) => {
    const reports = collectReports(page);
    await page.goto(app.url);
    await expect(page.getByLabel('Username')).toBeVisible();
    for (let times = 0; times < 3; times++) {
      await throwInPage(page, 'broken {in} <two>');
    }
    await expect
      .poll(() => reports.map(({ Message, Stack }) => [Message, Stack]))
      .toEqual([['Error: broken in two', 'at anonymous here']]);
    expect(reports[0]?.UserAgent).toBe(await page.evaluate(() => navigator.userAgent));
  },
);

test("a report that can't be sent is only logged to the console", { tag: '@desktop' }, async ({ page, app }) => {
  await page.goto(app.url);
  await expect(page.getByLabel('Username')).toBeVisible();
  await page.route('**/api/ClientError', (route) => route.abort());
  const noted = page.waitForEvent('console', { predicate: (line) => line.text() === "couldn't report error" });
  await throwInPage(page, 'nobody hears this');
  await noted;
  await expect(page.getByLabel('Username')).toBeVisible();
});

test(
  'all entries of the menu stay in one row, the last ones behind More',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await signIn(page, app, 'li.wei');
    const main = page.getByRole('navigation', { name: 'Main' });
    const rowHeight = async () => (await page.getByRole('banner').boundingBox())?.height ?? 0;
    const more = main.getByRole('button', { name: 'More' });
    await expect(main.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Messages' })).toBeHidden();
    // Focus that arrives late would close an open menu.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await rowHeight()).toBeLessThan(70);
    await more.click();
    // Both kinds of documents are behind one more button.
    await expect(main.getByRole('link')).toHaveCount(5);
    await expectNoAxeViolations(page);
    await main.getByRole('link', { name: 'Messages' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeFocused();
    await expect(main.getByRole('link', { name: 'Messages' })).toBeHidden();
  },
);

test(
  'the outside locator opens in a new tab, after a notice about pop-ups',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await signIn(page, app, 'li.wei');
    await openMenuOnPhone(page);
    await page.getByRole('button', { name: 'Locations' }).click();
    const dialog = page.getByRole('dialog', { name: 'Find Us' });
    await expect(dialog).toContainText('Please enable pop-ups.');
    await expectNoAxeViolations(page);
    const opened = page.context().waitForEvent('page');
    await dialog.getByRole('link', { name: 'Open' }).click();
    await expect(await opened).toHaveURL(locator);
    await expect(dialog).toBeHidden();
  },
);

test(
  'Apply For Loan opens the origination service in a new tab, with a reference only',
  { tag: '@desktop' },
  async ({ page, app, originationUrl }) => {
    await signIn(page, app, 'li.wei');
    await page.getByRole('button', { name: 'More' }).click();
    const opened = page.context().waitForEvent('page');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: /^Apply For Loan/ })
      .click();
    const tab = await opened;
    await expect(tab.getByText('The origination service')).toBeVisible();
    const [address, query] = tab.url().split('?');
    expect(address).toBe(originationUrl);
    expect(query).toMatch(/^reference=[\w-]{43}$/);
    expect(await tab.evaluate(() => (globalThis as unknown as { opener: unknown }).opener)).toBeNull();
  },
);

test('addresses of areas alone lead to the dashboard', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  for (const address of ['myaccount', 'myaccount/deposits']) {
    await page.goto(`${app.url}/#/${address}`);
    await expect(page).toHaveURL(/#\/myaccount\/dashboard$/);
  }
});

test('a notice that arrives does not move the screen below it', { tag: '@both' }, async ({ page, app, isMobile }) => {
  await signIn(page, app, 'margaret.okafor');
  const pay = page.getByRole('main').getByRole('link', { name: 'Make Payment' });
  const place = async () => (await pay.boundingBox())?.y ?? Number.NaN;
  await expect(page.getByRole('region', { name: 'Loans' })).toBeVisible();
  await page.evaluate('document.fonts.ready');
  const before = await place();
  await page.context().setOffline(true);
  const notice = page.getByRole('status').filter({ hasText: "You're offline." });
  await expect(notice).toBeInViewport({ ratio: 0.9 });
  // On a phone, by a third of the notice, or it would be out of sight.
  expect((await place()) - before).toBeLessThan(isMobile ? 50 : 1);
  await page.context().setOffline(false);
});

test(
  'offline, a bar says so over what was loaded, until the connection is back',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await signIn(page, app, 'li.wei');
    const bar = page.getByRole('status').filter({ hasText: "You're offline." });
    await page.context().setOffline(true);
    await expect(bar).toBeVisible();
    await expect(page.getByRole('region', { name: 'Loans' })).toContainText('$426.51');
    await page.context().setOffline(false);
    await expect(bar).toBeHidden();
  },
);
