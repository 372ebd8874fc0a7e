import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { expect, signIn, test } from '#tests/support/e2e.ts';

const PAUSE_MS = 1_500;

/** Passes everything on, but sends a page's body some time after its head. */
async function startSlowLine(target: string): Promise<Server> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: `${hostname}:${port}`, 'accept-encoding': 'identity' };
    const onward = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!answer.headers['content-type']?.startsWith('text/html')) {
        answer.pipe(outgoing);
        return;
      }
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const page = Buffer.concat(chunks).toString();
        const end = page.indexOf('<body>');
        outgoing.write(page.slice(0, end));
        setTimeout(() => outgoing.end(page.slice(end)), PAUSE_MS);
      });
    });
    incoming.pipe(onward);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return server;
}

test('a page whose end arrives after its scripts opens all the same', { tag: '@desktop' }, async ({ app, page }) => {
  const line = await startSlowLine(app.url);
  const slow = { ...app, url: `http://localhost:${(line.address() as AddressInfo).port}` };
  try {
    await signIn(page, slow, 'margaret.okafor');
    // Now the scripts come from the browser's cache.
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: /Margaret/ })).toBeVisible();
  } finally {
    line.closeAllConnections();
    line.close();
  }
});

test("the portal's bare address, opened while signed in, leads back in", { tag: '@desktop' }, async ({ app, page }) => {
  await signIn(page, app, 'margaret.okafor');
  await page.goto('about:blank');
  await page.goto(app.url);
  await expect(page.getByRole('heading', { level: 1, name: /Margaret/ })).toBeVisible();
});

const firstHeadings = [
  ['dashboard', /^Good \w+, Margaret$/],
  ['loanDetails/101-004417-2', 'Auto loan 101-004417-2'],
  ['payment/101-004417-2', 'Make a payment'],
] as const;

for (const [screen, heading] of firstHeadings) {
  test(`${screen} shows its heading before its scripts have arrived`, { tag: '@both' }, async ({ app, page }) => {
    await signIn(page, app, 'margaret.okafor');
    await page.goto(`${app.url}/#/myaccount/${screen}`);
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    const frame = page.locator('.first-shell p');
    await expect(frame).toHaveText(heading);
    await expect(frame).toBeVisible();
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(frame).toBeHidden();
  });
}

test("a loan's heading finds its place free when it comes", { tag: '@phone' }, async ({ app, page }) => {
  await signIn(page, app, 'margaret.okafor');
  await page.goto(`${app.url}/#/myaccount/loanDetails/101-004417-2`);
  const release = await holdScripts(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/AccountDetails\?/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  const below = page.locator('.first-shell i').first();
  await expect(below).toBeVisible();
  const before = await below.boundingBox();
  resolve();
  await expect(page.locator('.first-shell p')).toHaveText('Auto loan 101-004417-2');
  expect(await below.boundingBox()).toEqual(before);
  release();
});

test(
  "a payment's first calls start before its scripts and are made once",
  { tag: '@desktop' },
  async ({ app, page }) => {
    await signIn(page, app, 'margaret.okafor');
    await page.goto(`${app.url}/#/myaccount/payment/101-004417-2`);
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
    const firstCalls = ['/Session', '/accountList', '/GetPaymentInfo', '/GetScheduledPayments', '/GetPaymentMethods'];
    const made: string[] = [];
    page.on('request', (request) => {
      const call = firstCalls.find((one) => new URL(request.url()).pathname.endsWith(one));
      if (call) made.push(call);
    });
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(() => made.toSorted()).toEqual(firstCalls.toSorted());
    release();
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
    expect(made).toHaveLength(firstCalls.length);
  },
);

test(
  'before its scripts have arrived, a page shows no name to a tab whose session is over',
  { tag: '@desktop' },
  async ({ app, page }) => {
    await signIn(page, app, 'margaret.okafor');
    await page.goto('about:blank');
    await page.addInitScript("sessionStorage.setItem('passbook.token', 'of-an-ended-session')");
    const release = await holdScripts(page);
    const refused = page.waitForResponse(
      (answer) => answer.url().endsWith('/Login/Session') && answer.status() === 401,
    );
    await page.goto(`${app.url}/#/myaccount/dashboard`, { waitUntil: 'commit' });
    await refused;
    await expect(page.locator('.first-shell')).toBeVisible();
    await expect(page.locator('.first-shell p:not(:empty)')).toHaveCount(0);
    release();
    await expect(page.getByLabel('Username')).toBeVisible();
  },
);

test('a first call that gets no answer ends like any other', { tag: '@desktop' }, async ({ app, page }) => {
  await signIn(page, app, 'margaret.okafor');
  // The limit of every call, which is half a minute.
  await page.addInitScript(
    'const after = AbortSignal.timeout.bind(AbortSignal); AbortSignal.timeout = () => after(2_000);',
  );
  await page.route('**/api/accountList', () => undefined);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('An error occurred trying to retrieve the account list.');
});

test(
  'an address cut off within a letter loads its screen as early as others',
  { tag: '@desktop' },
  async ({ app, page }) => {
    await signIn(page, app, 'margaret.okafor');
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    const release = await holdScripts(page);
    await page.goto('about:blank');
    await page.goto(`${app.url}/#/myaccount/payment/101-%E0`, { waitUntil: 'commit' });
    await expect.poll(() => page.locator('link[rel="modulepreload"]').count()).toBeGreaterThan(3);
    expect(errors).toEqual([]);
    release();
  },
);

/** Keeps scripts away until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a link opened while the first screen still loads is followed', { tag: '@desktop' }, async ({ page, app }) => {
  // Without a link, this address leads to the sign-in page; the next one is opened on the way there.
  await page.addInitScript(`{
    const replace = history.replaceState;
    history.replaceState = function (state, title, address) {
      replace.call(this, state, title, address);
      if (String(address).includes('/home/login')) setTimeout(() => (location.hash = '#/home/register'));
    };
  }`);
  await page.goto(`${app.url}/#/home/forcePasswordChange`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your login');
});
