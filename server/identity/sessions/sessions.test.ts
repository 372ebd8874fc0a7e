import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import { codeOf, newestCode, SigningInBrowser } from '#tests/builders/sign-in-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp({ options: { 'loginOptions.useBiometricsOption': true } });
});

// Ends the sessions and devices of earlier tests.
beforeEach(() => test.clock.moveOn({ hours: 24 * 31 }));

afterAll(() => test.close());

interface Listed {
  readonly Sessions: readonly { readonly Id: number; readonly UserAgent: string; readonly IsThisOne: boolean }[];
  readonly Devices: readonly {
    readonly Id: number;
    readonly Kind: string;
    readonly IsTrusted: boolean;
    readonly IsThisOne: boolean;
  }[];
}

async function logIn(loginName = 'margaret.okafor'): Promise<SigningInBrowser> {
  const browser = new SigningInBrowser(test);
  await browser.logIn(loginName);
  return browser;
}

async function list(browser: SigningInBrowser): Promise<Listed> {
  return (await browser.get('/api/Sessions')).json<Listed>();
}

const Password = DEMONSTRATION_PASSWORD;

describe('the list of sign-ins', () => {
  it('contains every signed-in browser and marks the current one', async () => {
    const first = await logIn();
    const second = await logIn();
    await logIn('li.wei');
    const { Sessions, Devices } = await list(second);
    expect(Sessions.map(({ IsThisOne }) => IsThisOne)).toEqual([true, false]);
    expect(Sessions[0]?.UserAgent).toContain('lightMyRequest');
    expect(Devices).toHaveLength(2);
    expect(Devices.filter(({ IsThisOne }) => IsThisOne)).toHaveLength(1);
    expect((await list(first)).Sessions.map(({ IsThisOne }) => IsThisOne)).toEqual([false, true]);
  });

  it('leaves out browsers idle for five minutes, signed out, or with steps left', async () => {
    await logIn();
    test.clock.moveOn({ minutes: 5 });
    const gone = await logIn();
    await gone.post('/api/Login/Logout', { UserToken: gone.userToken });
    await test.withOptions({ 'loginOptions.useMultiFactorOption': true }, () => logIn());
    expect((await list(await logIn())).Sessions).toHaveLength(1);
  });

  it('lists the mobile app on a phone that signs in by itself', async () => {
    const browser = await logIn();
    await browser.post('/api/Login/CreateDeviceToken', { DeviceID: 'phone-1' });
    const app = (await list(browser)).Devices.find(({ Kind }) => Kind === 'App');
    expect(app).toMatchObject({ IsTrusted: true, IsThisOne: false });
  });
});

describe('ending a session', () => {
  it('asks for the password and signs the other browser out at once', async () => {
    const other = await logIn();
    const own = await logIn();
    const Id = (await list(own)).Sessions.find(({ IsThisOne }) => !IsThisOne)?.Id;
    const end = (password: string) => own.post('/api/Sessions/EndSession', { Id, Password: password });
    expect(codeOf(await end('wrong'))).toBe('InvalidCurrentPassword');
    expect(await other.dashboardStatus()).toBe(200);
    expect((await end(Password)).json()).toEqual({ HasNoErrors: true, Errors: [] });
    expect(await other.dashboardStatus()).toBe(401);
    expect(await own.dashboardStatus()).toBe(200);
    const event = await test.services.database
      .selectFrom('audit_log')
      .select(['event', 'details'])
      .where('event', '=', 'session-ended')
      .orderBy('audit_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(event).toEqual({ event: 'session-ended', details: { sessionId: Id } });
  });

  it('of another customer has no effect and gives the same answer', async () => {
    const victim = await logIn('li.wei');
    const { Sessions } = await list(victim);
    const thief = await logIn();
    const response = await thief.post('/api/Sessions/EndSession', { Id: Sessions[0]?.Id, Password });
    expect(response.json()).toEqual({ HasNoErrors: true, Errors: [] });
    expect(await victim.dashboardStatus()).toBe(200);
  });

  it('can be done for all others at once', async () => {
    const others = [await logIn(), await logIn(), await logIn()];
    const somebodyElse = await logIn('li.wei');
    const own = await logIn();
    expect((await own.post('/api/Sessions/EndOtherSessions', { Password })).statusCode).toBe(200);
    for (const other of others) expect(await other.dashboardStatus()).toBe(401);
    expect(await own.dashboardStatus()).toBe(200);
    expect(await somebodyElse.dashboardStatus()).toBe(200);
  });

  it('needs an emailed code under single sign-on, where customers have no password', async () => {
    const other = await logIn();
    const own = await logIn();
    await test.withOptions({ 'loginOptions.useSingleSignOnOption': true }, async () => {
      const end = () => own.post('/api/Sessions/EndOtherSessions', { Password: '' });
      expect(codeOf(await end())).toBe('ConfirmationNeeded');
      await own.post('/api/Confirmation/SendCode', {});
      await own.post('/api/Confirmation', { Code: await newestCode(test) });
      expect((await end()).statusCode).toBe(200);
    });
    expect(await other.dashboardStatus()).toBe(401);
    expect(codeOf(await own.post('/api/Sessions/EndOtherSessions', { Password: '' }))).toBe('InvalidCurrentPassword');
  });
});

describe('forgetting a device', () => {
  it('ends its sessions and asks for a code there again', async () => {
    const other = await logIn();
    const own = await logIn();
    await test.services.database.updateTable('devices').set({ trusted: true }).execute();
    const Id = (await list(own)).Devices.find(({ IsThisOne }) => !IsThisOne)?.Id;
    await own.post('/api/Sessions/ForgetDevice', { Id, Kind: 'Browser', Password });
    expect(await other.dashboardStatus()).toBe(401);
    await test.withOptions({ 'loginOptions.useMultiFactorOption': true }, async () => {
      expect((await own.logIn('margaret.okafor')).json()).toMatchObject({ SecondFactor: 'none' });
      expect((await other.logIn('margaret.okafor')).json()).toMatchObject({ SecondFactor: 'email' });
    });
  });

  it('keeps the current session open', async () => {
    const own = await logIn();
    const browsers = async () => (await list(own)).Devices.filter(({ Kind }) => Kind === 'Browser');
    const [device] = await browsers();
    await own.post('/api/Sessions/ForgetDevice', { Id: device?.Id, Kind: 'Browser', Password });
    expect((await list(own)).Sessions).toHaveLength(1);
    expect(await browsers()).toEqual([]);
  });

  it('of another customer has no effect', async () => {
    const victim = await logIn('li.wei');
    const { Devices } = await list(victim);
    await (await logIn()).post('/api/Sessions/ForgetDevice', { Id: Devices[0]?.Id, Kind: 'Browser', Password });
    expect((await list(victim)).Devices).toEqual(Devices);
    expect(await victim.dashboardStatus()).toBe(200);
  });

  it('ends the session an app opened and its next token', async () => {
    const own = await logIn();
    const given = await own.post('/api/Login/CreateDeviceToken', { DeviceID: 'phone-3' });
    const phone = new SigningInBrowser(test);
    const Token = given.json<{ Value: string }>().Value;
    const answer = await phone.post('/api/login/tokenlogin', { Token, DeviceID: 'phone-3' });
    phone.userToken = answer.json<{ UserToken: string }>().UserToken;
    expect(await phone.dashboardStatus()).toBe(200);
    const Id = (await list(own)).Devices.find(({ Kind }) => Kind === 'App')?.Id;
    await own.post('/api/Sessions/ForgetDevice', { Id, Kind: 'App', Password });
    expect(await phone.dashboardStatus()).toBe(401);
    expect(await own.dashboardStatus()).toBe(200);
  });

  it('stops the app from signing in with biometrics', async () => {
    const own = await logIn();
    const given = await own.post('/api/Login/CreateDeviceToken', { DeviceID: 'phone-2' });
    const Id = (await list(own)).Devices.find(({ Kind }) => Kind === 'App')?.Id;
    await own.post('/api/Sessions/ForgetDevice', { Id, Kind: 'App', Password });
    const Token = given.json<{ Value: string }>().Value;
    const phone = new SigningInBrowser(test);
    expect((await phone.post('/api/login/tokenlogin', { Token, DeviceID: 'phone-2' })).statusCode).toBe(403);
  });
});
