import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page, type Response } from 'playwright/test';
import { beginDemonstration, type DemonstrationCopy, copyDemonstration } from './demonstration-copy.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export const demonstrationPassword = 'Harbor-2026!';

/** The running product with its demonstration as after the first start. */
export interface App {
  /** `http://localhost:40123`, the same after a restart. */
  readonly url: string;
  /** The page that shows what would have been mailed and texted. */
  readonly outboxUrl: string;
  /** Everything the server has written. */
  output(): string;
  /** Restarts on the same data: `stop` like an operator, `kill` like a power cut. */
  restart(how?: 'stop' | 'kill'): Promise<void>;
}

interface WorkerFixtures {
  /** Shared by a worker's tests, for tests that change nothing others look at. */
  readonly app: App;
  /** Shared by tests that pay: amounts owed depend on earlier tests, and the processor timeout is eight seconds. */
  readonly payingApp: App;
}

interface TestFixtures {
  /** For this test only: payments, restarts, other institutions. */
  readonly ownApp: App;
  /** Environment of `ownApp`, set by `test.use({ environment: { … } })`. */
  readonly environment: Readonly<Record<string, string>>;
  /** As after a first `npm start`, on the embedded database; much slower to create. */
  readonly embeddedApp: App;
}

export { expect };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  environment: [{}, { option: true }],
  app: [({}, provide) => runApp({}, provide), { scope: 'worker', timeout: 120_000 }],
  payingApp: [
    ({}, provide) => runApp({ PASSBOOK_CARD_PROCESSOR_TIMEOUT_MS: '8000' }, provide),
    { scope: 'worker', timeout: 120_000 },
  ],
  ownApp: [({ environment }, provide) => runApp(environment, provide), { timeout: 120_000 }],
  embeddedApp: [async ({}, provide) => runApp({}, provide, await beginDemonstration()), { timeout: 120_000 }],
});

/** Signs a demonstration user in through the screen, waits for the dashboard, and closes a notice. */
export async function signIn(page: Page, app: App, loginName: string): Promise<void> {
  await page.goto(app.url);
  const notice = page.waitForResponse(/GetNewApplicationNotice/);
  await page.getByLabel('Username').fill(loginName);
  await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/#\/myaccount\/dashboard/);
  await putNoticeAway(page, await notice);
  await confirmWhenAsked(page);
}

/** Confirms the password when sensitive changes ask for it; tests of that dialog remove the handler. */
export async function confirmWhenAsked(page: Page): Promise<void> {
  await page.addLocatorHandler(confirmation(page), async (dialog) => {
    await dialog.getByLabel('Your password', { exact: true }).fill(demonstrationPassword);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
  });
}

export function confirmation(page: Page) {
  return page.getByRole('dialog', { name: "Confirm it's you" });
}

/** Each notice shows once; which test gets it depends on their order. */
async function putNoticeAway(page: Page, answer: Response): Promise<void> {
  const { Value: notice } = (await answer.json()) as { Value: unknown };
  if (notice === null) return;
  await page.getByRole('dialog', { name: 'Your application is ready' }).getByRole('button', { name: 'Close' }).click();
}

/** Expects no violation of WCAG 2.2 A or AA or of best practices; in dark mode, checks only colors. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolations(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, 'dark', { runOnly: { type: 'rule', values: ['color-contrast'] } });
  await page.emulateMedia({ colorScheme: null });
}

type AxeOptions = Parameters<AxeBuilder['options']>[0];

async function expectNoViolations(page: Page, colorScheme: string, options: AxeOptions = {}): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ ...options, resultTypes: ['violations'] });
  // Without frames, legacy mode avoids opening an extra page per check.
  const { violations } = await axe.setLegacyMode().analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ target }) => target.join(' ')),
  }));
  expect(found, `axe in ${colorScheme} mode`).toEqual([]);
}

/** Runs the product with extra environment variables, for a file's fixtures. */
export async function runApp(
  environment: Readonly<Record<string, string>>,
  provide: (app: App) => Promise<void>,
  demonstration?: DemonstrationCopy,
): Promise<void> {
  const copy = demonstration ?? (await copyDemonstration());
  const wanted = { ...copy.environment, ...environment };
  const outputs: string[] = [];
  let server: ServerProcess = await startServerProcess(wanted);
  const { url } = server;
  try {
    await provide({
      url,
      outboxUrl: `${url}/dev/outbox`,
      output: () => outputs.join('') + server.output(),
      async restart(how = 'stop') {
        if (how === 'kill') server.process.kill('SIGKILL');
        await server.stop();
        outputs.push(server.output());
        server = await startServerProcess({ ...wanted, PORT: new URL(url).port });
      },
    });
  } finally {
    await server.stop();
    await copy.remove();
  }
}
