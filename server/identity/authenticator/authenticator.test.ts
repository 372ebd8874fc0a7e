import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import { deleteAuthenticator } from './authenticators.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { codeOf, newestCode, SigningInBrowser } from '#tests/builders/sign-in-journey.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp({ options: { 'loginOptions.useMultiFactorOption': false } });
});

// Limits count within a window and a code works once, so each test gets its own day.
beforeEach(() => test.clock.moveOn({ hours: 25 }));

afterAll(() => test.close());

class App {
  readonly #secret: Secret;

  constructor(key: string) {
    this.#secret = Secret.fromBase32(key);
  }

  /** The current code, or one this many seconds later. */
  code(seconds = 0): string {
    return TOTP.generate({ secret: this.#secret, timestamp: test.clock.now().epochMilliseconds + seconds * 1_000 });
  }

  wrongCode(): string {
    const right = new Set([-30, 0, 30].map((seconds) => this.code(seconds)));
    return ['000000', '000001', '000002', '000003'].find((code) => !right.has(code)) ?? '';
  }
}

interface Authenticator {
  readonly browser: SigningInBrowser;
  readonly app: App;
  readonly recoveryCodes: readonly string[];
}

async function beginSetup(browser: SigningInBrowser): Promise<App> {
  const response = await browser.post('/api/Authenticator/BeginSetup', { Password: DEMONSTRATION_PASSWORD });
  expect(response.statusCode).toBe(200);
  return new App(response.json<{ Key: string }>().Key);
}

/** A user who has just set up an app, in a session that began without it. */
async function setUpAuthenticator(loginName: string): Promise<Authenticator> {
  await forgetApp(loginName);
  const browser = new SigningInBrowser(test);
  await browser.logIn(loginName);
  const app = await beginSetup(browser);
  const response = await browser.post('/api/Authenticator/FinishSetup', { Code: app.code() });
  expect(response.statusCode).toBe(200);
  test.clock.moveOn({ minutes: 1 });
  return { browser, app, recoveryCodes: response.json<{ RecoveryCodes: string[] }>().RecoveryCodes };
}

async function forgetApp(loginName: string): Promise<void> {
  await inTransaction(test.services.database, async (transaction) => {
    const user = await findUserByLogin(transaction, loginName);
    if (user) await deleteAuthenticator(transaction, user.userId);
  });
}

async function logIn(loginName: string): Promise<SigningInBrowser> {
  const browser = new SigningInBrowser(test);
  await browser.logIn(loginName);
  return browser;
}

async function newestMailBody(): Promise<string> {
  const [newest] = await listNewestMessages(test.services, 1);
  return newest?.body ?? '';
}

async function hasEvent(event: string): Promise<boolean> {
  const row = await test.services.database
    .selectFrom('audit_log')
    .select('audit_id')
    .where('event', '=', event)
    .executeTakeFirst();
  return row !== undefined;
}

function state(browser: SigningInBrowser): Promise<LightMyRequestResponse> {
  return browser.get('/api/Authenticator');
}

describe('setting up an authenticator app', () => {
  it('asks for the password again', async () => {
    const browser = await logIn('li.wei');
    const response = await browser.post('/api/Authenticator/BeginSetup', { Password: 'wrong' });
    expect(response.statusCode).toBe(403);
    expect(codeOf(response)).toBe('InvalidCurrentPassword');
  });

  it('changes nothing before the app has shown a code', async () => {
    const browser = await logIn('li.wei');
    const app = await beginSetup(browser);
    const finish = await browser.post('/api/Authenticator/FinishSetup', { Code: app.wrongCode() });
    expect(codeOf(finish)).toBe('Invalid');
    expect((await state(browser)).json()).toMatchObject({ IsOn: false, Since: null, RecoveryCodesLeft: 0 });
    expect(await (await logIn('li.wei')).dashboardStatus()).toBe(200);
  });

  it('issues ten recovery codes, tells the customer and the audit log, and seals the key', async () => {
    const { browser, recoveryCodes } = await setUpAuthenticator('li.wei');
    expect(recoveryCodes).toHaveLength(10);
    expect(await newestMailBody()).toContain('An authenticator app was set up');
    expect(await hasEvent('authenticator-added')).toBe(true);
    expect((await state(browser)).json()).toMatchObject({ IsOn: true, RecoveryCodesLeft: 10 });
  });

  it('must be finished once, within 15 minutes, in the same session', async () => {
    const browser = await logIn('acme.supply');
    const app = await beginSetup(browser);
    const other = await logIn('acme.supply');
    expect(codeOf(await other.post('/api/Authenticator/FinishSetup', { Code: app.code() }))).toBe('Expired');
    for (let minutes = 0; minutes < 16; minutes += 4) {
      test.clock.moveOn({ minutes: 4 });
      await state(browser);
    }
    expect(codeOf(await browser.post('/api/Authenticator/FinishSetup', { Code: app.code() }))).toBe('Expired');
    const again = await beginSetup(browser);
    const finish = () => browser.post('/api/Authenticator/FinishSetup', { Code: again.code() });
    expect((await finish()).statusCode).toBe(200);
    expect(codeOf(await finish())).toBe('Expired');
  });

  it('ends the trust in devices, which need a code again', async () => {
    const { database } = test.services;
    const browser = await logIn('sam.rivera');
    await database.updateTable('devices').set({ trusted: true }).execute();
    const app = await beginSetup(browser);
    await browser.post('/api/Authenticator/FinishSetup', { Code: app.code() });
    const response = await browser.logIn('sam.rivera');
    expect(response.json()).toMatchObject({ IsTrustedDevice: false, SecondFactor: 'authenticator' });
  });
});

describe('signing in with an authenticator app', () => {
  it('asks for its code and sends none', async () => {
    const { app } = await setUpAuthenticator('margaret.okafor');
    const mails = await countMails();
    const browser = new SigningInBrowser(test);
    const response = await browser.logIn('margaret.okafor');
    expect(response.json<LoginResponse>()).toMatchObject({
      SecondFactor: 'authenticator',
      IsLoggedIn: false,
      UserToken: '',
      PersonalName: '',
    });
    expect(await browser.dashboardStatus()).toBe(401);
    expect((await browser.enterCode(app.code())).statusCode).toBe(200);
    expect(await browser.dashboardStatus()).toBe(200);
    expect(await countMails()).toBe(mails);
  });

  it('accepts each code once, and none older than the last', async () => {
    const { app } = await setUpAuthenticator('margaret.okafor');
    const [before, now] = [app.code(-30), app.code()];
    expect((await (await logIn('margaret.okafor')).enterCode(now)).statusCode).toBe(200);
    expect(codeOf(await (await logIn('margaret.okafor')).enterCode(now))).toBe('Invalid');
    expect(codeOf(await (await logIn('margaret.okafor')).enterCode(before))).toBe('Invalid');
    expect((await (await logIn('margaret.okafor')).enterCode(app.code(30))).statusCode).toBe(200);
  });

  it('accepts a code once among parallel requests', async () => {
    const { app } = await setUpAuthenticator('margaret.okafor');
    const browsers = await Promise.all(Array.from({ length: 4 }, () => logIn('margaret.okafor')));
    const answers = await Promise.all(browsers.map((browser) => browser.enterCode(app.code())));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('rejects the code that was used for the setup', async () => {
    await forgetApp('margaret.okafor');
    const browser = await logIn('margaret.okafor');
    const app = await beginSetup(browser);
    const code = app.code();
    await browser.post('/api/Authenticator/FinishSetup', { Code: code });
    expect(codeOf(await (await logIn('margaret.okafor')).enterCode(code))).toBe('Invalid');
  });

  it('allows five wrong codes in 15 minutes, across sign-ins', async () => {
    const { app, recoveryCodes } = await setUpAuthenticator('margaret.okafor');
    for (let count = 0; count < 5; count += 1) {
      expect(codeOf(await (await logIn('margaret.okafor')).enterCode(app.wrongCode()))).toBe('Invalid');
    }
    const late = await logIn('margaret.okafor');
    expect(codeOf(await late.enterCode(app.code()))).toBe('MaxAttemptsReached');
    expect(codeOf(await late.enterCode(recoveryCodes[0] ?? ''))).toBe('MaxAttemptsReached');
    test.clock.moveOn({ minutes: 16 });
    expect((await (await logIn('margaret.okafor')).enterCode(app.code())).statusCode).toBe(200);
  });

  it('does not send or accept an email code instead', async () => {
    await forgetApp('margaret.okafor');
    await test.withOptions({ 'loginOptions.useMultiFactorOption': true }, () => logIn('margaret.okafor'));
    const mailed = await newestCode(test);
    await setUpAuthenticator('margaret.okafor');
    const browser = await logIn('margaret.okafor');
    expect(codeOf(await browser.resendCode())).toBe('NotNow');
    expect(codeOf(await browser.enterCode(mailed))).toBe('Invalid');
  });

  it('is not required on a device that was trusted with its code', async () => {
    const { app } = await setUpAuthenticator('margaret.okafor');
    const browser = await logIn('margaret.okafor');
    await browser.enterCode(app.code(), true);
    expect((await browser.logIn('margaret.okafor')).json()).toMatchObject({
      SecondFactor: 'none',
      IsTrustedDevice: true,
      IsLoggedIn: true,
    });
  });

  it('is not required after the institution turned it off', async () => {
    await setUpAuthenticator('margaret.okafor');
    const response = await test.withOptions({ 'loginOptions.useAuthenticatorOption': false }, () =>
      new SigningInBrowser(test).logIn('margaret.okafor'),
    );
    expect(response.json()).toMatchObject({ SecondFactor: 'none', IsLoggedIn: true });
  });
});

describe('a recovery code', () => {
  it('replaces the app once, and the customer is notified', async () => {
    const { recoveryCodes } = await setUpAuthenticator('margaret.okafor');
    const [first = '', second = ''] = recoveryCodes;
    const browser = await logIn('margaret.okafor');
    expect((await browser.enterCode(first.toLowerCase())).statusCode).toBe(200);
    expect((await state(browser)).json()).toMatchObject({ RecoveryCodesLeft: 9 });
    expect(await newestMailBody()).toContain('Codes left: 9.');
    expect(await hasEvent('recovery-code-used')).toBe(true);
    expect(codeOf(await (await logIn('margaret.okafor')).enterCode(first))).toBe('Invalid');
    expect((await (await logIn('margaret.okafor')).enterCode(second)).statusCode).toBe(200);
  });

  it('works only for its owner', async () => {
    const { recoveryCodes } = await setUpAuthenticator('li.wei');
    await setUpAuthenticator('margaret.okafor');
    expect(codeOf(await (await logIn('margaret.okafor')).enterCode(recoveryCodes[0] ?? ''))).toBe('Invalid');
  });

  it('stops working when new ones are made, which requires the password', async () => {
    const { browser, recoveryCodes } = await setUpAuthenticator('margaret.okafor');
    const renew = (Password: string) => browser.post('/api/Authenticator/NewRecoveryCodes', { Password });
    expect(codeOf(await renew('wrong'))).toBe('InvalidCurrentPassword');
    const response = await renew(DEMONSTRATION_PASSWORD);
    const [fresh = ''] = response.json<{ RecoveryCodes: string[] }>().RecoveryCodes;
    expect(await newestMailBody()).toContain('You have new recovery codes');
    expect(codeOf(await (await logIn('margaret.okafor')).enterCode(recoveryCodes[0] ?? ''))).toBe('Invalid');
    expect((await (await logIn('margaret.okafor')).enterCode(fresh)).statusCode).toBe(200);
  });

  it('can be made only with an app', async () => {
    await forgetApp('acme.supply');
    const browser = await logIn('acme.supply');
    const response = await browser.post('/api/Authenticator/NewRecoveryCodes', { Password: DEMONSTRATION_PASSWORD });
    expect(codeOf(response)).toBe('NoAuthenticator');
  });
});

describe('turning the authenticator app off', () => {
  it('asks for the password, tells the customer, and deletes the recovery codes', async () => {
    const { browser } = await setUpAuthenticator('li.wei');
    const remove = (Password: string) => browser.post('/api/Authenticator/Remove', { Password });
    expect(codeOf(await remove('wrong'))).toBe('InvalidCurrentPassword');
    expect((await remove(DEMONSTRATION_PASSWORD)).statusCode).toBe(200);
    expect(await newestMailBody()).toContain('Your authenticator app was removed');
    expect(await hasEvent('authenticator-removed')).toBe(true);
    expect((await state(browser)).json()).toMatchObject({ IsOn: false, RecoveryCodesLeft: 0 });
    expect((await new SigningInBrowser(test).logIn('li.wei')).json()).toMatchObject({ SecondFactor: 'none' });
  });
});

it("an app's key is sealed for its owner and useless in another row", async () => {
  const { app } = await setUpAuthenticator('margaret.okafor');
  await setUpAuthenticator('li.wei');
  await sql`
    update authenticators a set secret_sealed = other.secret_sealed
    from authenticators other, users u, users o
    where a.user_id = u.user_id and u.login_key = 'li.wei'
      and other.user_id = o.user_id and o.login_key = 'margaret.okafor'`.execute(test.services.database);
  expect((await (await logIn('li.wei')).enterCode(app.code())).statusCode).toBe(500);
  await forgetApp('li.wei');
});

async function countMails(): Promise<number> {
  const { count } = await test.services.database
    .selectFrom('outbox_messages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
