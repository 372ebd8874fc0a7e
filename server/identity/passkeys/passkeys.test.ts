import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import {
  beginEnrollment,
  beginPasskeyLogin,
  enrollPasskey,
  signInWithPasskey,
} from '#tests/builders/passkey-journey.ts';
import { codeOf, countLogins, SigningInBrowser } from '#tests/builders/sign-in-journey.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { type Flaws, VirtualAuthenticator } from '#tests/builders/virtual-authenticator.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp({ options: { 'loginOptions.useMultiFactorOption': true } });
});

// Limits count within a window, so each test gets its own day.
beforeEach(() => test.clock.moveOn({ hours: 25 }));

afterAll(() => test.close());

function open(loginName: string): Promise<SignedInCaller> {
  return test.withOptions({ 'loginOptions.useMultiFactorOption': false }, () => test.signIn(loginName));
}

function post(caller: SignedInCaller, url: string, payload: object): Promise<LightMyRequestResponse> {
  return caller.call({ method: 'POST', url, payload });
}

async function enrolled(loginName: string): Promise<VirtualAuthenticator> {
  const device = new VirtualAuthenticator();
  await enrollPasskey(await open(loginName), device);
  return device;
}

function signInWith(device: VirtualAuthenticator, browser = new SigningInBrowser(test), flaws: Flaws = {}) {
  return signInWithPasskey(device, browser, flaws);
}

interface ListedPasskey {
  readonly Id: number;
  readonly Name: string;
  readonly LastUsed: string | null;
  readonly IsBlocked: boolean;
}

async function list(caller: SignedInCaller): Promise<ListedPasskey[]> {
  const response = await caller.call({ method: 'GET', url: '/api/Passkeys' });
  return response.json<{ Passkeys: ListedPasskey[] }>().Passkeys;
}

async function newestMail() {
  const [newest] = await listNewestMessages(test.services, 1);
  if (!newest) throw new Error('No message was found');
  return newest;
}

async function newestEvent() {
  return test.services.database
    .selectFrom('audit_log')
    .select(['event', 'details'])
    .orderBy('audit_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

describe('adding a passkey', () => {
  it('asks for the password again, at most five times in 15 minutes', async () => {
    const caller = await open('sam.rivera');
    const url = '/api/Passkeys/BeginEnrollment';
    for (let count = 0; count < 5; count += 1) {
      expect(codeOf(await post(caller, url, { Password: 'wrong' }))).toBe('InvalidCurrentPassword');
    }
    expect(codeOf(await post(caller, url, { Password: DEMONSTRATION_PASSWORD }))).toBe('MaxAttemptsReached');
    test.clock.moveOn({ minutes: 16 });
    await beginEnrollment(await open('sam.rivera'));
  });

  it('creates one that reveals its owner to no one else and requires fingerprint, face or PIN', async () => {
    const options = await beginEnrollment(await open('margaret.okafor'));
    expect(options.rp).toEqual({ id: 'localhost', name: 'First Harbor Lending' });
    expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
  });

  it('tells the customer and the audit log', async () => {
    const caller = await open('margaret.okafor');
    await enrollPasskey(caller, new VirtualAuthenticator(), 'Work laptop');
    expect(await newestMail()).toMatchObject({
      recipient: 'margaret.okafor@example.com',
      subject: 'Your sign-in settings changed',
      body: expect.stringContaining('Work laptop') as string,
    });
    expect(await newestEvent()).toEqual({ event: 'passkey-added', details: { name: 'Work laptop' } });
    expect(await list(caller)).toMatchObject([{ Name: 'Work laptop', LastUsed: null, IsBlocked: false }]);
  });

  it('lists existing passkeys, so a device creates no second one', async () => {
    const caller = await open('li.wei');
    await enrollPasskey(caller, new VirtualAuthenticator());
    const again = await beginEnrollment(caller);
    expect(again.excludeCredentials).toHaveLength(1);
    await enrollPasskey(caller, new VirtualAuthenticator(), 'Second');
    expect((await beginEnrollment(caller)).user.id).toBe(again.user.id);
  });

  it.each([
    ['another site asked for it', { origin: 'https://harbor-lending.example' }],
    ['it answers another question', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
    ['the user was not verified', { unverified: true }],
    ['it is an answer of another kind', { type: 'webauthn.get' }],
  ])('is refused when %s', async (_when, flaws) => {
    const caller = await open('acme.supply');
    const attested = new VirtualAuthenticator().make(await beginEnrollment(caller), flaws);
    const response = await post(caller, '/api/Passkeys/FinishEnrollment', { Name: 'x', ...attested });
    expect(codeOf(response)).toBe('Invalid');
    expect(await list(caller)).toEqual([]);
  });

  it('must be finished once, within five minutes, in the same session', async () => {
    const caller = await open('acme.supply');
    const attested = new VirtualAuthenticator().make(await beginEnrollment(caller));
    const url = '/api/Passkeys/FinishEnrollment';
    const finish = (by: SignedInCaller) => post(by, url, { Name: 'x', ...attested });
    expect(codeOf(await finish(await open('acme.supply')))).toBe('Expired');
    expect((await finish(caller)).statusCode).toBe(200);
    expect(codeOf(await finish(caller))).toBe('Expired');

    await beginEnrollment(caller);
    for (let minutes = 0; minutes < 6; minutes += 2) {
      test.clock.moveOn({ minutes: 2 });
      await list(caller);
    }
    expect(codeOf(await finish(caller))).toBe('Expired');
  });

  it('is limited to ten', async () => {
    const caller = await open('dee.blocked');
    for (let count = 1; count <= 10; count += 1)
      await enrollPasskey(caller, new VirtualAuthenticator(), `Key ${count}`);
    const response = await post(caller, '/api/Passkeys/BeginEnrollment', { Password: DEMONSTRATION_PASSWORD });
    expect(codeOf(response)).toBe('TooManyPasskeys');
  });
});

describe('signing in with a passkey', () => {
  it('needs no username, password or code', async () => {
    const device = await enrolled('margaret.okafor');
    const before = await countLogins(test, 'margaret.okafor');
    const browser = new SigningInBrowser(test);
    const response = await signInWith(device, browser);
    expect(response.json()).toMatchObject({ UserName: 'margaret.okafor', IsLoggedIn: true, SecondFactor: 'none' });
    expect(await browser.dashboardStatus()).toBe(200);
    expect(await countLogins(test, 'margaret.okafor')).toBe(before + 1);
    expect((await list(await open('margaret.okafor'))).at(-1)?.LastUsed).not.toBeNull();
  });

  it('lists no passkeys for anyone', async () => {
    const options = await beginPasskeyLogin(new SigningInBrowser(test));
    expect(Object.keys(options).toSorted()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  });

  it('still asks for the remaining steps', async () => {
    const device = await enrolled('li.wei');
    const { database } = test.services;
    const change = (must: boolean) =>
      database.updateTable('users').set({ must_change_password: must }).where('login_key', '=', 'li.wei').execute();
    await change(true);
    const browser = new SigningInBrowser(test);
    expect((await signInWith(device, browser)).json()).toMatchObject({ MustChangePassword: true });
    expect(await browser.dashboardStatus()).toBe(401);
    await change(false);
  });

  it.each([
    ['another site asked for it', { origin: 'https://harbor-lending.example' }],
    ['it answers another question', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
    ['the user was not verified', { unverified: true }],
    ['it is an answer of another kind', { type: 'webauthn.create' }],
  ])('is refused when %s', async (_when, flaws) => {
    const device = await enrolled('li.wei');
    const response = await signInWith(device, new SigningInBrowser(test), flaws);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'Invalid' }] });
    expect(await newestEvent()).toMatchObject({ event: 'sign-in-refused', details: { by: 'passkey' } });
  });

  it('gets the same refusal for an unknown passkey', async () => {
    const device = new VirtualAuthenticator();
    device.make({ challenge: 'eA', user: { id: 'eA' } });
    expect((await signInWith(device)).json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'Invalid' }] });
  });

  it("is refused with another device's signature", async () => {
    const [device, other] = [await enrolled('li.wei'), await enrolled('margaret.okafor')];
    const browser = new SigningInBrowser(test);
    const options = await beginPasskeyLogin(browser);
    const forged = { ...device.sign(options), Signature: other.sign(options).Signature };
    expect(codeOf(await browser.post('/api/Login/PasskeyLogin', forged))).toBe('Invalid');
  });

  it('accepts each answer once, in the same browser, within five minutes', async () => {
    const device = await enrolled('li.wei');
    const browser = new SigningInBrowser(test);
    const assertion = device.sign(await beginPasskeyLogin(browser));
    expect(codeOf(await new SigningInBrowser(test).post('/api/Login/PasskeyLogin', assertion))).toBe('Invalid');
    const copy = new SigningInBrowser(test);
    browser.giveCookiesTo(copy);
    expect((await browser.post('/api/Login/PasskeyLogin', assertion)).statusCode).toBe(200);
    expect(codeOf(await copy.post('/api/Login/PasskeyLogin', assertion))).toBe('Invalid');

    const late = new SigningInBrowser(test);
    const signed = device.sign(await beginPasskeyLogin(late));
    test.clock.moveOn({ minutes: 5 });
    expect(codeOf(await late.post('/api/Login/PasskeyLogin', signed))).toBe('Invalid');
  });

  it.each(['equal', 'lower'])('blocks a passkey whose counter is %s, which indicates a copy', async (how) => {
    const device = await enrolled('no.mail');
    expect((await signInWith(device)).statusCode).toBe(200);
    expect((await signInWith(device)).statusCode).toBe(200);
    const signCount = how === 'equal' ? 2 : 1;
    expect(codeOf(await signInWith(device, new SigningInBrowser(test), { signCount }))).toBe('Invalid');
    expect((await list(await open('no.mail'))).at(-1)).toMatchObject({ IsBlocked: true });
    expect(codeOf(await signInWith(device))).toBe('Invalid');
  });

  it('notifies the customer of a copy, but not of a made-up counter', async () => {
    const device = await enrolled('margaret.okafor');
    await signInWith(device);
    const browser = new SigningInBrowser(test);
    const assertion = device.sign(await beginPasskeyLogin(browser), { signCount: 1 });
    const unsigned = { ...assertion, Signature: 'AAAA' };
    expect(codeOf(await browser.post('/api/Login/PasskeyLogin', unsigned))).toBe('Invalid');
    expect((await list(await open('margaret.okafor'))).at(-1)).toMatchObject({ IsBlocked: false });
    await signInWith(device, new SigningInBrowser(test), { signCount: 1 });
    expect((await newestMail()).body).toContain('may be a copy of your passkey “My phone”');
  });

  it("works with devices that don't count", async () => {
    const device = await enrolled('sam.rivera');
    for (let count = 0; count < 2; count += 1) {
      expect((await signInWith(device, new SigningInBrowser(test), { signCount: 0 })).statusCode).toBe(200);
    }
  });

  it('reveals only to the holder that the portal is closed', async () => {
    const device = await enrolled('sam.rivera');
    const restrict = (restricted: boolean) =>
      test.services.database.updateTable('users').set({ restricted }).where('login_key', '=', 'sam.rivera').execute();
    await restrict(true);
    expect(codeOf(await signInWith(device))).toBe('Restricted');
    expect(codeOf(await signInWith(device, new SigningInBrowser(test), { unverified: true }))).toBe('Invalid');
    await restrict(false);
  });

  it('is refused after sixty failures from one address', async () => {
    const stranger = new VirtualAuthenticator();
    stranger.make({ challenge: 'eA', user: { id: 'eA' } });
    for (let count = 0; count < 60; count += 1) await signInWith(stranger);
    const device = await enrolled('li.wei');
    expect(codeOf(await signInWith(device))).toBe('MaxAttemptsReached');
  });
});

describe('removing a passkey', () => {
  it('asks for the password, deletes it, and tells the customer', async () => {
    const device = await enrolled('acme.supply');
    const caller = await open('acme.supply');
    const { Id } = (await list(caller)).at(-1) ?? { Id: 0 };
    const remove = (Password: string) => post(caller, '/api/Passkeys/Remove', { Id, Password });
    expect(codeOf(await remove('wrong'))).toBe('InvalidCurrentPassword');
    expect((await signInWith(device)).statusCode).toBe(200);
    expect((await remove(DEMONSTRATION_PASSWORD)).statusCode).toBe(200);
    expect((await newestMail()).body).toContain('was removed from your sign-in');
    expect(await newestEvent()).toMatchObject({ event: 'passkey-removed' });
    expect(codeOf(await signInWith(device))).toBe('Invalid');
  });

  it("has no effect on another customer's", async () => {
    const device = await enrolled('margaret.okafor');
    const { Id } = (await list(await open('margaret.okafor'))).at(-1) ?? { Id: 0 };
    const thief = await open('li.wei');
    const body = { Id, Password: DEMONSTRATION_PASSWORD };
    expect((await post(thief, '/api/Passkeys/Remove', body)).json()).toEqual({ HasNoErrors: true, Errors: [] });
    expect((await signInWith(device)).statusCode).toBe(200);
    expect((await list(thief)).map((passkey) => passkey.Id)).not.toContain(Id);
  });
});

it.each(['loginOptions.usePasskeysOption', 'loginOptions.useSingleSignOnOption'] as const)(
  'an institution with %s offers no passkeys',
  async (option) => {
    const response = await test.withOptions({ [option]: option === 'loginOptions.useSingleSignOnOption' }, () =>
      new SigningInBrowser(test).post('/api/Login/BeginPasskeyLogin', {}),
    );
    expect(response.statusCode).toBe(403);
    expect(codeOf(response)).toBe('NotOffered');
  },
);
