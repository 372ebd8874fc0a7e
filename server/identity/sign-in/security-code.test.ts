import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { setMaintenance } from '#server/institution/operating-state.queries.ts';
import { codeOf, countLogins, newestCode, SigningInBrowser, wrongCode } from '#tests/builders/sign-in-journey.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { failToSend } from '#tests/builders/mail-trouble.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let test: TestApp;
let browser: SigningInBrowser;

beforeAll(async () => {
  test = await createTestApp({ options: { 'loginOptions.useMultiFactorOption': true } });
});

beforeEach(() => {
  // Codes are counted per user, so each test gets its own day.
  test.clock.moveOn({ hours: 25 });
  browser = new SigningInBrowser(test);
});

afterAll(() => test.close());

describe('the right password where a second factor is required', () => {
  it('opens nothing and reveals no customer data', async () => {
    const response = await browser.logIn('margaret.okafor');
    expect(response.json<LoginResponse>()).toMatchObject({
      IsLoggedIn: false,
      SecondFactor: 'email',
      CodeSentTo: 'm•••@example.com',
      FollowUpSteps: ['securityCode'],
      IsTrustedDevice: false,
      UserName: 'margaret.okafor',
      UserToken: '',
      PersonalName: '',
      EmailAddress: '',
      CustomerID: '',
      ChangePasswordToken: '',
      LastLoggedIn: null,
    });
    browser.userToken = browser.pendingId;
    expect(await browser.dashboardStatus()).toBe(401);
    expect((await browser.enterSsn('900124471')).statusCode).toBe(401);
    expect(browser.cookieNames()).toEqual(['passbook']);
  });

  it('identifies the sign-in by an opaque id, never the username', async () => {
    await browser.logIn('margaret.okafor');
    expect(browser.pendingId).toMatch(/^[\w-]{43}$/);
    browser.pendingId = 'margaret.okafor';
    expect((await browser.enterCode(await newestCode(test))).statusCode).toBe(401);
  });

  it("sends the customer a code in the institution's words", async () => {
    await browser.logIn('margaret.okafor');
    const [message] = await listNewestMessages(test.services, 1);
    expect(message).toMatchObject({ recipient: 'margaret.okafor@example.com', subject: 'Your security code' });
  });

  it('is not enough without an email address', async () => {
    const response = await browser.logIn('no.mail');
    expect(response.statusCode).toBe(403);
    expect(codeOf(response)).toBe('MFANoEmail');
    expect(codeOf(await browser.logIn('no.mail', 'wrong'))).toBe('Invalid');
  });

  it('is not in the login history before the code', async () => {
    const before = await countLogins(test, 'li.wei');
    await browser.logIn('li.wei');
    expect(await countLogins(test, 'li.wei')).toBe(before);
    await browser.enterCode(await newestCode(test));
    expect(await countLogins(test, 'li.wei')).toBe(before + 1);
  });
});

describe('the right code', () => {
  it('signs in with a new cookie and token', async () => {
    await browser.logIn('margaret.okafor');
    const earlier = new SigningInBrowser(test);
    browser.giveCookiesTo(earlier);
    const response = await browser.enterCode(await newestCode(test));
    expect(response.json()).toEqual({
      UserToken: browser.userToken,
      EmailAddress: 'margaret.okafor@example.com',
      TrustedDeviceToken: '',
      CustomerID: '400101',
      ChangePasswordToken: '',
    });
    expect(browser.userToken).not.toBe(browser.pendingId);
    expect(await browser.dashboardStatus()).toBe(200);
    earlier.userToken = browser.userToken;
    expect(await earlier.dashboardStatus()).toBe(401);
  });

  it('is accepted with spaces around it, and only once', async () => {
    await browser.logIn('margaret.okafor');
    const code = await newestCode(test);
    expect((await browser.enterCode(` ${code} `)).statusCode).toBe(200);
    const other = new SigningInBrowser(test);
    await other.logIn('margaret.okafor');
    expect(codeOf(await other.enterCode(code))).toBe('Invalid');
  });

  it('works only in the browser that started the sign-in', async () => {
    await browser.logIn('margaret.okafor');
    const thief = new SigningInBrowser(test);
    thief.pendingId = browser.pendingId;
    expect((await thief.enterCode(await newestCode(test))).statusCode).toBe(401);
  });

  it('is not asked twice in one sign-in', async () => {
    await browser.logIn('margaret.okafor');
    await browser.enterCode(await newestCode(test));
    browser.pendingId = browser.userToken;
    const response = await browser.enterCode('123456');
    expect(response.statusCode).toBe(403);
    expect(codeOf(response)).toBe('NotNow');
  });
});

describe('a wrong code', () => {
  it('allows five attempts, then only a new code works', async () => {
    await browser.logIn('sam.rivera');
    const code = await newestCode(test);
    for (let count = 0; count < 5; count += 1) {
      expect(codeOf(await browser.enterCode(wrongCode(code)))).toBe('Invalid');
    }
    expect(codeOf(await browser.enterCode(code))).toBe('MaxAttemptsReached');
    expect((await browser.resendCode()).json()).toMatchObject({ HasNoErrors: true, Errors: [] });
    expect((await browser.enterCode(await newestCode(test))).statusCode).toBe(200);
  });

  it('is refused after fifty a day, across new codes', async () => {
    for (let round = 0; round < 10; round += 1) {
      await browser.logIn('sam.rivera');
      const code = wrongCode(await newestCode(test));
      for (let count = 0; count < 5; count += 1) await browser.enterCode(code);
      test.clock.moveOn({ minutes: 16 });
    }
    await browser.logIn('sam.rivera');
    expect(codeOf(await browser.enterCode(await newestCode(test)))).toBe('MaxAttemptsReached');
    test.clock.moveOn({ hours: 24 });
    await browser.logIn('sam.rivera');
    expect((await browser.enterCode(await newestCode(test))).statusCode).toBe(200);
  });
});

describe('a code', () => {
  it('is valid for ten minutes', async () => {
    await browser.logIn('dee.blocked');
    test.clock.moveOn({ minutes: 10 });
    expect(codeOf(await browser.enterCode(await newestCode(test)))).toBe('CodeExpired');
  });

  it('is invalid once another is sent', async () => {
    await browser.logIn('dee.blocked');
    const first = await newestCode(test);
    await browser.resendCode();
    const second = await differentCode(first);
    expect(codeOf(await browser.enterCode(first))).toBe('Invalid');
    expect((await browser.enterCode(second)).statusCode).toBe(200);
  });

  it('is sent again three times in 15 minutes, across sign-ins', async () => {
    await browser.logIn('acme.supply');
    for (let count = 0; count < 3; count += 1) expect((await browser.resendCode()).statusCode).toBe(200);
    const refused = await browser.resendCode();
    expect(refused.statusCode).toBe(403);
    expect(codeOf(refused)).toBe('TooManyCodes 15');
    test.clock.moveOn({ minutes: 3 });
    // More than the wrong passwords that lock: the password is right, so none of them counts.
    for (let count = 0; count < 6; count += 1) {
      expect(codeOf(await new SigningInBrowser(test).logIn('acme.supply'))).toBe('TooManyCodes 12');
    }
    test.clock.moveOn({ minutes: 12, seconds: 1 });
    expect((await new SigningInBrowser(test).logIn('acme.supply')).statusCode).toBe(200);
  });

  it('that could not be sent is named when another is sent, until it is', async () => {
    await browser.logIn('dee.blocked');
    await failToSend(test.services);
    const troubled = await browser.resendCode();
    const { TroubleReference: reference } = troubled.json<{ TroubleReference: string }>();
    expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await markAllSent();
    expect((await browser.resendCode()).json()).toMatchObject({ HasNoErrors: true, TroubleReference: null });
  });

  it('can be entered within 15 minutes', async () => {
    await browser.logIn('pat.empty');
    test.clock.moveOn({ minutes: 15 });
    expect((await browser.resendCode()).statusCode).toBe(401);
  });
});

describe('a trusted device', () => {
  it('needs no code again, but only for the user who trusted it', async () => {
    await browser.logIn('li.wei');
    await browser.enterCode(await newestCode(test), true);
    const again = await browser.logIn('li.wei');
    expect(again.json<LoginResponse>()).toMatchObject({
      IsLoggedIn: true,
      IsTrustedDevice: true,
      SecondFactor: 'none',
      TrustedDeviceToken: '',
    });
    expect(await browser.dashboardStatus()).toBe(200);
    expect((await browser.logIn('margaret.okafor')).json()).toMatchObject({ IsLoggedIn: false });
  });

  it('is trusted only on request', async () => {
    await browser.logIn('li.wei');
    await browser.enterCode(await newestCode(test), false);
    expect((await browser.logIn('li.wei')).json()).toMatchObject({ IsLoggedIn: false, IsTrustedDevice: false });
  });

  it('has a cookie that works once, so a copy is useless after the next sign-in', async () => {
    await browser.logIn('li.wei');
    await browser.enterCode(await newestCode(test), true);
    const copy = new SigningInBrowser(test);
    browser.giveCookiesTo(copy);
    await browser.logIn('li.wei');
    expect((await copy.logIn('li.wei')).json()).toMatchObject({ IsLoggedIn: false });
    expect((await browser.logIn('li.wei')).json()).toMatchObject({ IsLoggedIn: true });
  });

  it('is forgotten after thirty days without a sign-in', async () => {
    await browser.logIn('li.wei');
    await browser.enterCode(await newestCode(test), true);
    test.clock.moveOn({ hours: 24 * 30 });
    expect((await browser.logIn('li.wei')).json()).toMatchObject({ IsLoggedIn: false });
  });

  it('stays trusted when its sign-in changes the password, and no other device does', async () => {
    const elsewhere = new SigningInBrowser(test);
    await elsewhere.logIn('nora.quinn');
    await elsewhere.enterCode(await newestCode(test), true);
    await browser.logIn('nora.quinn');
    const accepted = await browser.enterCode(await newestCode(test), true);
    const { ChangePasswordToken: token } = accepted.json<{ ChangePasswordToken: string }>();
    const password = 'Three tall ships 7';
    const changed = await browser.post('/api/Login/ResetPassword', { Enc: token, Password: password });
    expect(changed.json()).toMatchObject({ HasNoErrors: true, LoginResponse: { IsTrustedDevice: true } });
    expect((await browser.logIn('nora.quinn', password)).json()).toMatchObject({ IsTrustedDevice: true });
    expect((await elsewhere.logIn('nora.quinn', password)).json()).toMatchObject({ IsTrustedDevice: false });
  });

  it('cannot be claimed with tokens in the call', async () => {
    const response = await browser.post('/api/login/userlogin', {
      username: 'li.wei',
      password: 'Harbor-2026!',
      trustedDeviceTokens: { '400102': 'x'.repeat(43) },
    });
    expect(response.json()).toMatchObject({ IsLoggedIn: false });
  });
});

it('no codes are sent during maintenance', async () => {
  await setMaintenance(test.services.database, true);
  const response = await browser.logIn('li.wei');
  await setMaintenance(test.services.database, false);
  expect(codeOf(response)).toBe('maintenanceModeEnabled');
});

async function differentCode(first: string): Promise<string> {
  const code = await newestCode(test);
  if (code !== first) return code;
  await browser.resendCode();
  return differentCode(first);
}

async function markAllSent(): Promise<void> {
  await test.services.database.updateTable('outbox_messages').set({ sent_at: test.clock.now().toString() }).execute();
}
