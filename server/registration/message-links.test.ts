import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ActivationAnswer } from '#common/registration/registration.api.ts';
import type { Options } from '#common/contract/all-options.ts';
import { migratedPeople } from '#demo/books/people.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { findPreferences } from '#server/messages/notification-preferences.queries.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { setMaintenance } from '#server/institution/operating-state.queries.ts';
import { createLink, type LinkPurpose } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { findUserByCustomer } from '#server/identity/users/users.queries.ts';
import { addCustomer } from '#tests/builders/books.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

const password = 'three tall ships 7';
let test: TestApp;
let usualOptions: Options;

beforeAll(async () => {
  test = await createTestApp();
  usualOptions = test.services.institution.options;
});
afterAll(() => test.close());
afterEach(() => offer({}));

/** Applies to the current test only. */
function offer(options: Partial<Options>): void {
  Object.assign(test.services.institution, { options: { ...usualOptions, ...options } });
}

function linkOf(purpose: LinkPurpose, customerId: string, details: Record<string, string> = {}): Promise<string> {
  const { database, clock } = test.services;
  return inTransaction(database, (transaction) =>
    createLink(transaction, purpose, { userId: null, customerId }, clock.now(), details),
  );
}

let migrated = 0;

/** Creates a converted customer and returns the invitation's token. */
async function invite(changes: { readonly loginName?: string; readonly restricted?: boolean } = {}) {
  migrated += 1;
  const { loginName = `migrated.${migrated}`, restricted = false } = changes;
  const customerId = `migrated-${migrated}`;
  await addCustomer(test.services.database, customerId, { email_address: `${customerId}@example.com`, restricted });
  return { customerId, loginName, token: await linkOf('activate', customerId, { loginName }) };
}

function post(url: string, payload: object): Promise<LightMyRequestResponse> {
  return test.app.inject({ method: 'POST', url, payload });
}

const activate = (Token: string, changes: object = {}) =>
  post('/api/Register/ActivateAccount', { Token, Password: password, ...changes });

const check = (Token: string) => post('/api/Register/CheckActivation', { Token });

function codesOf(response: LightMyRequestResponse): string[] {
  return response.json<{ Errors: { ErrorMessage: string }[] }>().Errors.map(({ ErrorMessage }) => ErrorMessage);
}

describe('a converted customer', () => {
  it('chooses a new password and signs in with it; the link works once', async () => {
    const { token, loginName, customerId } = await invite();
    expect((await check(token)).json()).toMatchObject({ HasNoErrors: true });
    const answer = await activate(token);
    expect(answer.json<ActivationAnswer>()).toEqual({ LogonNameTaken: false, Restricted: false, UserName: loginName });
    expect(await findUserByCustomer(test.services.database, customerId)).toMatchObject({
      loginName,
      restricted: false,
    });
    const [welcome] = await listNewestMessages(test.services, 1);
    expect(welcome).toMatchObject({ recipient: `${customerId}@example.com`, subject: 'Welcome! Your login is ready' });
    expect((await post('/api/login/userlogin', { username: loginName, password })).statusCode).toBe(200);
    expect(codesOf(await activate(token))).toEqual(['Expired']);
    expect(codesOf(await check(token))).toEqual(['Expired']);
  });

  it('gets a closed login if restricted', async () => {
    const { token, customerId } = await invite({ restricted: true });
    expect((await activate(token)).json()).toEqual({ LogonNameTaken: false, Restricted: true, UserName: '' });
    expect(await findUserByCustomer(test.services.database, customerId)).toMatchObject({ restricted: true });
  });

  it('learns that the username is taken, and the link stays valid', async () => {
    const { token } = await invite({ loginName: 'Margaret.Okafor' });
    const taken = { LogonNameTaken: true, Restricted: false, UserName: '' };
    expect((await activate(token)).json()).toEqual(taken);
    expect((await activate(token)).json()).toEqual(taken);
  });

  it('gets one login from two parallel requests', async () => {
    const { token } = await invite();
    const answers = await Promise.all([activate(token), activate(token), activate(token)]);
    const opened = answers.filter((answer) => answer.json<Partial<ActivationAnswer>>().LogonNameTaken === false);
    expect(opened).toHaveLength(1);
  });

  it.each([
    ['seven characters', 'ships 7', 'PasswordTooShort'],
    ['128 characters', 'a1'.repeat(64), 'Error'],
    ['a password that everybody has', 'passwordpassword', 'PasswordEasyToGuess'],
  ])('is refused %s, and may try again', async (_what, Password, code) => {
    const { token } = await invite();
    const refused = await activate(token, { Password });
    expect(refused.statusCode).toBe(403);
    expect(codesOf(refused)).toEqual([code]);
    expect((await activate(token)).statusCode).toBe(200);
  });

  it('cannot use the Social Security number or username as password', async () => {
    const [ruth] = migratedPeople;
    const loginName = 'ruth.ferris.1972';
    const token = await linkOf('activate', ruth?.customerId ?? '', { loginName });
    const asNumber = await test.withOptions({ 'loginOptions.useMultiFactorOption': true }, () =>
      activate(token, { Password: ruth?.ssn }),
    );
    expect(codesOf(asNumber)).toEqual(['PasswordSameAsSSN']);
    expect(codesOf(await activate(token, { Password: loginName }))).toContain('PasswordSameAsLogin');
    const around = codesOf(await activate(token, { Password: `${loginName}!` }));
    expect(around).toContain('PasswordContainsLogon');
    expect(around).not.toContain('PasswordSameAsLogin');
  });

  it.each([
    ['letters alone, as everywhere', 'three tall ships'],
    [
      '127 characters',
      'nine grey gulls argue over bread; '.padEnd(127, 'the ferry waits, a bell rings, and fog comes in '),
    ],
  ])('may choose %s', async (_what, Password) => {
    const { token } = await invite();
    expect((await activate(token, { Password })).statusCode).toBe(200);
  });

  it('cannot activate after seven days, with another token, or during maintenance', async () => {
    const { token } = await invite();
    expect(codesOf(await activate('made up'))).toEqual(['Expired']);
    expect(codesOf(await activate(await linkOf('optOut', '400101')))).toEqual(['Expired']);
    await setMaintenance(test.services.database, true);
    expect(codesOf(await activate(token))).toEqual(['maintenanceModeEnabled']);
    await setMaintenance(test.services.database, false);
    test.clock.moveOn({ hours: 7 * 24 });
    expect(codesOf(await activate(token))).toEqual(['Expired']);
    expect(codesOf(await check(token))).toEqual(['Expired']);
  });
});

describe('an activation that requires a security code', () => {
  async function requestCode(Token: string): Promise<string> {
    await post('/api/Register/SendActivationCode', { Token });
    const [message] = await listNewestMessages(test.services, 1);
    return /\b\d{6}\b/.exec(message?.body ?? '')?.[0] ?? '';
  }

  it('only accepts the code sent to the address on file', async () => {
    offer({ 'activateOptions.useSecurityCodeOption': true });
    const { token } = await invite();
    expect(codesOf(await activate(token))).toEqual(['Invalid']);
    const SecurityCode = await requestCode(token);
    const wrong = SecurityCode === '000000' ? '000001' : '000000';
    expect(codesOf(await activate(token, { SecurityCode: wrong }))).toEqual(['Invalid']);
    expect(codesOf(await activate(token, { SecurityCode, Password: 'short' }))).toEqual(['PasswordTooShort']);
    expect((await activate(token, { SecurityCode })).json()).toMatchObject({ Restricted: false });
  });

  it('rejects a code after ten minutes or five tries', async () => {
    offer({ 'activateOptions.useSecurityCodeOption': true });
    const { token } = await invite();
    const first = await requestCode(token);
    test.clock.moveOn({ minutes: 10 });
    expect(codesOf(await activate(token, { SecurityCode: first }))).toEqual(['CodeExpired']);
    const second = await requestCode(token);
    const wrong = second === '000000' ? '000001' : '000000';
    for (let tried = 0; tried < 5; tried += 1) await activate(token, { SecurityCode: wrong });
    expect(codesOf(await activate(token, { SecurityCode: second }))).toEqual(['MaxAttemptsReached']);
  });

  it('sends no code for a made-up link, with the same answer', async () => {
    offer({ 'activateOptions.useSecurityCodeOption': true });
    const before = await listNewestMessages(test.services, 1);
    const answer = await post('/api/Register/SendActivationCode', { Token: 'made up' });
    expect(answer.json()).toEqual({ HasNoErrors: true, Errors: [] });
    expect(await listNewestMessages(test.services, 1)).toEqual(before);
  });
});

it('an institution that requires no code sends none', async () => {
  const { token } = await invite();
  expect((await post('/api/Register/SendActivationCode', { Token: token })).statusCode).toBe(403);
  expect((await activate(token)).statusCode).toBe(200);
});

describe('a customer who opts out of email', () => {
  const hasOptedOut = async (customerId: string) => {
    const user = await findUserByCustomer(test.services.database, customerId);
    return (await findPreferences(test.services.database, user?.userId ?? 0)).optedOutOfEmail;
  };
  const optOut = (EmailAddress: string) => post('/api/OptOut/OptOut', { EmailAddress });

  it('gets no optional email, however often the link is used', async () => {
    const token = await linkOf('optOut', '400101');
    expect(await hasOptedOut('400101')).toBe(false);
    expect((await optOut(token)).json()).toEqual({ HasNoErrors: true, Errors: [] });
    expect((await optOut(token)).json()).toEqual({ HasNoErrors: true, Errors: [] });
    expect(await hasOptedOut('400101')).toBe(true);
    expect(await hasOptedOut('400102')).toBe(false);
  });

  it('needs a valid link', async () => {
    for (const token of ['', 'made up', await linkOf('activate', '400102')]) {
      expect((await optOut(token)).json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'Invalid' }] });
    }
    expect(await hasOptedOut('400102')).toBe(false);
  });
});

it('an email address is not verified by a made-up, expired or foreign link', async () => {
  const verify = (EncryptedUserData: string) => post('/api/Login/ValidateEmail', { EncryptedUserData });
  const { database, clock } = test.services;
  const nora = await findUserByCustomer(database, '400104');
  const token = await inTransaction(database, (transaction) =>
    createLink(transaction, 'verifyEmail', { userId: nora?.userId ?? 0, customerId: '400104' }, clock.now()),
  );
  for (const wrong of ['', 'made up', await linkOf('optOut', '400104')]) {
    expect((await verify(wrong)).json()).toMatchObject({ HasNoErrors: false });
  }
  test.clock.moveOn({ hours: 24 });
  expect((await verify(token)).json()).toMatchObject({ HasNoErrors: false });
  expect(await findUserByCustomer(database, '400104')).toMatchObject({ emailIsVerified: false });
});
