import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import { test as base, expect, type Locator, type Page, type Response } from 'playwright/test';
import { runOperatorCommand } from './operator-command.ts';
import { startCore } from './core-process.ts';
import { type DatabaseLine, openDatabaseLine } from './database-line.ts';
import type { RestartableProcess } from './restartable-process.ts';
import { beginDemonstration, type DemonstrationCopy, copyDemonstration } from './demonstration-copy.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { KeptByWorker, shared } from './shared-by-tests.ts';

export const demonstrationPassword = 'Harbor-2026!';

/** The running product with its demonstration as after the first start. */
export interface App {
  /** `http://localhost:40123`, the same after a restart. */
  readonly url: string;
  /** The page that shows what would have been emailed and texted. */
  readonly outboxUrl: string;
  /** Everything the server has written. */
  output(): string;
  /**
   * Restarts on the same data: `stop` like an operator, `kill` like a power cut.
   * @param now the date and time from then on; without it, that of the demonstration again
   */
  restart(how?: 'stop' | 'kill', now?: string): Promise<void>;
  /** Runs a command of the operator, such as `login restrict li.wei --by Kim`, beside the running server. */
  operate(...command: readonly string[]): Promise<void>;
}

export interface AppWithCore extends App {
  /** The process that keeps the books; tests may stop and restart it. */
  readonly core: Pick<RestartableProcess, 'stop' | 'start'>;
}

export interface AppWithLine extends App {
  /** The server's only way to its database; tests may cut it and fix it. */
  readonly line: Pick<DatabaseLine, 'cut' | 'fix'>;
}

interface WorkerFixtures {
  readonly keptByWorker: KeptByWorker;
}

interface TestFixtures {
  /** Closes the browser windows that a test opened itself, or their pages would go on working beside the next tests. */
  readonly closesWindows: void;
  /** Shared by a worker's tests, for tests that change nothing others look at. */
  readonly app: App;
  /** Shared by tests that pay: amounts owed depend on earlier tests, and the processor timeout is eight seconds. */
  readonly payingApp: App;
  /** For this test only: payments, restarts, other institutions. */
  readonly ownApp: App;
  /** Environment of the apps of one test, set by `test.use({ environment: { … } })`. */
  readonly environment: Readonly<Record<string, string>>;
  /** For this test alone, with the core in a process of its own. */
  readonly appWithCore: AppWithCore;
  /** For this test alone, with a line to the database that can be cut. */
  readonly appWithLine: AppWithLine;
  /** As after a first `npm start`, on the embedded database; much slower to create. */
  readonly embeddedApp: App;
}

export { expect };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  closesWindows: [
    async ({ browser }, provide) => {
      await provide();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  page: ({ page }, provide) => {
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      if (options?.waitUntil === undefined) await waitUntilAnswering(page);
      return response;
    };
    return provide(page);
  },
  environment: [{}, { option: true }],
  keptByWorker: [
    async ({}, provide) => {
      const kept = new KeptByWorker();
      await provide(kept);
      await kept.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  app: shared((provide) => runApp({}, provide)),
  payingApp: shared((provide) => runApp({ PASSBOOK_CARD_PROCESSOR_TIMEOUT_MS: '8000' }, provide)),
  ownApp: [({ environment }, provide) => runApp(environment, provide), { timeout: 120_000 }],
  appWithCore: [({ environment }, provide) => runAppWithCore(environment, provide), { timeout: 120_000 }],
  appWithLine: [({ environment }, provide) => runAppWithLine(environment, provide), { timeout: 120_000 }],
  embeddedApp: [async ({}, provide) => runApp({}, provide, await beginDemonstration()), { timeout: 120_000 }],
});

/**
 * The script of the sign-in page starts after the first paint, maybe after the page counts as loaded; until then the
 * form is there but doesn't answer.
 */
async function waitUntilAnswering(page: Page): Promise<void> {
  await expect(async () => expect(await page.evaluate<boolean>(signInAnswers)).toBe(true)).toPass({ timeout: 10_000 });
}

/** A string, because these tests compile without DOM types. */
const signInAnswers = `(() => {
  const field = document.querySelector('#root input[name="username"]');
  return !field || Object.keys(field).some((key) => key.startsWith('__react'));
})()`;

/**
 * Signs a demonstration user in through the screen, waits for the dashboard, and closes a notice.
 * @param address of the screen to open instead, such as `profile`; faster than to open it from the dashboard
 */
export async function signIn(page: Page, app: App, loginName: string, address = 'dashboard'): Promise<void> {
  const target = `${app.url}/#/myaccount/${address}`;
  await page.goto(address === 'dashboard' ? app.url : target);
  const notice = page.waitForResponse(/GetNewApplicationNotice/);
  await page.getByLabel('Username').fill(loginName);
  await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(({ hash }) => hash.startsWith('#/myaccount/'));
  await putNoticeAway(page, await notice);
  // After another customer's session, sign-in leads to the dashboard.
  if (page.url() !== target) await page.goto(target);
  await confirmWhenAsked(page);
}

/** Confirms the password when sensitive changes ask for it; tests of that dialog remove the handler. */
export async function confirmWhenAsked(page: Page): Promise<void> {
  await page.addLocatorHandler(confirmation(page), async (dialog) => {
    await dialog.getByLabel('Your password', { exact: true }).fill(demonstrationPassword);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
  });
}

/** A section with its content; on a phone some are lines that unfold. */
export async function unfolded(page: Page, name: string) {
  const section = page.getByRole('region', { name, exact: true });
  await expect(section).toBeVisible();
  const opener = section.getByRole('button', { name, exact: true, expanded: false });
  if (await opener.isVisible()) await opener.click();
  // On a wide window, what is far below loads once it is near.
  await section.scrollIntoViewIfNeeded();
  return section;
}

/** Unfolds a row of the profile into its fields. */
export async function changeRow(section: Locator, name: string): Promise<void> {
  await section.getByRole('button', { name: `Change ${name}`, exact: true, expanded: false }).click();
}

/** Opens the form of a loan's mailing address. */
export async function editAddress(page: Page) {
  const address = await unfolded(page, 'Mailing address');
  await address.getByRole('button', { name: 'Edit address' }).click();
  await expect(address.getByLabel('Street address')).toBeVisible();
  return address;
}

export function confirmation(page: Page) {
  return page.getByRole('dialog', { name: "Confirm it's you" });
}

/** Each notice shows once; which test gets it depends on their order. */
export async function putNoticeAway(page: Page, answer: Response): Promise<void> {
  const { Value: notice } = (await answer.json()) as { Value: unknown };
  if (notice === null) return;
  await page.getByRole('dialog', { name: 'Your application is ready' }).getByRole('button', { name: 'Close' }).click();
}

interface Checked {
  /** False where an institution differs only in its words: every screen's colors are checked in its own journey. */
  readonly colors?: boolean;
  /** Rules of axe that this institution can't keep, such as `heading-order`. */
  readonly except?: readonly string[];
}

/** Expects no violation of WCAG 2.2 A or AA or of best practices; in dark mode, checks only colors. */
export async function expectNoAxeViolations(page: Page, { colors = true, except = [] }: Checked = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  const unchecked = colors ? except : [...except, 'color-contrast'];
  const rules = Object.fromEntries(unchecked.map((rule) => [rule, { enabled: false }]));
  await expectNoViolations(page, 'light', { rules });
  if (colors) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoViolations(page, 'dark', { runOnly: { type: 'rule', values: ['color-contrast'] } });
  }
  await page.emulateMedia({ colorScheme: null });
}

/**
 * Expects no message and no card of which only the frame or an icon is left, and no paragraph, item or heading without
 * words, where an institution hides them.
 */
export async function expectNoEmptyBoxes(page: Page): Promise<void> {
  expect(await page.evaluate<string[]>(readEmptyBoxes)).toEqual([]);
}

/** A string, because these tests compile without DOM types. Skips boxes and words of a pixel, which only screen readers see. */
const readEmptyBoxes = `[
  ...[...document.querySelectorAll('[role="alert"], [role="status"], main section')].filter(
    (box) => box.clientHeight > 4 && ![box, ...box.querySelectorAll('*')].some((part) =>
      part.getBoundingClientRect().height > 4 &&
      [...part.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== ''))),
  ...[...document.querySelectorAll('p, li, h2, h3, legend, summary')]
    .filter((box) => box.textContent.trim() === '' && !box.hasAttribute('aria-live')),
].filter((box) => box.checkVisibility() && !box.querySelector('input, select, textarea, button, img'))
  .map((box) => box.outerHTML.slice(0, 200))`;

/** The short form: sending and reading the long one takes as long as all its rules. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Without the package for Playwright, which loads axe again for every check and takes twice as long. */
async function expectNoViolations(page: Page, colorScheme: string, options: RunOptions): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate<boolean>("'axe' in globalThis"))) await frame.evaluate(axeSource);
  }
  const run = `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'], preload: false })})`;
  const found = await page.evaluate<unknown>(
    `${run}.then(({ violations }) =>
      violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ target }) => target.join(' ')) })))`,
  );
  expect(found, `axe in ${colorScheme} mode`).toEqual([]);
}

/**
 * Set to `process`, every server of the browser tests works with a core in a process of its own; the embedded database
 * allows one process only.
 */
const runsCoreApart = process.env['PASSBOOK_E2E_CORE'] === 'process';

/** Runs the product with a core of its own in `provide`. */
async function runAppWithCore(
  environment: TestFixtures['environment'],
  provide: (app: AppWithCore) => Promise<void>,
): Promise<void> {
  const copy = await copyDemonstration();
  const core = await startCore(copy.environment);
  try {
    await runApp({ ...environment, ...core.portalEnvironment }, (app) => provide({ ...app, core: core.process }), copy);
  } finally {
    await core.process.kill();
  }
}

async function runAppWithLine(
  environment: TestFixtures['environment'],
  provide: (app: AppWithLine) => Promise<void>,
): Promise<void> {
  const copy = await copyDemonstration();
  const line = await openDatabaseLine(copy.environment['DATABASE_URL'] ?? '');
  try {
    const use = async (app: App) => {
      // It answers before, but a process that loses its database while its jobs start ends.
      await expect.poll(() => app.output(), { timeout: 30_000 }).toContain('Passbook is running at');
      await provide({ ...app, line });
    };
    await runApp({ ...environment, DATABASE_URL: line.url }, use, copy);
  } finally {
    await line.close();
  }
}

export async function runApp(
  environment: Readonly<Record<string, string>>,
  provide: (app: App) => Promise<void>,
  demonstration?: DemonstrationCopy,
): Promise<void> {
  const copy = demonstration ?? (await copyDemonstration());
  const core =
    runsCoreApart && 'DATABASE_URL' in copy.environment && !('PASSBOOK_HOST_URL' in environment)
      ? await startCore({ ...copy.environment, ...environment })
      : undefined;
  const wanted = { ...copy.environment, ...environment, ...core?.portalEnvironment };
  const outputs: string[] = [];
  let server: ServerProcess = await startServerProcess(wanted, { built: true });
  const { url } = server;
  try {
    await provide({
      url,
      outboxUrl: `${url}/dev/outbox`,
      output: () => outputs.join('') + server.output(),
      operate: async (...command) => void (await runOperatorCommand(command, wanted)),
      async restart(how = 'stop', now) {
        if (how === 'kill') server.process.kill('SIGKILL');
        await server.stop();
        outputs.push(server.output());
        const then = now === undefined ? {} : { PASSBOOK_NOW: now };
        server = await startServerProcess({ ...wanted, ...then, PORT: new URL(url).port }, { built: true });
      },
    });
  } finally {
    await server.stop();
    await core?.process.kill();
    await copy.remove();
  }
}
