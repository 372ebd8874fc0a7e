import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { normalizeSecretAnswer } from '#common/identity/rules/secret-answer.ts';
import { verifyPassword } from '#server/platform/crypto/passwords.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { codeOf, countLogins, newestCode, SigningInBrowser } from '#tests/builders/sign-in-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

const SSN = '900126404';
const QUESTION = 'What was the name of your first pet?';
const TERMS = 11_337;
const CONSENT = 11_338;

let test: TestApp;
let browser: SigningInBrowser;

beforeAll(async () => {
  test = await createTestApp({
    options: {
      'loginOptions.useMultiFactorOption': true,
      'loginOptions.useSsnValidationOption': true,
      'loginOptions.recoverWithoutQuestionOption': false,
    },
  });
});

beforeEach(() => {
  test.clock.moveOn({ hours: 25 });
  browser = new SigningInBrowser(test);
});

afterAll(() => test.close());

describe('a first sign-in', () => {
  it('opens the accounts after all five steps in order', async () => {
    const login = await browser.logIn('nora.quinn');
    expect(login.json<LoginResponse>().FollowUpSteps).toEqual([
      'securityCode',
      'ssn',
      'changePassword',
      'secretQuestion',
      'agreements',
    ]);
    const accepted = await browser.enterCode(await newestCode(test));
    expect(accepted.json()).toMatchObject({ ChangePasswordToken: '', EmailAddress: '', CustomerID: '' });
    expect((await browser.agree('nora.quinn', [TERMS, CONSENT])).statusCode).toBe(403);
    expect(codeOf(await browser.chooseQuestion(QUESTION, 'Rex'))).toBe('NotNow');

    const proved = (await browser.enterSsn(SSN)).json<{ ChangePasswordToken: string }>();
    expect(proved).toEqual({
      HasNoErrors: true,
      Errors: [],
      ChangePasswordToken: expect.stringMatching(/^[\w-]{43}$/),
    });
    const { ChangePasswordToken: enc } = proved;
    expect(codeOf(await browser.enterSsn(SSN))).toBe('NotNow');
    const changed = await browser.post('/api/Login/ResetPassword', { Enc: enc, Password: 'Lantern on the pier 7' });
    expect(changed.json()).toMatchObject({
      HasNoErrors: true,
      IsLoggedIn: true,
      LoginResponse: { FollowUpSteps: ['secretQuestion', 'agreements'] },
    });
    expect((await browser.chooseQuestion(QUESTION, ' Rex ')).statusCode).toBe(200);
    expect(await browser.dashboardStatus()).toBe(401);
    expect(await countLogins(test, 'nora.quinn')).toBe(0);
    expect((await browser.agree('nora.quinn', [TERMS, CONSENT])).statusCode).toBe(200);
    expect(await browser.dashboardStatus()).toBe(200);
    expect(await countLogins(test, 'nora.quinn')).toBe(1);
  });

  it('repeats the SSN step next time, because the email is not verified yet', async () => {
    await browser.logIn('nora.quinn', 'Lantern on the pier 7');
    await browser.enterCode(await newestCode(test));
    expect(await browser.dashboardStatus()).toBe(401);
    await browser.enterSsn(SSN);
    expect(await browser.dashboardStatus()).toBe(200);
  });

  it('stores only a hash of the normalized answer', async () => {
    const user = await findUserByLogin(test.services.database, 'nora.quinn');
    expect(user?.passwordQuestion).toBe(QUESTION);
    expect(user?.passwordAnswerHash).toMatch(/^argon2id\$/);
    expect(await verifyPassword(normalizeSecretAnswer('REX'), user?.passwordAnswerHash ?? '')).toBe(true);
  });
});

describe('the SSN step', () => {
  it('ends the sign-in after the third wrong number', async () => {
    await atSsnStep('nora.quinn');
    expect(codeOf(await browser.enterSsn('900000000'))).toBe('Invalid');
    expect(codeOf(await browser.enterSsn('900000001'))).toBe('Invalid');
    expect(codeOf(await browser.enterSsn('900000002'))).toBe('MaxAttemptsReached');
    expect((await browser.enterSsn(SSN)).statusCode).toBe(401);
  });

  it('allows five wrong numbers a day, across sign-ins', async () => {
    await atSsnStep('nora.quinn');
    for (const ssn of ['900000000', '900000001', '900000002']) await browser.enterSsn(ssn);
    await atSsnStep('nora.quinn');
    expect(codeOf(await browser.enterSsn('900000003'))).toBe('Invalid');
    expect(codeOf(await browser.enterSsn('900000004'))).toBe('MaxAttemptsReached');
    await atSsnStep('nora.quinn');
    expect(codeOf(await browser.enterSsn(SSN))).toBe('MaxAttemptsReached');
  });

  it('checks at most three parallel numbers', async () => {
    await atSsnStep('nora.quinn');
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => browser.enterSsn(`90000000${index}`)));
    // Which request learns that it is over depends on their order; none gets a fourth check.
    const looked = answers.filter((answer) => answer.statusCode === 403 && codeOf(answer) === 'Invalid');
    expect(looked.length).toBeLessThanOrEqual(2);
    expect(answers.filter((answer) => answer.statusCode === 200)).toEqual([]);
  });

  it.each(['90012640', '9001264040', '900-12-640', ''])('refuses "%s" as not a number', async (ssn) => {
    await atSsnStep('nora.quinn');
    expect((await browser.enterSsn(ssn)).statusCode).toBe(400);
  });

  it('is skipped for users with a verified email address', async () => {
    await browser.logIn('li.wei');
    await browser.enterCode(await newestCode(test));
    expect(await browser.dashboardStatus()).toBe(200);
    expect(codeOf(await browser.enterSsn(SSN))).toBe('NotNow');
  });
});

describe('the secret-question step', () => {
  it.each([
    ['a question that is not offered', 'Of my own?', 'Rex'],
    ['an answer with characters that are not allowed', QUESTION, '<Rex>'],
    ['an answer of spaces', QUESTION, '   '],
  ])('refuses %s', async (_what, question, answer) => {
    await atQuestionStep();
    expect(codeOf(await browser.chooseQuestion(question, answer))).toBe('Invalid');
    expect(await browser.dashboardStatus()).toBe(401);
  });

  it("requires the session's token in the call", async () => {
    await atQuestionStep();
    const body = { PasswordQuestion: QUESTION, PasswordAnswer: 'Rex', UserToken: 'x' };
    expect(codeOf(await browser.post('/api/register/SetPasswordQuestion', body))).toBe('Invalid');
    expect((await browser.chooseQuestion(QUESTION, 'Rex')).statusCode).toBe(200);
    expect(await browser.dashboardStatus()).toBe(200);
  });
});

describe('the agreements step', () => {
  it.each([
    ['only some of the terms', 'pat.empty', [TERMS], 'MustAgreeToAllError'],
    ['terms that do not exist', 'pat.empty', [TERMS, CONSENT, 11_341], 'Invalid'],
    ["another customer's name", 'li.wei', [TERMS, CONSENT], 'Invalid'],
  ])('refuses %s', async (_what, name, agreements, code) => {
    await atAgreementsStep();
    expect(codeOf(await browser.agree(name, agreements))).toBe(code);
    expect(await browser.dashboardStatus()).toBe(401);
  });

  it("doesn't change how statements are sent", async () => {
    await atAgreementsStep();
    const body = { Agreements: [TERMS, CONSENT], UserName: 'pat.empty', TurnEStatementsOn: true };
    expect(codeOf(await browser.post('/api/AgreementLogging', body))).toBe('Invalid');
  });

  it('records the accepted words, time and address', async () => {
    await atAgreementsStep();
    await browser.agree('PAT.EMPTY', [TERMS, CONSENT]);
    const logs = await browser.post('/api/AgreementLogging/GetAgreementLogs', {
      UserName: 'pat.empty',
      WhenToAgree: 0,
    });
    const record = {
      AccountNumber: '',
      IPAddress: '127.0.0.1',
      DateOfAgreement: test.clock.now().toString(),
      DateOfTerms: '2026-01-02',
      WhenToAgree: 0,
    };
    expect(logs.json<{ Agreements: unknown[] }>().Agreements.slice(0, 2)).toEqual([
      { ...record, NameOfTerms: 'E-Sign Consent', AgreementType: CONSENT },
      { ...record, NameOfTerms: 'Terms of Use', AgreementType: TERMS },
    ]);
    const login = (await browser.logIn('pat.empty')).json<LoginResponse>();
    expect(login.WebAgreementLogs.map(({ Name, DateOfTerms }) => `${Name} ${DateOfTerms}`)).toContain(
      'Terms of Use 2026-01-02',
    );
  });

  it("creates records that can't be changed", async () => {
    const change = test.services.database.updateTable('agreement_records').set({ name: 'x' }).execute();
    await expect(change).rejects.toThrow('agreement_records is append-only');
  });
});

async function atSsnStep(loginName: string): Promise<void> {
  const first = await browser.logIn(loginName);
  const login = first.statusCode === 200 ? first : await browser.logIn(loginName, 'Lantern on the pier 7');
  if (login.statusCode !== 200) throw new Error(login.body);
  await browser.enterCode(await newestCode(test));
}

async function atQuestionStep(): Promise<void> {
  await test.services.database
    .updateTable('users')
    .set({ password_question: null, password_answer_hash: null })
    .where('login_key', '=', 'sam.rivera')
    .execute();
  await browser.logIn('sam.rivera');
  await browser.enterCode(await newestCode(test));
}

/** An agreement in a new version, for a user who accepted the previous one. */
async function atAgreementsStep(): Promise<void> {
  const { agreements } = test.services.institution;
  for (const agreement of agreements) Object.assign(agreement, { effectiveOn: '2026-01-02' });
  await browser.logIn('pat.empty');
  await browser.enterCode(await newestCode(test));
}
