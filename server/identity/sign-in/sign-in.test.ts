import { sql } from 'kysely';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setMaintenance } from '#server/institution/operating-state.queries.ts';
import { countTowardsLimit } from '#server/platform/http/request-limits.ts';
import { hashPassword } from '#server/platform/crypto/passwords.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { createTestApp, silentHost, type TestApp } from '#tests/builders/test-app.ts';
import { beginSignIn, type SignInStart } from './begin-sign-in.command.ts';
import { FAILURES_PER_ADDRESS, failuresOf } from './sign-in.command.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

describe('a customer who signs in', () => {
  it('gets a session, the display name and the previous sign-in', async () => {
    const { login } = await test.signIn('margaret.okafor');
    expect(login).toMatchObject({
      UserName: 'margaret.okafor',
      Password: '',
      PersonalName: 'Margaret Okafor',
      CompanyNumber: 0,
      IsLoggedIn: true,
      LastLoggedInIP: '198.51.100.24',
    });
    expect(login.UserToken).toHaveLength(43);
  });

  it('may type the username in capitals', async () => {
    const response = await attempt('MARGARET.OKAFOR', 'Harbor-2026!');
    expect(response.statusCode).toBe(200);
  });

  it('gets a cookie hidden from scripts and other sites', async () => {
    const response = await attempt('li.wei', 'Harbor-2026!');
    expect(response.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  });

  it('is added to the login history', async () => {
    const caller = await test.signIn('li.wei');
    const response = await caller.call({ method: 'GET', url: '/api/Profile/LoginHistory' });
    expect(response.json<unknown[]>()[0]).toEqual({ LoginDate: '2026-11-21T15:00:00Z', IPAddress: '127.0.0.1' });
  });
});

describe('a sign-in in progress while the password changes', () => {
  it('opens nothing', async () => {
    const { services } = test;
    const before = await findUserByLogin(services.database, 'acme.supply');
    const customer = before && (await services.host.findCustomer(before.customerId));
    if (!before || !customer) throw new Error('The demonstration has other customers');
    const start: SignInStart = {
      user: { ...before, passwordHash: await hashPassword('the one before') },
      customer,
      proof: { by: 'password' },
      ipAddress: '127.0.0.1',
      userAgent: '',
      previousCookie: undefined,
      deviceToken: undefined,
    };
    expect(await beginSignIn(services, start)).toEqual({ ok: false, error: 'Invalid' });
    expect(await beginSignIn(services, { ...start, user: before })).toMatchObject({ ok: true });
  });
});

describe('a refused sign-in', () => {
  it.each([
    ['a wrong password', 'acme.supply', 'wrong', 'Invalid'],
    ['an unknown name', 'nobody.here', 'wrong', 'Invalid'],
    ['a restricted user with the right password', 'rex.stricted', 'Harbor-2026!', 'Restricted'],
    ['a restricted user with a wrong password', 'rex.stricted', 'wrong', 'Invalid'],
  ])('shows %s', async (_what, username, password, code) => {
    const response = await attempt(username, password);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: code }] });
    expect(response.cookies).toEqual([]);
  });

  it('says so while the portal is closed for maintenance', async () => {
    await setMaintenance(test.services.database, true);
    const response = await attempt('li.wei', 'Harbor-2026!');
    await setMaintenance(test.services.database, false);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ Errors: [{ ErrorMessage: 'maintenanceModeEnabled' }] });
  });
});

describe('guessing passwords', () => {
  it.each(['sam.rivera', 'nobody.there'])(
    'locks %s after five attempts for 15 minutes, doubling up to one hour, known or not',
    async (name) => {
      expect(await guess(name, 7)).toEqual([...Array(5).fill('Invalid'), 'LockedOnBadPassword', 'LockedOnBadPassword']);
      test.clock.moveOn({ minutes: 15, seconds: 1 });
      expect(await guess(name, 6)).toEqual([...Array(5).fill('Invalid'), 'LockedOnBadPassword']);
      test.clock.moveOn({ minutes: 15, seconds: 1 });
      expect(await guess(name, 1)).toEqual(['LockedOnBadPassword']);
      test.clock.moveOn({ minutes: 15 });
      expect(await guess(name, 6)).toEqual([...Array(5).fill('Invalid'), 'LockedOnBadPassword']);
      test.clock.moveOn({ minutes: 59, seconds: 59 });
      expect(await guess(name, 1)).toEqual(['LockedOnBadPassword']);
      test.clock.moveOn({ seconds: 2 });
      // From here on, each wrong one locks for an hour, never longer.
      expect(await guess(name, 2)).toEqual(['Invalid', 'LockedOnBadPassword']);
      test.clock.moveOn({ hours: 1, seconds: 1 });
      expect(await guess(name, 2)).toEqual(['Invalid', 'LockedOnBadPassword']);
      test.clock.moveOn({ hours: 25 });
      expect(await guess(name, 6)).toEqual([...Array(5).fill('Invalid'), 'LockedOnBadPassword']);
    },
  );

  it('checks at most five parallel guesses', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => attempt('dee.blocked', 'wrong')));
    const codes = responses.map((response) => codeOf(response));
    expect(codes.filter((code) => code === 'Invalid')).toHaveLength(5);
  });

  it('starts over after the right password', async () => {
    await guess('no.mail', 4);
    expect((await attempt('no.mail', 'Harbor-2026!')).statusCode).toBe(200);
    expect(await guess('no.mail', 5)).toEqual(Array(5).fill('Invalid'));
  });
});

describe('signing in again', () => {
  it("ends the browser's previous session", async () => {
    const before = await test.signIn('li.wei');
    const payload = { username: 'li.wei', password: 'Harbor-2026!' };
    const { cookie } = before.headers;
    await test.app.inject({ method: 'POST', url: '/api/login/userlogin', payload, headers: { cookie } });
    expect((await accountList(before.headers)).statusCode).toBe(401);
  });
});

describe('an address that fails a hundred times', () => {
  it('is refused for ten minutes, whatever names it tries', async () => {
    const from = (username: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/login/userlogin',
        payload: { username, password: 'wrong' },
        remoteAddress: '203.0.113.9',
      });
    for (let count = 1; count < FAILURES_PER_ADDRESS.max; count += 1) {
      await countTowardsLimit(test.services, failuresOf('203.0.113.9'), FAILURES_PER_ADDRESS);
    }
    expect(codeOf(await from('one.name'))).toBe('Invalid');
    expect(codeOf(await from('another.name'))).toBe('MaxAttemptsReached');
    expect((await attempt('li.wei', 'Harbor-2026!')).statusCode).toBe(200);
    test.clock.moveOn({ minutes: 10, seconds: 1 });
    expect(codeOf(await from('another.name'))).toBe('Invalid');
  });
});

describe('a session', () => {
  it('ends when the user becomes restricted', async () => {
    const caller = await test.signIn('acme.supply');
    const restrict = (restricted: boolean) =>
      test.services.database.updateTable('users').set({ restricted }).where('login_key', '=', 'acme.supply').execute();
    await restrict(true);
    const { statusCode } = await accountList(caller.headers);
    await restrict(false);
    expect(statusCode).toBe(401);
  });

  it('needs a matching cookie and header', async () => {
    const one = await test.signIn('li.wei');
    const other = await test.signIn('acme.supply');
    const statuses = await Promise.all(
      [
        { cookie: one.headers.cookie },
        { usertoken: one.headers.usertoken },
        { cookie: one.headers.cookie, usertoken: other.headers.usertoken },
        { cookie: one.headers.cookie, usertoken: one.headers.usertoken },
      ].map(async (headers) => (await accountList(headers)).statusCode),
    );
    expect(statuses).toEqual([401, 401, 401, 200]);
  });

  it('ends after five idle minutes, but not while in use', async () => {
    const caller = await test.signIn('li.wei');
    test.clock.moveOn({ minutes: 4 });
    expect((await accountList(caller.headers)).statusCode).toBe(200);
    test.clock.moveOn({ minutes: 4 });
    expect((await accountList(caller.headers)).statusCode).toBe(200);
    test.clock.moveOn({ minutes: 5, seconds: 1 });
    expect((await accountList(caller.headers)).statusCode).toBe(401);
  });

  it('ends after twelve hours even while in use', async () => {
    const caller = await test.signIn('li.wei');
    for (let minutes = 0; minutes < 12 * 60; minutes += 4) {
      test.clock.moveOn({ minutes: 4 });
      const { statusCode } = await accountList(caller.headers);
      expect(statusCode).toBe(minutes + 4 < 12 * 60 ? 200 : 401);
    }
  });

  it('ends at logout, and logging out twice succeeds', async () => {
    const caller = await test.signIn('li.wei');
    const logout = () => caller.call({ method: 'POST', url: '/api/Login/Logout', payload: { UserToken: '' } });
    expect((await logout()).statusCode).toBe(200);
    expect((await accountList(caller.headers)).statusCode).toBe(401);
    expect((await logout()).statusCode).toBe(200);
  });

  it('is not ended by a tab that still shows the previous session', async () => {
    const before = await test.signIn('li.wei');
    const now = await test.signIn('sam.rivera');
    const { cookie } = now.headers;
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/Login/Logout',
      headers: { ...before.headers, cookie },
      payload: { UserToken: before.login.UserToken },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect((await accountList(now.headers)).statusCode).toBe(200);
  });

  it('opens nothing with the cookie and token of different sessions', async () => {
    const before = await test.signIn('li.wei');
    const now = await test.signIn('sam.rivera');
    const mixed = { ...before.headers, cookie: now.headers['cookie'] };
    for (const url of ['/api/accountList', '/api/Profile', '/api/Login/Session']) {
      expect((await test.app.inject({ method: 'GET', url, headers: mixed })).statusCode).toBe(401);
    }
  });

  it('ends on the server when another replaces it', async () => {
    const before = await test.signIn('li.wei');
    const { cookie } = before.headers;
    const payload = { username: 'sam.rivera', password: 'Harbor-2026!' };
    await test.app.inject({
      method: 'POST',
      url: '/api/login/userlogin',
      headers: { cookie },
      payload,
    });
    expect((await accountList(before.headers)).statusCode).toBe(401);
  });

  it('is known by name to a page opened again while the core does not answer', async () => {
    const caller = await test.signIn('li.wei');
    const read = () => caller.call({ method: 'GET', url: '/api/Login/Session' });
    const before = (await read()).json<object>();
    await test.withHost(silentHost(test.services.host), async () => {
      expect((await read()).json()).toEqual(before);
      // One that began before the name was kept.
      await sql`update sessions set customer_sealed = null`.execute(test.services.database);
      expect((await read()).statusCode).toBe(503);
    });
  });

  it('tells a reloaded page who is signed in', async () => {
    const caller = await test.signIn('margaret.okafor');
    const response = await caller.call({ method: 'GET', url: '/api/Login/Session' });
    expect(response.json()).toMatchObject({ PersonalName: 'Margaret Okafor', UserToken: caller.login.UserToken });
  });
});

function attempt(username: string, password: string) {
  return test.app.inject({ method: 'POST', url: '/api/login/userlogin', payload: { username, password } });
}

async function guess(username: string, times: number): Promise<string[]> {
  const codes: string[] = [];
  for (let count = 0; count < times; count += 1) codes.push(codeOf(await attempt(username, 'wrong')));
  return codes;
}

function codeOf(response: LightMyRequestResponse): string {
  return response.json<{ Errors: { ErrorMessage: string }[] }>().Errors[0]?.ErrorMessage ?? '';
}

function accountList(headers: Record<string, string>) {
  return test.app.inject({ method: 'GET', url: '/api/accountList', headers });
}
