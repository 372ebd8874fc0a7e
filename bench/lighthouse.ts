import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright/test';
import { findBrowser } from '#tests/support/chromium.ts';
import { installApart } from '#tools/install-apart.ts';

const source = fileURLToPath(new URL('lighthouse/', import.meta.url));
const packages = fileURLToPath(new URL('../.cache/lighthouse/', import.meta.url));

/** The parts of Puppeteer and Lighthouse used here; their packages are not the project's, so their types aren't either. */
export interface LighthousePage {
  goto(url: string): Promise<unknown>;
  locator(selector: string): { fill(value: string): Promise<void>; click(): Promise<void>; wait(): Promise<unknown> };
}

interface LighthouseBrowser {
  createBrowserContext(): Promise<{ newPage(): Promise<LighthousePage> }>;
  close(): Promise<void>;
}

interface Puppeteer {
  launch(options: object): Promise<LighthouseBrowser>;
}

interface Report {
  readonly lhr: {
    readonly runtimeError?: { readonly message: string };
    readonly finalDisplayedUrl: string;
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
    readonly audits: Readonly<Record<string, { readonly numericValue?: number } | undefined>>;
  };
}

type Lighthouse = (url: string, flags: object, config: undefined, page: LighthousePage) => Promise<Report | undefined>;

export interface PageSpeed {
  /** From 0 to 100, of Lighthouse on a phone. */
  readonly score: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly largestPaintMs: number;
  readonly blockingMs: number;
  readonly layoutShift: number;
}

/** Opens the browser of the browser tests for Lighthouse, which gives a page's tab its phone's size, network and processor. */
export async function openLighthouse() {
  installApart(source, packages);
  const { default: puppeteer } = (await load('puppeteer-core/lib/puppeteer/puppeteer-core.js')) as {
    default: Puppeteer;
  };
  const { default: lighthouse } = (await load('lighthouse/core/index.js')) as { default: Lighthouse };
  const { executablePath = chromium.executablePath(), channel, env, args } = await findBrowser();
  const browser = await puppeteer.launch(channel ? { channel } : { executablePath, env, args, headless: 'shell' });
  return {
    /** Opens a tab that shares no cookies and no storage with the others. */
    openTab: async () => (await browser.createBrowserContext()).newPage(),
    /** Opens an address in this tab with an empty cache. Cookies and what the tab keeps stay, so a session does too. */
    async measure(page: LighthousePage, url: string): Promise<PageSpeed> {
      const onlyCategories = ['performance', 'accessibility', 'best-practices'];
      const report = await lighthouse(url, { onlyCategories, logLevel: 'error' }, undefined, page);
      return readSpeed(report, url);
    },
    close: () => browser.close(),
  };
}

function load(file: string): Promise<unknown> {
  return import(pathToFileURL(`${packages}node_modules/${file}`).href);
}

/** @throws Error if Lighthouse measured another page, such as the sign-in page after a session ended */
function readSpeed(report: Report | undefined, url: string): PageSpeed {
  if (!report || report.lhr.runtimeError)
    throw new Error(report?.lhr.runtimeError?.message ?? 'Lighthouse has no report');
  const { audits, categories, finalDisplayedUrl } = report.lhr;
  if (!finalDisplayedUrl.startsWith(url)) throw new Error(`Lighthouse opened ${url} and ended at ${finalDisplayedUrl}`);
  const scoreOf = (category: string) => Math.round((categories[category]?.score ?? Number.NaN) * 100);
  const valueOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    score: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    bestPractices: scoreOf('best-practices'),
    largestPaintMs: valueOf('largest-contentful-paint'),
    blockingMs: valueOf('total-blocking-time'),
    layoutShift: valueOf('cumulative-layout-shift'),
  };
}
