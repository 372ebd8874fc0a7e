import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import type { Options } from '#common/contract/all-options.ts';
import { setMaintenance } from '#server/institution/operating-state.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { createResetLink } from '#tests/builders/password-links.ts';
import { codeOf, SigningInBrowser } from '#tests/builders/sign-in-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { requestFor } from '#tests/builders/well-formed-calls.ts';
import { type IssuedToken, type IdentityProvider, startIdentityProvider } from '#tests/support/identity-provider.ts';

let desk: IdentityProvider;
let usual: TestApp;
let test: TestApp;
let margaret: string;
let usualToken: IdentityProvider['wanted'];

beforeAll(async () => {
  desk = await startIdentityProvider();
  usualToken = desk.wanted;
  usual = await startPortal({});
  margaret = await customerOf('margaret.okafor');
});

afterAll(async () => {
  await usual.close();
  await desk.close();
});

afterEach(() => {
  desk.wanted = usualToken;
  vi.useRealTimers();
});

/** The portal uses real time, as the sign-on does. */
async function startPortal(options: Partial<Options>): Promise<TestApp> {
  test = await createTestApp({
    options: {
      'loginOptions.useSingleSignOnOption': true,
      'loginOptions.singleSignOnUrl': desk.loginUrl,
      'loginOptions.singleSignOnIssuer': desk.issuer,
      ...options,
    },
  });
  setToRealTime();
  return test;
}

function setToRealTime(): void {
  test.clock.moveOn(test.clock.now().until(Temporal.Now.instant()));
}

async function customerOf(loginName: string): Promise<string> {
  const user = await findUserByLogin(test.services.database, loginName);
  return user?.customerId ?? '';
}

function want(change: Partial<IdentityProvider['wanted']>): void {
  desk.wanted = { ...desk.wanted, ...change };
}

function singleSignOn({ token, proof }: { token: string; proof?: string | undefined }) {
  return test.app.inject({
    method: 'POST',
    url: '/api/login/tokenlogin',
    payload: { Token: token, DeviceID: 'Web' },
    headers: proof === undefined ? {} : { SignOnProof: proof },
  });
}

async function issue(subject: string, customerId: string | undefined = margaret): Promise<IssuedToken> {
  want({ claims: { ...desk.wanted.claims, ...(customerId === undefined ? {} : { customer_id: customerId }) } });
  setToRealTime();
  return desk.issueToken(subject);
}

const refused = { HasNoErrors: false, Errors: [{ ErrorMessage: 'Invalid' }] };

describe('a customer returning from the sign-on', () => {
  it('is signed in, and their calls work', async () => {
    const response = await singleSignOn(await issue('subject-1'));
    expect(response.statusCode).toBe(200);
    const login = response.json<LoginResponse>();
    expect(login).toMatchObject({ UserName: 'margaret.okafor', IsLoggedIn: true, CustomerID: margaret, Password: '' });
    const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const list = await test.app.inject({ url: '/api/accountList', headers: { cookie, usertoken: login.UserToken } });
    expect(list.statusCode).toBe(200);
  });

  it('is refused when the token is for another audience than the institution wants', async () => {
    await test.withOptions({ 'loginOptions.singleSignOnAudience': 'granite-portal' }, async () => {
      expect((await singleSignOn(await issue('subject-1'))).statusCode).toBe(403);
      want({ audience: 'granite-portal' });
      expect((await singleSignOn(await issue('subject-1'))).statusCode).toBe(200);
    });
  });

  it('is recognized by the subject from then on, without the customer number', async () => {
    await singleSignOn(await issue('subject-2'));
    want({ claims: {} });
    setToRealTime();
    const response = await singleSignOn(await desk.issueToken('subject-2'));
    expect(response.json()).toMatchObject({ UserName: 'margaret.okafor', IsLoggedIn: true });
  });

  it("can't become another customer, even if a later token names one", async () => {
    await singleSignOn(await issue('subject-3'));
    const response = await singleSignOn(await issue('subject-3', await customerOf('li.wei')));
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual(refused);
  });

  it.each([
    ['names no customer', undefined],
    ['names a customer whom the institution does not have', 'H-999999'],
  ])('is refused when the first token %s', async (_what, customerId) => {
    want({ claims: customerId === undefined ? {} : { customer_id: customerId } });
    setToRealTime();
    const response = await singleSignOn(await desk.issueToken('subject-4'));
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual(refused);
  });

  it('is refused when restricted', async () => {
    const response = await singleSignOn(await issue('subject-5', await customerOf('rex.stricted')));
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'Restricted' }] });
  });

  it.each([
    ['the name that the sign-on suggests', { preferred_username: 'newly.here' }, 'newly.here'],
    ['the customer number when that name is taken', { preferred_username: 'LI.WEI' }, null],
    ['the customer number without a suggestion', {}, null],
  ])('without a user here gets one under %s', async (_what, claims, loginName) => {
    const { database } = test.services;
    const taken = await database.selectFrom('users').select('customer_id').execute();
    const customers = await database
      .withTables<{ customers: { customer_id: string } }>()
      .selectFrom('customers')
      .select('customer_id')
      .where(
        'customer_id',
        'not in',
        taken.map((row) => row.customer_id),
      )
      .execute();
    const customerId = customers[0]?.customer_id ?? '';
    want({ claims });
    const response = await singleSignOn(await issue(`subject-of-${customerId}`, customerId));
    expect(response.json()).toMatchObject({ UserName: loginName ?? customerId, CustomerID: customerId });
  });
});

describe('where the sign-on decides who gets in', () => {
  it('the right password is refused', async () => {
    const response = await new SigningInBrowser(test).logIn('margaret.okafor');
    expect(response.statusCode).toBe(403);
    expect(codeOf(response)).toBe('NotOffered');
  });

  it.each([
    'POST /api/Recovery/GetSecretQuestion',
    'POST /api/Recovery/AnswerSecretQuestion',
    'POST /api/Recovery/GenerateNewPassword',
    'POST /api/Register/RegisterUser',
    'POST /api/Register/GenerateMFACode',
    'POST /api/Register/ValidateCode',
    'POST /api/Register/SendActivationCode',
    'POST /api/Register/ActivateAccount',
    'POST /api/Login/ValidateEmail',
    'POST /api/Login/BeginPasskeyLogin',
    'POST /api/Login/PasskeyLogin',
  ] as const)('other ways in are closed by %s', async (key) => {
    const response = await test.app.inject(requestFor(key));
    expect(response.statusCode).toBe(403);
    expect(codeOf(response)).toBe('NotOffered');
  });

  it('an earlier password link opens nothing', async () => {
    const Enc = await createResetLink(test, 'li.wei');
    const response = await new SigningInBrowser(test).post('/api/Login/ResetPassword', {
      Enc,
      Password: 'three tall ships 7',
    });
    expect(codeOf(response)).toBe('Expired');
    expect(response.json()).toMatchObject({ IsLoggedIn: false, LoginResponse: null });
  });
});

describe('a sign-on token', () => {
  it.each(['RS256', 'ES256', 'EdDSA'] as const)('can be signed with %s', async (algorithm) => {
    want({ algorithm });
    const response = await singleSignOn(await issue('subject-1'));
    expect(response.json()).toMatchObject({ IsLoggedIn: true });
  });

  it("can't be signed in another way, even by the issuer", async () => {
    want({ algorithm: 'PS256' });
    const response = await singleSignOn(await issue('subject-1'));
    expect(response.json()).toEqual(refused);
  });

  it('can be signed with keys from after a rotation', async () => {
    await singleSignOn(await issue('subject-1'));
    await desk.rotateKeys();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    const issued = await desk.issueToken('subject-1');
    test.clock.moveOn({ seconds: 31 });
    const response = await singleSignOn(issued);
    expect(response.json()).toMatchObject({ IsLoggedIn: true });
  });

  it.each([
    ['is for another audience', { audience: 'another-portal' }],
    ['lives longer than five minutes', { lifeSeconds: 301 }],
  ])('that %s is refused', async (_what, change) => {
    want(change);
    const response = await singleSignOn(await issue('subject-1'));
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual(refused);
  });

  it('works once', async () => {
    const issued = await issue('subject-1');
    expect((await singleSignOn(issued)).json()).toMatchObject({ IsLoggedIn: true });
    const second = await singleSignOn(issued);
    expect(second.statusCode).toBe(200);
    expect(second.json()).toMatchObject({ IsLoggedIn: false, UserToken: '', UserName: '' });
    expect(second.cookies).toEqual([]);
  });

  it('works once among parallel requests', async () => {
    const issued = await issue('subject-1');
    const answers = await Promise.all(Array.from({ length: 5 }, () => singleSignOn(issued)));
    const signedIn = answers.filter((response) => response.json<LoginResponse>().IsLoggedIn);
    expect(signedIn).toHaveLength(1);
  });

  it('is refused after it expired, and the next one works', async () => {
    const issued = await issue('subject-1');
    test.clock.moveOn({ minutes: 5, seconds: 31 });
    const late = await singleSignOn(issued);
    expect(late.statusCode).toBe(200);
    expect(late.json()).toMatchObject({ IsLoggedIn: false, UserToken: '' });
    expect((await singleSignOn(await issue('subject-1'))).json()).toMatchObject({ IsLoggedIn: true });
  });

  it.each([
    ['without the proof of a browser', undefined],
    ['with the proof of another browser', 'proof-of-someone-else'],
  ])('%s is refused', async (_what, proof) => {
    const { token } = await issue('subject-1');
    expect((await singleSignOn({ token, proof })).json()).toMatchObject({ IsLoggedIn: false });
  });

  it('without a nonce is refused', async () => {
    want({ carriesNonce: false });
    expect((await singleSignOn(await issue('subject-1'))).json()).toMatchObject({ IsLoggedIn: false });
  });

  it.each([
    ['signed by another key', 'ES256'],
    ['signed with the public key as a secret', 'HS256'],
  ])('%s is refused', async (_what, algorithm) => {
    const { token } = await issue('subject-1');
    const [header, payload] = token.split('.').slice(0, 2).map(decode) as [{ kid: string }, Record<string, unknown>];
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const key = algorithm === 'HS256' ? new TextEncoder().encode(await exportSPKI(publicKey)) : privateKey;
    const forged = await new SignJWT({ ...payload, jti: 'forged' })
      .setProtectedHeader({ alg: algorithm, kid: header.kid })
      .sign(key);
    const response = await singleSignOn({ token: forged, proof: 'proof-of-a-browser' });
    expect(response.json()).toEqual(refused);
  });

  it('that is malformed is refused', async () => {
    expect((await singleSignOn({ token: 'not.a.token', proof: 'x' })).json()).toEqual(refused);
  });
});

describe('the portal', () => {
  it('is closed during maintenance', async () => {
    const issued = await issue('subject-1');
    await setMaintenance(test.services.database, true);
    const response = await singleSignOn(issued);
    await setMaintenance(test.services.database, false);
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'maintenanceModeEnabled' }] });
  });

  it('accepts tokens without a nonce if the institution allows it', async () => {
    const own = await startPortal({ 'loginOptions.requireSignOnNonceOption': false });
    want({ carriesNonce: false });
    const { token } = await issue('subject-1');
    expect((await singleSignOn({ token })).json()).toMatchObject({ IsLoggedIn: true });
    await own.close();
    test = usual;
  });

  it('asks for the security code unless the sign-on used several factors', async () => {
    const own = await startPortal({ 'loginOptions.useMultiFactorOption': true });
    const one = await singleSignOn(await issue('subject-1'));
    expect(one.json()).toMatchObject({ IsLoggedIn: false, SecondFactor: 'email', UserToken: '' });
    want({ claims: { amr: ['pwd', 'mfa'] } });
    const several = await singleSignOn(await issue('subject-1'));
    expect(several.json()).toMatchObject({ IsLoggedIn: true, SecondFactor: 'none' });
    await own.close();
    test = usual;
  });

  it('says so when the sign-on is unavailable or not in use', async () => {
    const alone = await startPortal({ 'loginOptions.singleSignOnIssuer': 'http://localhost:1' });
    const issued = await issue('subject-1');
    expect((await singleSignOn(issued)).json()).toEqual({
      HasNoErrors: false,
      Errors: [{ ErrorMessage: 'ServerError' }],
    });
    await alone.close();
    const without = await startPortal({ 'loginOptions.useSingleSignOnOption': false });
    expect((await singleSignOn(issued)).json()).toEqual({
      HasNoErrors: false,
      Errors: [{ ErrorMessage: 'NotOffered' }],
    });
    await without.close();
    test = usual;
  });
});

function decode(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
}
