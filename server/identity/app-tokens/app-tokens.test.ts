import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { endDevicesOfUser } from '#server/identity/sessions/devices.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { enrollPasskey, signInWithPasskey } from '#tests/builders/passkey-journey.ts';
import { codeOf, SigningInBrowser } from '#tests/builders/sign-in-journey.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { VirtualAuthenticator } from '#tests/builders/virtual-authenticator.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp({
    options: { 'loginOptions.useBiometricsOption': true, 'loginOptions.useMultiFactorOption': false },
  });
});

afterAll(() => test.close());

const refused = { HasNoErrors: false, Errors: [{ ErrorMessage: 'Invalid' }] };

async function optIn(caller: SignedInCaller, deviceId = 'phone-1'): Promise<string> {
  const url = '/api/Login/CreateDeviceToken';
  const response = await caller.call({ method: 'POST', url, payload: { DeviceID: deviceId } });
  expect(response.statusCode).toBe(200);
  return response.json<{ Value: string }>().Value;
}

function ask(caller: SignedInCaller, more: object) {
  const url = '/api/Login/CreateDeviceToken';
  return caller.call({ method: 'POST', url, payload: { DeviceID: 'phone-1', ...more } });
}

function signInWith(token: string, deviceId = 'phone-1') {
  return test.app.inject({
    method: 'POST',
    url: '/api/login/tokenlogin',
    payload: { Token: token, DeviceID: deviceId },
  });
}

describe('a customer who enabled biometrics on a phone', () => {
  it('signs in with the token and gets the next one', async () => {
    const token = await optIn(await test.signIn('margaret.okafor'));
    const first = await signInWith(token);
    const login = first.json<LoginResponse>();
    expect(login).toMatchObject({ UserName: 'margaret.okafor', IsLoggedIn: true });
    expect(login.TrustedDeviceToken).toHaveLength(43);
    expect(login.TrustedDeviceToken).not.toBe(token);
    expect((await signInWith(login.TrustedDeviceToken)).json()).toMatchObject({ IsLoggedIn: true });
  });

  it('cannot use a token twice, and neither can a thief at the same moment', async () => {
    const token = await optIn(await test.signIn('margaret.okafor'));
    const answers = await Promise.all(Array.from({ length: 4 }, () => signInWith(token)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403]);
  });

  it('loses all tokens and sessions that followed a reused one, and is notified', async () => {
    const token = await optIn(await test.signIn('margaret.okafor'));
    const phone = new SigningInBrowser(test);
    const answer = await phone.post('/api/login/tokenlogin', { Token: token, DeviceID: 'phone-1' });
    const { UserToken, TrustedDeviceToken } = answer.json<LoginResponse>();
    phone.userToken = UserToken;
    expect(await phone.dashboardStatus()).toBe(200);
    const tablet = await optIn(await test.signIn('margaret.okafor'), 'tablet-1');
    expect((await signInWith(token, 'phone-of-a-thief')).json()).toEqual(refused);
    expect(await phone.dashboardStatus()).toBe(401);
    expect((await signInWith(TrustedDeviceToken)).json()).toEqual(refused);
    const [told] = await listNewestMessages(test.services, 1);
    expect(told?.body).toContain('what may be a copy of your sign-in from our mobile app');
    expect((await signInWith(tablet, 'tablet-1')).statusCode).toBe(200);
  });

  it('cannot use the token on another device', async () => {
    const token = await optIn(await test.signIn('margaret.okafor'));
    const response = await signInWith(token, 'phone-2');
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual(refused);
    expect((await signInWith(token)).statusCode).toBe(200);
  });

  it('has one token per device: a new one replaces it', async () => {
    const caller = await test.signIn('margaret.okafor');
    const earlier = await optIn(caller);
    const other = await optIn(caller, 'tablet-1');
    const later = await optIn(caller);
    expect((await signInWith(earlier)).statusCode).toBe(403);
    expect((await signInWith(other, 'tablet-1')).statusCode).toBe(200);
    expect((await signInWith(later)).statusCode).toBe(200);
  });

  it('can turn it off', async () => {
    const caller = await test.signIn('margaret.okafor');
    const token = await optIn(caller);
    const url = '/api/Login/RemoveDeviceToken';
    const response = await caller.call({ method: 'POST', url, payload: { DeviceID: 'phone-1' } });
    expect(response.json()).toEqual({ HasNoErrors: true, Errors: [] });
    expect((await signInWith(token)).json()).toEqual(refused);
  });

  it('must sign in again after all devices were ended, for example by a new password', async () => {
    const token = await optIn(await test.signIn('margaret.okafor'));
    const user = await findUserByLogin(test.services.database, 'margaret.okafor');
    await inTransaction(test.services.database, (transaction) =>
      endDevicesOfUser(transaction, user?.userId ?? 0, test.clock.now()),
    );
    expect((await signInWith(token)).json()).toEqual(refused);
  });

  it('must repeat the password five minutes after sign-in, and is notified by email', async () => {
    const caller = await test.signIn('margaret.okafor');
    const url = '/api/Login/CreateDeviceToken';
    const ask = (more: object) =>
      caller
        .call({ method: 'POST', url, payload: { DeviceID: 'phone-9', ...more } })
        .then(({ statusCode }) => statusCode);
    test.clock.moveOn({ minutes: 4, seconds: 50 });
    expect(await ask({})).toBe(200);
    const [told] = await listNewestMessages(test.services, 1);
    expect(told).toMatchObject({ recipient: 'margaret.okafor@example.com', subject: 'Your sign-in settings changed' });
    test.clock.moveOn({ seconds: 11 });
    expect(await ask({})).toBe(403);
    expect(await ask({ Password: 'wrong' })).toBe(403);
    expect(await ask({ Password: DEMONSTRATION_PASSWORD })).toBe(200);
  });

  it.each([
    ['to the second', { minutes: 1 }, 200],
    ['and no longer', { minutes: 1, milliseconds: 1 }, 403],
  ])('needs no password for five minutes %s', async (_what, later, status) => {
    const caller = await test.signIn('sam.rivera');
    test.clock.moveOn({ minutes: 4 });
    // Keeps the session open past five minutes.
    await caller.call({ method: 'GET', url: '/api/accountList' });
    test.clock.moveOn(later);
    expect((await ask(caller, {})).statusCode).toBe(status);
  });

  it.each(['wrong', ''])('with the password "%s" is refused, even right after signing in', async (Password) => {
    const response = await ask(await test.signIn('sam.rivera'), { Password });
    expect(response.statusCode).toBe(403);
    expect(codeOf(response)).toBe('InvalidCurrentPassword');
  });

  it('is locked out after five wrong passwords, even with the right one', async () => {
    const caller = await test.signIn('dee.blocked');
    for (let tries = 0; tries < 5; tries += 1) {
      expect(codeOf(await ask(caller, { Password: 'wrong' }))).toBe('InvalidCurrentPassword');
    }
    expect(codeOf(await ask(caller, { Password: DEMONSTRATION_PASSWORD }))).toBe('MaxAttemptsReached');
  });

  it('still needs the password if it was entered in another session', async () => {
    const caller = await test.signIn('acme.supply');
    test.clock.moveOn({ minutes: 4 });
    await caller.call({ method: 'GET', url: '/api/accountList' });
    test.clock.moveOn({ minutes: 2 });
    await test.signIn('acme.supply');
    expect(codeOf(await ask(caller, {}))).toBe('InvalidCurrentPassword');
  });

  it('needs no password right after using a passkey', async () => {
    const device = new VirtualAuthenticator();
    await enrollPasskey(await test.signIn('margaret.okafor'), device);
    const phone = new SigningInBrowser(test);
    await signInWithPasskey(device, phone);
    expect((await phone.post('/api/Login/CreateDeviceToken', { DeviceID: 'phone-3' })).statusCode).toBe(200);
  });

  it.each([
    ['a new password', 'acme.supply', { NewPassword: 'three tall ships 7', ConfirmNewPassword: 'three tall ships 7' }],
    ['another email address', 'pat.empty', { EmailAddress: 'pat.new@example.com' }],
  ])('must sign in again after %s', async (_what, loginName, change) => {
    const caller = await test.signIn(loginName);
    const token = await optIn(caller);
    const { UserInfo } = (await caller.call({ method: 'GET', url: '/api/Profile' })).json<{ UserInfo: object }>();
    const payload = { UserInfo: { ...UserInfo, OldPassword: DEMONSTRATION_PASSWORD, ...change } };
    const saved = await caller.call({ method: 'POST', url: '/api/UpdateProfile', payload });
    expect(saved.json()).toMatchObject({ HasNoErrors: true });
    expect((await signInWith(token)).json()).toEqual(refused);
  });

  it('cannot create a token in a session opened by a token', async () => {
    const token = await optIn(await test.signIn('margaret.okafor'));
    const phone = new SigningInBrowser(test);
    const answer = await phone.post('/api/login/tokenlogin', { Token: token, DeviceID: 'phone-1' });
    phone.userToken = answer.json<LoginResponse>().UserToken;
    expect((await phone.post('/api/Login/CreateDeviceToken', { DeviceID: 'phone-2' })).statusCode).toBe(403);
  });

  it.each([
    [89, 200],
    [90, 403],
  ])('with %i days of disuse gets %i', async (days, status) => {
    const token = await optIn(await test.signIn('margaret.okafor'));
    test.clock.moveOn({ hours: 24 * days });
    expect((await signInWith(token)).statusCode).toBe(status);
  });

  it('is told if restricted meanwhile', async () => {
    const token = await optIn(await test.signIn('li.wei'));
    const restrict = (restricted: boolean) =>
      test.services.database.updateTable('users').set({ restricted }).where('login_key', '=', 'li.wei').execute();
    await restrict(true);
    const response = await signInWith(token);
    await restrict(false);
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'Restricted' }] });
  });
});

it("under single sign-on, a phone with a token can't sign in and a new one can't be enabled", async () => {
  const caller = await test.signIn('margaret.okafor');
  const token = await optIn(caller);
  const responses = await test.withOptions({ 'loginOptions.useSingleSignOnOption': true }, async () => [
    await signInWith(token),
    await ask(caller, {}),
  ]);
  for (const response of responses) {
    expect(response.statusCode).toBe(403);
    expect(codeOf(response)).toBe('NotOffered');
  }
  expect((await signInWith(token)).statusCode).toBe(200);
});

it("an invalid token gets the same refusal as another customer's", async () => {
  const response = await signInWith('nonsense');
  expect(response.statusCode).toBe(403);
  expect(response.json()).toEqual(refused);
});

it('guessing tokens is stopped by address', async () => {
  const own = await createTestApp({ options: { 'loginOptions.useBiometricsOption': true } });
  const attempt = () =>
    own.app.inject({
      method: 'POST',
      url: '/api/login/tokenlogin',
      payload: { Token: 'nonsense', DeviceID: 'phone-1' },
    });
  for (let tries = 0; tries < 60; tries++) expect((await attempt()).json()).toEqual(refused);
  expect((await attempt()).json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'MaxAttemptsReached' }] });
  await own.close();
});

it('an institution without biometrics accepts and issues no tokens', async () => {
  const own = await createTestApp();
  const caller = await own.signIn('margaret.okafor');
  const given = await caller.call({
    method: 'POST',
    url: '/api/Login/CreateDeviceToken',
    payload: { DeviceID: 'phone-1' },
  });
  expect(given.statusCode).toBe(403);
  const response = await own.app.inject({
    method: 'POST',
    url: '/api/login/tokenlogin',
    payload: { Token: 'nonsense', DeviceID: 'phone-1' },
  });
  expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'NotOffered' }] });
  await own.close();
});
