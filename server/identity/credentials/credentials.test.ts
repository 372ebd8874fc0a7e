import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/db/database.ts';
import { createLink } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { createResetLink, getUser } from '#tests/builders/password-links.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';

let test: TestApp;
let margaret: SignedInCaller;

beforeAll(async () => {
  test = await createTestApp({
    options: {
      'loginOptions.ruleNumber': true,
      'loginOptions.ruleNoThreeIdentical': true,
      'loginOptions.useMultiFactorOption': true,
    },
  });
  margaret = await signIn('margaret.okafor');
});

afterAll(() => test.close());

const questions = { InvalidWhenMatchesSSN: true, InvalidWhenMatchEmail: true, InvalidWhenPasswordExists: true };
const nothingWrong = { PasswordMatchesSSN: false, PasswordMatchesEmail: false, PasswordExists: false };

describe('the public credential rules', () => {
  it('contain the lengths the institution sets', async () => {
    const response = await test.app.inject({ method: 'GET', url: '/api/Login/GetInstitutionOptions' });
    expect(response.json()).toEqual({
      PasswordMinimumLength: 8,
      UserNameMinimumLength: 8,
      LoanAccountLength: 6,
      LoanCheckDigitLength: 1,
      LoanOfficeLength: 3,
      DepositAccountLength: 6,
      DepositCheckDigitLength: 1,
      DepositOfficeLength: 3,
    });
  });

  it('contain the password rules by type, with their expressions', async () => {
    const rules = await post('/api/CredentialValidationRules/GetPasswordValidationRules', {});
    expect(rules.json()).toEqual({
      MinimumLength: 8,
      PasswordValidationRules: [
        { ValidationRuleType: 6, ValidationRegex: '', RegexMatchMeansError: true },
        { ValidationRuleType: 3, ValidationRegex: '\\p{Nd}', RegexMatchMeansError: false },
        { ValidationRuleType: 8, ValidationRegex: '(.)\\1\\1', RegexMatchMeansError: true },
        { ValidationRuleType: 5, ValidationRegex: '', RegexMatchMeansError: true },
        { ValidationRuleType: 7, ValidationRegex: '', RegexMatchMeansError: true },
        { ValidationRuleType: 9, ValidationRegex: '', RegexMatchMeansError: true },
        { ValidationRuleType: 10, ValidationRegex: '', RegexMatchMeansError: true },
        { ValidationRuleType: 11, ValidationRegex: '', RegexMatchMeansError: true },
        { ValidationRuleType: 12, ValidationRegex: '', RegexMatchMeansError: true },
      ],
    });
  });

  it('require fifteen characters without a second factor', async () => {
    const rules = await test.withOptions({ 'loginOptions.useMultiFactorOption': false }, () =>
      post('/api/CredentialValidationRules/GetPasswordValidationRules', {}),
    );
    expect(rules.json()).toMatchObject({ MinimumLength: 15 });
  });

  it('contain the username rules', async () => {
    const rules = await post('/api/CredentialValidationRules/GetLogonValidationRules', {});
    expect(rules.json()).toEqual({
      MinimumLength: 8,
      LogonValidationRules: [{ ValidationRuleType: 6, ValidationRegex: '', RegexMatchMeansError: true }],
    });
  });
});

describe('a password a customer is typing', () => {
  it.each([
    ['a new one', 'three tall ships 7', {}],
    ['the number', '900-12-4471', { PasswordMatchesSSN: true }],
    ["another customer's number", '900-12-5520', {}],
    ['the email address', 'Margaret.Okafor@example.com', { PasswordMatchesEmail: true }],
    ['the one in use', 'Harbor-2026!', { PasswordExists: true }],
    ['the one in use in other letters', 'HARBOR-2026!', {}],
  ])('is compared: %s', async (_what, candidate, wrong) => {
    const payload = { ...questions, PasswordToValidate: candidate };
    const answer = await margaret.call({ method: 'POST', url: '/api/Login/ValidatePasswordForLoggedInUser', payload });
    expect(answer.json()).toMatchObject({ ...nothingWrong, ...wrong });
  });

  it('is compared only in the requested ways', async () => {
    const payload = { ...questions, InvalidWhenPasswordExists: false, PasswordToValidate: 'Harbor-2026!' };
    const answer = await margaret.call({ method: 'POST', url: '/api/Login/ValidatePasswordForLoggedInUser', payload });
    expect(answer.json()).toMatchObject(nothingWrong);
  });
});

describe('how easy a password is to guess', () => {
  it.each([
    ['three tall ships 7', null],
    ['short', null],
    ['Winter2026', 'common'],
    ['Okafor-1979', 'personalWord'],
    ['Harbor-2027!', 'institutionName'],
  ])('a customer is told of "%s" while typing: %s', async (candidate, weakness) => {
    const payload = { ...questions, PasswordToValidate: candidate };
    const answer = await margaret.call({ method: 'POST', url: '/api/Login/ValidatePasswordForLoggedInUser', payload });
    expect(answer.json()).toMatchObject({ PasswordWeakness: weakness });
  });

  it.each([
    ['three tall ships 7', [], null],
    ['aaaaaaaaaaaaaaaa', [], 'repeated'],
    ['Vandersteen-1979', [], null],
    ['Vandersteen-1979', ['Harriet', 'Vandersteen'], 'personalWord'],
    ['hlowell79', ['hlowell79@example.com'], 'personalWord'],
  ])('during registration, "%s" is reported next to %j: %s', async (candidate, PersonalWords, weakness) => {
    const body = { PasswordToValidate: candidate, PersonalWords, ActivationToken: '' };
    const answer = await post('/api/Login/ValidatePasswordForNewUser', body);
    expect(answer.json()).toEqual({ PasswordWeakness: weakness });
  });

  it('during activation, the name only the server knows counts', async () => {
    const { customerId } = await getUser(test, 'margaret.okafor');
    const token = await inTransaction(test.services.database, (transaction) =>
      createLink(transaction, 'activate', { userId: null, customerId }, test.clock.now(), { loginName: 'lantern7' }),
    );
    for (const ActivationToken of [token, 'made up']) {
      const body = { PasswordToValidate: 'Okafor-1979', PersonalWords: [], ActivationToken };
      const answer = await post('/api/Login/ValidatePasswordForNewUser', body);
      expect(answer.json()).toEqual({ PasswordWeakness: ActivationToken === token ? 'personalWord' : null });
    }
  });
});

describe('passwords checked while typing', () => {
  it("are limited to twenty a day per user across sessions; too short ones don't count", async () => {
    const ask = async (candidate: string) => {
      const li = await signIn('li.wei');
      const payload = { ...questions, InvalidWhenPasswordExists: false, PasswordToValidate: candidate };
      const url = '/api/Login/ValidatePasswordForLoggedInUser';
      return (await li.call({ method: 'POST', url, payload })).statusCode;
    };
    for (let count = 0; count < 3; count += 1) expect(await ask('short')).toBe(200);
    for (let count = 0; count < 20; count += 1) expect(await ask(`tall ship ${count}`)).toBe(200);
    expect(await ask('tall ship 20')).toBe(429);
    expect(await ask('short')).toBe(200);
    test.clock.moveOn({ hours: 24, seconds: 1 });
    expect(await ask('tall ship 20')).toBe(200);
  });
});

describe('the holder of a password link', () => {
  it('gets the same answers as the customer', async () => {
    const token = await createResetLink(test, 'margaret.okafor');
    const answer = await post('/api/Login/ValidatePasswordForResetPassword', {
      ...questions,
      PasswordToValidate: '900124471',
      ResetToken: token,
    });
    expect(answer.json()).toMatchObject({ ...nothingWrong, PasswordMatchesSSN: true });
  });

  it('gets the username, as often as wanted', async () => {
    const token = await createResetLink(test, 'sam.rivera');
    for (let count = 0; count < 2; count += 1) {
      const answer = await post('/api/Login/LookupLoginFromToken', { UserToken: token });
      expect(answer.json()).toEqual({ HasNoErrors: true, Errors: [], Logon: 'sam.rivera' });
    }
  });

  it.each([
    ["that doesn't exist", () => Promise.resolve('x'.repeat(43))],
    ['of a restricted person', () => createResetLink(test, 'rex.stricted')],
    [
      'that came before another one',
      async () => {
        const first = await createResetLink(test, 'sam.rivera');
        await createResetLink(test, 'sam.rivera');
        return first;
      },
    ],
  ])('gets nothing with a link %s', async (_what, makeToken) => {
    const token = await makeToken();
    const lookup = await post('/api/Login/LookupLoginFromToken', { UserToken: token });
    expect(lookup.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'Expired' }], Logon: '' });
    const check = await post('/api/Login/ValidatePasswordForResetPassword', {
      ...questions,
      PasswordToValidate: '900124471',
      ResetToken: token,
    });
    expect(check.statusCode).toBe(403);
  });

  it('has half an hour', async () => {
    const token = await createResetLink(test, 'sam.rivera');
    test.clock.moveOn({ minutes: 29, seconds: 59 });
    expect((await post('/api/Login/LookupLoginFromToken', { UserToken: token })).json()).toMatchObject({
      HasNoErrors: true,
    });
    test.clock.moveOn({ seconds: 1 });
    expect((await post('/api/Login/LookupLoginFromToken', { UserToken: token })).json()).toMatchObject({
      HasNoErrors: false,
    });
  });
});

function signIn(loginName: string): Promise<SignedInCaller> {
  return test.withOptions({ 'loginOptions.useMultiFactorOption': false }, () => test.signIn(loginName));
}

function post(url: string, payload: object) {
  return test.app.inject({ method: 'POST', url, payload });
}
