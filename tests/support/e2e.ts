import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page, type Response } from 'playwright/test';
import { beginDemonstration, type DemonstrationCopy, copyDemonstration } from './demonstration-copy.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** Password of every person of the demonstration. */
export const demonstrationPassword = 'Harbor-2026!';

/** The running product, with its demonstration as it is after the first start. */
export interface App {
  /** `http://localhost:40123`, the same after a restart. */
  readonly url: string;
  /** The page that shows what would have been mailed and texted. */
  readonly outboxUrl: string;
  /** Everything the server has written. */
  output(): string;
  /** Ends the server and starts it on the same data: `stop` as an operator does, `kill` as a power cut does. */
  restart(how?: 'stop' | 'kill'): Promise<void>;
}

interface WorkerFixtures {
  /** Shared by the tests of a worker: for what changes nothing that another test looks at. */
  readonly app: App;
  /**
   * Shared by the tests that pay: what an account owes is whatever earlier tests
   * left, and a processor that does not answer is given up after eight seconds.
   */
  readonly payingApp: App;
}

interface TestFixtures {
  /** For this test alone: for payments, restarts, other institutions. */
  readonly ownApp: App;
  /** Environment of `ownApp`, set by `test.use({ environment: { … } })`. */
  readonly environment: Readonly<Record<string, string>>;
  /** As after a first `npm start`, on the embedded database, which takes far longer. */
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

/** Signs a person of the demonstration in through the screen, and waits for the dashboard; a notice is put away. */
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

/** Answers the question for the password that comes before sensitive changes; a test of that question removes the handler. */
export async function confirmWhenAsked(page: Page): Promise<void> {
  await page.addLocatorHandler(confirmation(page), async (dialog) => {
    await dialog.getByLabel('Your password', { exact: true }).fill(demonstrationPassword);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
  });
}

export function confirmation(page: Page) {
  return page.getByRole('dialog', { name: "Confirm it's you" });
}

/** Each notice is given once; which test of a worker meets it depends on their order. */
async function putNoticeAway(page: Page, answer: Response): Promise<void> {
  const { Value: notice } = (await answer.json()) as { Value: unknown };
  if (notice === null) return;
  await page.getByRole('dialog', { name: 'Your application is ready' }).getByRole('button', { name: 'Close' }).click();
}

/** No violation of WCAG 2.2 A or AA and of good practice in what is shown now; in the dark only the colours are others. */
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
  // There are no frames; otherwise each look opens a page of its own.
  const { violations } = await axe.setLegacyMode().analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ target }) => target.join(' ')),
  }));
  expect(found, `axe in ${colorScheme} mode`).toEqual([]);
}

/** Runs the product with something in its environment; for the fixtures of one file. */
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
