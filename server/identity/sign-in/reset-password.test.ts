import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import type { Options } from '#common/contract/all-options.ts';
import { setMaintenance } from '#server/institution/operating-state.queries.ts';
import { createResetLink, getUser } from '#tests/builders/password-links.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

const oldPassword = 'Harbor-2026!';
const newPassword = 'three tall ships 7';

let test: TestApp;

describe('a refused password', () => {
  const rules: Partial<Options> = {
    'loginOptions.ruleCapitalLetter': true,
    'loginOptions.ruleLowercaseLetter': true,
    'loginOptions.ruleLetter': true,
    'loginOptions.ruleNumber': true,
    'loginOptions.ruleSpecialCharacter': true,
    'loginOptions.ruleNoThreeIdentical': true,
    'loginOptions.useMultiFactorOption': true,
  };
  beforeAll(async () => {
    test = await createTestApp({ options: rules });
  });
  afterAll(() => test.close());

  it.each([
    ['PasswordTooShort', 'Harb-1!'],
    ['PasswordMissingCapitalLetter', 'three-tall-ships-7'],
    ['PasswordMissingLowercaseLetter', 'THREE-TALL-SHIPS-7'],
    ['PasswordMissingNumber', 'Three-tall-ships'],
    ['PasswordMissingSpecialCharacter', 'ThreeTallShips7'],
    ['PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters', 'Three-tall-shipsss-7'],
    ['PasswordContainsLogon', 'My-margaret.okafor-7'],
    ['PasswordSameAsLogin', 'margaret.okafor'],
    ['ReusedPassword', oldPassword],
    ['Error', `Aa1!${'x-'.repeat(63)}`],
  ])('gets the codes %s', async (code, password) => {
    const token = await createResetLink(test, 'margaret.okafor');
    expect(codesOf(await reset(token, password))).toContain(code);
  });

  it.each([
    ['PasswordMissingLetter', '12-34-56-78'],
    ['PasswordSameAsSSN', '900-12-4471'],
    ['PasswordMatchesEmail', 'margaret.okafor@example.com'],
    ['PasswordEqualsPortionOfLogon', 'garet.okaf'],
  ])('may break several rules, among them %s', async (code, password) => {
    const token = await createResetLink(test, 'margaret.okafor');
    const codes = codesOf(await reset(token, password));
    expect(codes).toContain(code);
    expect(codes.length).toBeGreaterThan(1);
  });

  it('keeps the link valid, up to thirty attempts a day across links', async () => {
    const tryShort = async (token: string) => codesOf(await reset(token, 'short'));
    const first = await createResetLink(test, 'sam.rivera');
    for (let count = 0; count < 15; count += 1) expect(await tryShort(first)).toContain('PasswordTooShort');
    const second = await createResetLink(test, 'sam.rivera');
    for (let count = 0; count < 15; count += 1) expect(await tryShort(second)).toContain('PasswordTooShort');
    expect((await reset(second, 'Three-tall-ships-7')).statusCode).toBe(429);
    test.clock.moveOn({ hours: 24, seconds: 1 });
    expect(codesOf(await reset(await createResetLink(test, 'sam.rivera'), 'Three-tall-ships-7'))).toEqual([]);
  });
});

describe('in the modern mode', () => {
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('a link sets a new password and opens a session', async () => {
    const token = await createResetLink(test, 'li.wei');
    const response = await reset(token, newPassword);
    const answer = response.json<{ IsLoggedIn: boolean; LoginResponse: LoginResponse }>();
    expect(answer).toMatchObject({ HasNoErrors: true, IsLoggedIn: true });
    expect(answer.LoginResponse.UserName).toBe('li.wei');
    const accounts = await test.app.inject({
      method: 'GET',
      url: '/api/accountList',
      headers: { cookie: cookiesOf(response), usertoken: answer.LoginResponse.UserToken },
    });
    expect(accounts.statusCode).toBe(200);
    expect(await signInStatus('li.wei', newPassword)).toBe(200);
    expect(await signInStatus('li.wei', oldPassword)).toBe(403);
  });

  it('the old password works until the link is used', async () => {
    const token = await createResetLink(test, 'sam.rivera');
    await reset(token, 'short');
    expect(await signInStatus('sam.rivera', oldPassword)).toBe(200);
  });

  it('a link works once', async () => {
    const token = await createResetLink(test, 'dee.blocked');
    const answers = await Promise.all([reset(token, newPassword), reset(token, 'four tall ships 8')]);
    expect(answers.flatMap(codesOf)).toEqual(['Expired']);
    expect(codesOf(await reset(token, 'five tall ships 9'))).toEqual(['Expired']);
  });

  it.each([
    ['a common password', 'passwordpassword', ['PasswordEasyToGuess']],
    ['fourteen characters', 'nine grey gull', ['PasswordTooShort']],
    ['fifteen characters of one kind', 'xkqzwvbjmrtplcd', []],
  ])('%s', async (_what, password, codes) => {
    expect(codesOf(await reset(await createResetLink(test, 'pat.empty'), password))).toEqual(codes);
  });

  it("ends all sessions, devices and other links of the user, and no one else's", async () => {
    const here = await test.signIn('acme.supply');
    const other = await test.signIn('sam.rivera');
    const token = await createResetLink(test, 'acme.supply');
    await reset(token, newPassword);
    expect((await here.call({ method: 'GET', url: '/api/accountList' })).statusCode).toBe(401);
    expect((await other.call({ method: 'GET', url: '/api/accountList' })).statusCode).toBe(200);
    const { userId } = await getUser(test, 'acme.supply');
    const devices = await test.services.database
      .selectFrom('devices')
      .select(['ended_at'])
      .where('user_id', '=', userId)
      .orderBy('device_id')
      .execute();
    expect(devices[0]?.ended_at).not.toBeNull();
  });

  it('tells the customer by email and the audit log', async () => {
    await reset(await createResetLink(test, 'margaret.okafor'), newPassword);
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail).toMatchObject({ recipient: 'margaret.okafor@example.com', subject: 'Your password was changed' });
    expect(`${mail?.body}${mail?.html}`).not.toContain(newPassword);
    const events = await test.services.database.selectFrom('audit_log').select(['event', 'details']).execute();
    expect(events).toContainEqual({
      event: 'password-changed',
      details: { way: 'resetPassword', ipAddress: '127.0.0.1' },
    });
    expect(JSON.stringify(events)).not.toContain(newPassword);
  });

  it('rejects the last five passwords, but not the one before', async () => {
    const sixthLast = 'seven rusty buoys';
    const passwords = [
      'nine grey gulls',
      'ten tin lanterns',
      'two wet anchors',
      'six slow ferries',
      'four loud fog bells',
    ];
    for (const password of [sixthLast, ...passwords]) {
      expect(codesOf(await reset(await createResetLink(test, 'no.mail'), password))).toEqual([]);
    }
    for (const password of passwords) {
      expect(codesOf(await reset(await createResetLink(test, 'no.mail'), password))).toEqual(['ReusedPassword']);
    }
    expect(codesOf(await reset(await createResetLink(test, 'no.mail'), sixthLast))).toEqual([]);
  });

  it("unlocks a login that others' wrong passwords locked", async () => {
    for (let count = 0; count < 5; count += 1) await signInStatus('sam.rivera', 'wrong');
    expect(await signInStatus('sam.rivera', oldPassword)).toBe(403);
    await reset(await createResetLink(test, 'sam.rivera'), newPassword);
    expect(await signInStatus('sam.rivera', newPassword)).toBe(200);
  });

  it('is refused while the portal is closed', async () => {
    const token = await createResetLink(test, 'dee.blocked');
    await setMaintenance(test.services.database, true);
    expect(codesOf(await reset(token, newPassword))).toEqual(['Error']);
    await setMaintenance(test.services.database, false);
    expect(codesOf(await reset(token, 'six tall ships 10'))).toEqual([]);
  });
});

describe('where a second factor is required', () => {
  beforeAll(async () => {
    test = await createTestApp({ options: { 'loginOptions.useMultiFactorOption': true } });
  });
  afterAll(() => test.close());

  it('the link does not replace it', async () => {
    const response = await reset(await createResetLink(test, 'li.wei'), newPassword);
    const answer = response.json<{ LoginResponse: LoginResponse }>();
    expect(answer).toMatchObject({ HasNoErrors: true, IsLoggedIn: false });
    expect(answer.LoginResponse).toMatchObject({ UserToken: '', EmailAddress: '', CustomerID: '' });
    const accounts = await test.app.inject({
      method: 'GET',
      url: '/api/accountList',
      headers: { cookie: cookiesOf(response), usertoken: answer.LoginResponse.UserId },
    });
    expect(accounts.statusCode).toBe(401);
  });

  it('a user without an email address gets the new password but no session', async () => {
    const response = await reset(await createResetLink(test, 'no.mail'), newPassword);
    expect(response.json()).toMatchObject({ HasNoErrors: true, IsLoggedIn: false, LoginResponse: null });
    expect(response.cookies).toEqual([]);
  });
});

describe('the change-password step of a sign-in', () => {
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('sets the new password only in its own session, which continues', async () => {
    const nora = await test.signIn('nora.quinn');
    expect(nora.login.MustChangePassword).toBe(true);
    const payload = { Enc: nora.login.ChangePasswordToken, Password: newPassword };
    const request = { method: 'POST', url: '/api/Login/ResetPassword', payload } as const;
    const li = await test.signIn('li.wei');
    expect(codesOf(await test.app.inject(request))).toEqual(['Expired']);
    expect(codesOf(await li.call(request))).toEqual(['Expired']);
    const response = await nora.call(request);
    expect(response.json()).toMatchObject({ HasNoErrors: true, LoginResponse: { MustChangePassword: false } });
    expect(codesOf(await nora.call(request))).toEqual(['Expired']);
    expect(await signInStatus('nora.quinn', newPassword)).toBe(200);
  });
});

describe('in the legacy mode', () => {
  beforeAll(async () => {
    const options = {
      'loginOptions.useCustomerCredentialsOption': false,
      'loginOptions.usePasswordRuleListOption': false,
    };
    test = await createTestApp({ options });
  });
  afterAll(() => test.close());

  it.each([
    ['letters alone', 'xkqzwvbj', ['PasswordNeedsLetterNumber']],
    ['twelve characters', 'tall-ships-7', ['Error']],
    ['the number among letters', 'x900125520', ['PasswordSameAsSSN']],
    ['eleven characters', 'tall-ship-7', []],
  ])('%s', async (_what, password, codes) => {
    expect(codesOf(await reset(await createResetLink(test, 'li.wei'), password))).toEqual(codes);
  });
});

function reset(token: string, password: string) {
  const payload = { Enc: token, Password: password };
  return test.app.inject({ method: 'POST', url: '/api/Login/ResetPassword', payload });
}

async function signInStatus(username: string, password: string): Promise<number> {
  const payload = { username, password };
  return (await test.app.inject({ method: 'POST', url: '/api/login/userlogin', payload })).statusCode;
}

function codesOf(response: LightMyRequestResponse): string[] {
  return response.json<{ Errors: { ErrorMessage: string }[] }>().Errors.map(({ ErrorMessage }) => ErrorMessage);
}

function cookiesOf(response: LightMyRequestResponse): string {
  return response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
