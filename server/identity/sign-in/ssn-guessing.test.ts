import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { createResetLink, getUser } from '#tests/builders/password-links.ts';
import { codeOf, SigningInBrowser } from '#tests/builders/sign-in-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

const SSN = '900126404';
const questions = { InvalidWhenMatchesSSN: true, InvalidWhenMatchEmail: false, InvalidWhenPasswordExists: false };

let test: TestApp;
let browser: SigningInBrowser;
let guess = 0;

beforeAll(async () => {
  test = await createTestApp({
    options: {
      'loginOptions.useSsnValidationOption': true,
      // With a second factor, nine digits are long enough to be compared.
      'loginOptions.useMultiFactorOption': true,
      // Keeps a tried number from becoming the password.
      'loginOptions.ruleLetter': true,
    },
  });
});

beforeEach(() => {
  test.clock.moveOn({ hours: 25 });
  browser = new SigningInBrowser(test);
});

afterAll(() => test.close());

describe('before the SSN step is done', () => {
  it('a sign-in gets no customer data and no token to change the password', async () => {
    const login = (await logIn(browser)).json<LoginResponse>();
    expect(login).toMatchObject({ IsLoggedIn: true, MustChangePassword: true, HasPasswordQuestion: false });
    expect(login).toMatchObject({
      PersonalName: '',
      EmailAddress: '',
      CustomerID: '',
      ServicingBranch: '',
      ChangePasswordToken: '',
      LastLoggedIn: null,
      LastLoggedInIP: null,
    });
    expect(login.UserToken).toMatch(/^[\w-]{43}$/);
  });

  it('the token of a completed step is useless in another sign-in', async () => {
    await logIn(browser);
    const token = await tokenOfSsnStep(browser);
    const other = new SigningInBrowser(test);
    await logIn(other);
    expect((await askBy(other, token, SSN)).statusCode).toBe(403);
    expect((await askBy(browser, token, SSN)).json()).toMatchObject({ PasswordMatchesSSN: true });
  });
});

describe("guesses at a customer's SSN", () => {
  it('are limited to five a day across the step, links and new passwords', async () => {
    await logIn(browser);
    expect(codeOf(await browser.enterSsn(nextGuess()))).toBe('Invalid');
    const link = await createResetLink(test, 'nora.quinn');
    expect((await askBy(browser, link, nextGuess())).json()).toMatchObject({ PasswordMatchesSSN: false });
    expect((await askBy(browser, link, nextGuess())).json()).toMatchObject({ PasswordMatchesSSN: false });
    await browser.post('/api/Login/ResetPassword', { Enc: link, Password: nextGuess() });
    await logIn(browser);
    expect(codeOf(await browser.enterSsn(nextGuess()))).toBe('MaxAttemptsReached');

    // From here on, the right number gets the same answer as any other.
    expect((await askBy(browser, link, SSN)).statusCode).toBe(429);
    expect((await askBy(browser, link, nextGuess())).statusCode).toBe(429);
    for (const Password of [SSN, nextGuess()]) {
      const sent = await browser.post('/api/Login/ResetPassword', { Enc: link, Password });
      expect(sent.json<{ Errors: unknown }>().Errors).toEqual([{ ErrorMessage: 'ChooseDifferentPassword' }]);
    }
    await logIn(browser);
    expect(codeOf(await browser.enterSsn(SSN))).toBe('MaxAttemptsReached');
  });

  it('are limited to five a day while signed in, across sessions', async () => {
    const answers: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      const sam = await withoutCode(() => test.signIn('sam.rivera'));
      const payload = { ...questions, PasswordToValidate: nextGuess() };
      const url = '/api/Login/ValidatePasswordForLoggedInUser';
      answers.push((await sam.call({ method: 'POST', url, payload })).statusCode);
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  it('are limited to five in parallel', async () => {
    const link = await createResetLink(test, 'li.wei');
    const answers = await Promise.all(Array.from({ length: 12 }, () => askBy(browser, link, nextGuess())));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  });

  it('are in the audit log, each with its way', async () => {
    await logIn(browser);
    await browser.enterSsn(nextGuess());
    await askBy(browser, await createResetLink(test, 'nora.quinn'), nextGuess());
    const { userId } = await getUser(test, 'nora.quinn');
    const entries = await test.services.database
      .selectFrom('audit_log')
      .select('details')
      .where('event', '=', 'ssn-refused')
      .where('user_id', '=', userId)
      .orderBy('audit_id', 'desc')
      .limit(2)
      .execute();
    expect(entries.map(({ details }) => details)).toEqual([
      { customerId: expect.any(String), way: 'newPassword', outcome: 'differs' },
      { customerId: expect.any(String), way: 'ssnStep', outcome: 'differs' },
    ]);
  });

  it('start over after the right one', async () => {
    const link = await createResetLink(test, 'nora.quinn');
    for (let count = 0; count < 4; count += 1) await askBy(browser, link, nextGuess());
    await logIn(browser);
    await tokenOfSsnStep(browser);
    for (let count = 0; count < 4; count += 1) expect((await askBy(browser, link, nextGuess())).statusCode).toBe(200);
  });
});

function logIn(at: SigningInBrowser) {
  return withoutCode(() => at.logIn('nora.quinn'));
}

function withoutCode<Value>(act: () => Promise<Value>): Promise<Value> {
  return test.withOptions({ 'loginOptions.useMultiFactorOption': false }, act);
}

function nextGuess(): string {
  guess += 1;
  return `9001${String(guess).padStart(5, '0')}`;
}

async function tokenOfSsnStep(at: SigningInBrowser): Promise<string> {
  const answer = await at.enterSsn(SSN);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ ChangePasswordToken: string }>().ChangePasswordToken;
}

function askBy(at: SigningInBrowser, token: string, candidate: string) {
  const body = { ...questions, PasswordToValidate: candidate, ResetToken: token };
  return at.post('/api/Login/ValidatePasswordForResetPassword', body);
}
