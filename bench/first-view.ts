import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright/test';
import { findBrowser } from '#tests/support/chromium.ts';
import { demonstrationPassword } from '#tests/support/e2e.ts';
import type { Figure } from './figure.ts';

interface Loaded {
  readonly scriptBytes: number;
  readonly requests: number;
}

/** Waits for requests the page makes after it is shown. */
const SETTLE_MS = 1_500;

const screens = {
  Dashboard: 'dashboard',
  'Loan details': 'loandetails/101-004417-2',
  Payment: 'payment/101-004417-2',
} as const;

/** Measures what a browser with an empty cache loads for the sign-in screen, and for a signed-in screen opened anew. */
export async function measureFirstViews(url: string): Promise<Figure[]> {
  const browser = await chromium.launch(await findBrowser());
  try {
    const signIn = await watchLoads(browser, (page) => openSignIn(page, url));
    const opened: Figure[] = [];
    for (const [name, path] of Object.entries(screens)) {
      const loaded = await watchLoads(
        browser,
        async (page) => {
          await page.reload();
          await page.waitForTimeout(SETTLE_MS);
        },
        async (page) => {
          await openDashboard(page, url);
          await page.goto(`${url}/#/myaccount/${path}`);
          await page.waitForTimeout(SETTLE_MS);
        },
      );
      opened.push(weightFigure(`${name}, opened anew: script, gzip`, loaded, 150));
    }
    return [
      weightFigure('Sign-in page, first view: script, gzip', signIn, 83),
      {
        what: 'Sign-in page, first view: requests',
        measured: String(signIn.requests),
        bar: '≤ 6',
        met: signIn.requests <= 6,
        against: '',
      },
      ...opened,
    ];
  } finally {
    await browser.close();
  }
}

async function openSignIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Username').waitFor();
  await page.waitForTimeout(SETTLE_MS);
}

async function openDashboard(page: Page, url: string): Promise<void> {
  await openSignIn(page, url);
  await page.getByLabel('Username').fill('margaret.okafor');
  await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('region', { name: 'Loans' }).waitFor();
  await page.waitForTimeout(SETTLE_MS);
}

async function watchLoads(
  browser: Browser,
  visit: (page: Page) => Promise<void>,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<Loaded> {
  const page = await browser.newPage();
  await prepare(page);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts: Promise<number>[] = [];
  let requests = 0;
  page.on('response', (response) => {
    requests += 1;
    // Preloaded modules don't have the type `script`.
    if (new URL(response.url()).pathname.endsWith('.js')) {
      scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
    }
  });
  await visit(page);
  const bytes = await Promise.all(scripts);
  await page.close();
  return { scriptBytes: bytes.reduce((sum, size) => sum + size, 0), requests };
}

function weightFigure(what: string, { scriptBytes, requests }: Loaded, max: number): Figure {
  const kilobytes = scriptBytes / 1_000;
  return {
    what,
    measured: `${kilobytes.toFixed(1)} kB`,
    bar: `≤ ${max} kB`,
    met: kilobytes <= max,
    against: `React 19 alone is 66 kB; ${requests} requests`,
  };
}
