import type { APIResponse, Page, Request, Response } from 'playwright/test';
import { type App, demonstrationPassword, expect, putNoticeAway, signIn, test } from '#tests/support/e2e.ts';
import { Traffic } from '#tests/support/traffic.ts';

/** Data only this customer may see: account numbers, name, addresses. */
interface Customer {
  readonly loginName: string;
  readonly marks: readonly string[];
}

/** Customers with loans, in the order the test signs them in. */
const loginNames = ['margaret.okafor', 'sam.rivera', 'li.wei'] as const;

const screens = [
  'dashboard',
  'payment',
  'profile',
  'messages',
  'requestChange',
  'document-center',
  'documents',
  'loginHistory',
] as const;

async function answerOf<Body>(response: APIResponse): Promise<Body> {
  expect(response.ok(), response.url()).toBe(true);
  return (await response.json()) as Body;
}

/** Asks the server for each customer's data, in a separate browser. */
async function readCustomers(page: Page, app: App): Promise<readonly Customer[]> {
  const customers: Customer[] = [];
  for (const loginName of loginNames) {
    const own = await page.context().browser()?.newContext();
    if (!own) throw new Error("The browser isn't started");
    const { request } = own;
    const data = { username: loginName, password: demonstrationPassword };
    const login = await answerOf<{ UserToken: string; PersonalName: string; EmailAddress: string }>(
      await request.post(`${app.url}/api/login/userlogin`, { data }),
    );
    const headers = { UserToken: login.UserToken };
    const { Accounts } = await answerOf<{ Accounts: readonly { AccountNumber: string }[] }>(
      await request.get(`${app.url}/api/accountList`, { headers }),
    );
    expect(Accounts.length).toBeGreaterThan(0);
    const numbers = Accounts.map(({ AccountNumber }) => AccountNumber);
    customers.push({ loginName, marks: [...numbers, login.PersonalName, login.EmailAddress, loginName] });
    await own.close();
  }
  return customers;
}

/** A string, because these tests compile without DOM types. */
const readFields = `[...document.querySelectorAll('input, textarea, select')].map(({ value }) => value).join()`;

/** Simulates a suspended tab, which receives no messages from others. */
const deafen = 'BroadcastChannel.prototype.addEventListener = () => undefined;';

/** Checks that no other customer's data arrives in the browser or shows on a screen. */
class Watch {
  readonly #customers: readonly Customer[];
  readonly #found: string[] = [];
  readonly #reading = new Set<Promise<void>>();
  #owner: Customer | undefined;
  #answers = 0;
  readonly #traffic = new Traffic();

  constructor(customers: readonly Customer[]) {
    this.#customers = customers;
  }

  add(page: Page): void {
    const owners = new WeakMap<Request, Customer | undefined>();
    this.#traffic.add(page);
    page.on('request', (request) => owners.set(request, this.#owner));
    page.on('response', (response) => {
      if (!new URL(response.url()).pathname.startsWith('/api/')) return;
      const owner = owners.get(response.request());
      const reading = this.#readAnswer(response, owner).finally(() => this.#reading.delete(reading));
      this.#reading.add(reading);
    });
  }

  /** From now on, only this customer's data may appear; null means none. */
  expectOnly(loginName: string | null): void {
    this.#owner = this.#customers.find((customer) => customer.loginName === loginName);
  }

  /** Checks the screen after all its requests have finished. */
  async readScreen(page: Page): Promise<void> {
    await this.#traffic.waitUntilQuiet(250);
    this.#look(await page.locator('body').innerText(), new URL(page.url()).hash, this.#owner);
    this.#look(String(await page.evaluate(readFields)), `a field at ${new URL(page.url()).hash}`, this.#owner);
  }

  /** Asserts that all data seen belonged to the customer shown. @param atLeast minimum number of answers checked */
  async expectNothingFound(atLeast: number): Promise<void> {
    await Promise.all(this.#reading);
    expect(this.#found).toEqual([]);
    expect(this.#answers).toBeGreaterThanOrEqual(atLeast);
  }

  async #readAnswer(response: Response, owner: Customer | undefined): Promise<void> {
    const text = await response.text().catch(() => '');
    this.#answers += 1;
    this.#look(text, new URL(response.url()).pathname, owner);
  }

  #look(text: string, where: string, owner: Customer | undefined): void {
    const own = new Set(owner?.marks);
    for (const customer of this.#customers) {
      if (customer === owner) continue;
      const seen = customer.marks.filter((mark) => !own.has(mark) && text.includes(mark));
      if (seen.length > 0) this.#found.push(`${where} shows ${seen.join(', ')} to ${owner?.loginName ?? 'a visitor'}`);
    }
  }
}

async function walk(page: Page, app: App, watch: Watch, which: readonly string[] = screens): Promise<void> {
  for (const screen of which) {
    await page.goto(`${app.url}/#/myaccount/${screen}`);
    await expect(page).toHaveURL(new RegExp(`#/myaccount/${screen}`));
    await expect(page.locator('main h1').first()).toBeAttached();
    await watch.readScreen(page);
  }
}

async function enter(page: Page, loginName: string): Promise<void> {
  const notice = page.waitForResponse(/GetNewApplicationNotice/);
  await page.getByLabel('Username').fill(loginName);
  await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/#\/myaccount\/dashboard/);
  await putNoticeAway(page, await notice);
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/#\/home\/login$/);
}

test(
  "several customers on one browser never see each other's data",
  { tag: '@desktop' },
  async ({ page, ownApp: app }) => {
    test.setTimeout(240_000);
    page.setDefaultTimeout(15_000);
    const [first, second, third] = loginNames;
    const watch = new Watch(await readCustomers(page, app));
    watch.add(page);

    await test.step('Back and every way in lead to the dashboard while signed in', async () => {
      watch.expectOnly(first);
      await signIn(page, app, first);
      await page.goBack();
      for (const address of ['#/', '#/home', '#/home/login', '#/home/register', '#/home/recovery']) {
        await page.goto(`${app.url}/${address}`);
        await expect(page).toHaveURL(/#\/myaccount\/dashboard$/);
        await expect(page.getByLabel('Password', { exact: true })).toBeHidden();
      }
      for (const address of ['#/nowhere', '#/myaccount/nowhere']) {
        await page.goto(`${app.url}/${address}`);
        await expect(page).toHaveURL(/#\/myaccount\/dashboard$/);
        await expect(page.getByText("That page doesn't exist.")).toBeVisible();
      }
      await walk(page, app, watch);
    });

    await test.step('signed out and in again as another customer', async () => {
      await logOut(page);
      watch.expectOnly(null);
      await watch.readScreen(page);
      await page.goBack();
      await expect(page).toHaveURL(/#\/home\/login$/);
      await watch.readScreen(page);
      watch.expectOnly(second);
      await enter(page, second);
      await walk(page, app, watch);
    });

    await test.step('a session ended by the server', async () => {
      await page.context().clearCookies();
      watch.expectOnly(null);
      await page.getByRole('link', { name: 'Profile' }).click();
      await expect(page).toHaveURL(/#\/home\/login$/);
      await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
      await watch.readScreen(page);
      watch.expectOnly(third);
      await enter(page, third);
      await page.reload();
      await walk(page, app, watch);
    });

    const other = await page.context().newPage();
    other.setDefaultTimeout(15_000);
    watch.add(other);
    await test.step('a second tab signs in and out with the first', async () => {
      await other.goto(`${app.url}/#/myaccount/profile`);
      await expect(other.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
      await watch.readScreen(other);
      await logOut(other);
      watch.expectOnly(null);
      await expect(page).toHaveURL(/#\/home\/login$/);
      await watch.readScreen(page);
    });

    await test.step('another customer signs in from a tab with an outdated session', async () => {
      const asleep = await page.context().newPage();
      asleep.setDefaultTimeout(15_000);
      watch.add(asleep);
      await asleep.addInitScript(deafen);
      await asleep.goto(app.url);
      watch.expectOnly(first);
      await enter(page, first);
      await expect(other).toHaveURL(/#\/myaccount\/dashboard$/);
      await page.goto(`${app.url}/#/myaccount/profile`);
      await watch.readScreen(page);
      watch.expectOnly(second);
      await enter(asleep, second);
      await expect(page.getByText('This browser is now signed in as Sam Rivera.')).toBeVisible();
      await watch.readScreen(page);
      for (const tab of [page, other, asleep]) await watch.readScreen(tab);
      for (const tab of [page, other, asleep]) await walk(tab, app, watch, ['profile', 'payment']);
      await asleep.close();
    });

    await test.step('a tab returns from another site with an outdated session', async () => {
      await page.evaluate("sessionStorage.setItem('passbook.token', 'of-a-session-that-is-over')");
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await watch.readScreen(page);
      await logOut(page);
      await expect(other).toHaveURL(/#\/home\/login$/);
      watch.expectOnly(null);
      await other.goBack();
      await watch.readScreen(other);
    });

    await watch.expectNothingFound(50);
  },
);
