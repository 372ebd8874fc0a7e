import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTowardsLimit } from '#server/platform/http/request-limits.ts';
import { setMaintenance } from '#server/institution/operating-state.queries.ts';
import { getUser } from '#tests/builders/password-links.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

const margaret = {
  EmailAddress: 'margaret.okafor@example.com',
  DateOfBirth: '03/17/1984',
  ZipCode: '04101',
  ServicingBranch: '101',
};
const li = {
  EmailAddress: 'li.wei@example.com',
  DateOfBirth: '11/02/1991',
  ZipCode: '02108',
  ServicingBranch: '101',
};
const nobody = { ...margaret, EmailAddress: 'nobody@example.com' };

/** Everyone gets this after the first step. */
const begunAnswer = { HasNoErrors: true, Errors: [], Credentials: { SecretQuestion: '', LogonName: '••••••••' } };

let test: TestApp;
let addresses = 0;

describe('where recovery asks no question', () => {
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('a complete identity gets an email with the username and a password link', async () => {
    const browser = visitor();
    const begun = await browser.begin(margaret);
    expect(begun.json()).toEqual(begunAnswer);
    expect(begun.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect((await browser.generate()).json()).toEqual({ HasNoErrors: true, Errors: [] });

    const mail = await lastMail();
    expect(mail).toMatchObject({ recipient: margaret.EmailAddress, subject: 'Your username and password reset' });
    expect(mail?.body).toContain('margaret.okafor');
    expect(await signInStatus('margaret.okafor', 'Harbor-2026!')).toBe(200);
    const token = /forcePasswordChange\/([\w-]{43})/.exec(mail?.body ?? '')?.[1];
    const payload = { Enc: token, Password: 'three tall ships 7' };
    const reset = await test.app.inject({ method: 'POST', url: '/api/Login/ResetPassword', payload });
    expect(reset.json()).toMatchObject({ HasNoErrors: true, IsLoggedIn: true });
  });

  it.each([
    ['the email address', { EmailAddress: 'margaret@example.com' }],
    ['the birth date', { DateOfBirth: '03/18/1984' }],
    ['the zip code', { ZipCode: '04102' }],
    ['the branch', { ServicingBranch: '102' }],
    ['nothing, for a restricted user', restricted()],
    ['nothing, for a customer who never registered', unregistered()],
  ])('the answer is the same and nothing is sent if this is wrong: %s', async (_what, change) => {
    const mails = await countMails();
    const browser = visitor();
    const begun = await browser.begin({ ...margaret, ...change });
    expect(begun.json()).toEqual(begunAnswer);
    expect(namesOfCookies(begun)).toEqual(['passbook-recovery']);
    expect((await browser.generate()).json()).toEqual({ HasNoErrors: true, Errors: [] });
    expect(await countMails()).toBe(mails);
  });

  it('spaces, capitals and leading zeros are ignored', async () => {
    const mails = await countMails();
    const browser = visitor();
    await browser.begin({
      EmailAddress: ' SAM.Rivera@Example.com ',
      DateOfBirth: '01/12/1987',
      ZipCode: '02139-1234',
      ServicingBranch: '0101',
    });
    await browser.generate();
    expect(await countMails()).toBe(mails + 1);
  });

  it.each([
    ['an email address', { EmailAddress: '' }],
    ['a birth date', { DateOfBirth: '' }],
    ['a zip code of five digits', { ZipCode: '0410' }],
    ['a branch', { ServicingBranch: '' }],
  ])('without %s it is invalid', async (_what, change) => {
    expect(codesOf(await visitor().begin({ ...margaret, ...change }))).toEqual(['Invalid']);
  });

  it('the second step fails without the first, in another browser, a second time, or after 15 minutes', async () => {
    expect(codesOf(await visitor().generate())).toEqual(['RecoveryFailed']);
    const browser = visitor();
    await browser.begin({ ...li, ZipCode: '99999' });
    expect(codesOf(await visitor().generate())).toEqual(['RecoveryFailed']);
    const both = await Promise.all([browser.generate(), browser.generate()]);
    expect(both.flatMap(codesOf)).toEqual(['RecoveryFailed']);
    expect(codesOf(await browser.generate())).toEqual(['RecoveryFailed']);
    await browser.begin({ ...li, ZipCode: '99999' });
    test.clock.moveOn({ minutes: 15 });
    expect(codesOf(await browser.generate())).toEqual(['RecoveryFailed']);
  });

  it('answering is refused if no question was asked', async () => {
    expect(codesOf(await visitor().answer('harbor'))).toEqual(['BadQuestion']);
  });

  it.each([
    [
      'a known person',
      { ...li, EmailAddress: 'dee.blocked@example.com', DateOfBirth: '10/05/1975', ServicingBranch: '106' },
    ],
    ['an unknown person', { ...nobody, EmailAddress: 'nobody.there@example.com' }],
  ])('%s is limited to five requests an hour', async (_who, identity) => {
    for (let count = 0; count < 5; count += 1) expect(codesOf(await visitor().begin(identity))).toEqual([]);
    expect(codesOf(await visitor().begin(identity))).toEqual(['RecoveryMaxAttempts']);
    expect(codesOf(await visitor().begin({ ...identity, EmailAddress: identity.EmailAddress.toUpperCase() }))).toEqual([
      'RecoveryMaxAttempts',
    ]);
    test.clock.moveOn({ hours: 1, seconds: 1 });
    expect(codesOf(await visitor().begin(identity))).toEqual([]);
  });

  it('an address is limited to two hundred requests an hour, since a lobby shares one', async () => {
    test.clock.moveOn({ hours: 1, seconds: 1 });
    const browser = visitor();
    for (let count = 0; count < 6; count += 1) {
      expect(codesOf(await browser.begin({ ...nobody, ZipCode: `1000${count}` }))).toEqual([]);
    }
    for (let count = 6; count < 200; count += 1) {
      await countTowardsLimit(test.services, `recovery-from:203.0.113.${addresses}`, {
        max: 200,
        withinSeconds: 3_600,
      });
    }
    expect(codesOf(await browser.begin({ ...nobody, ZipCode: '10006' }))).toEqual(['RecoveryMaxAttempts']);
    test.clock.moveOn({ hours: 1, seconds: 1 });
    expect(codesOf(await browser.begin({ ...nobody, ZipCode: '10006' }))).toEqual([]);
  });

  it('recovery is refused while the portal is closed', async () => {
    await setMaintenance(test.services.database, true);
    expect(codesOf(await visitor().begin(li))).toEqual(['RecoveryFailed']);
    await setMaintenance(test.services.database, false);
  });

  it('known and unknown people take the same time', async () => {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      known.push(await timeOfRecovery({ ...li, EmailAddress: 'pat.empty@example.com', ...birthOfPat() }));
      unknown.push(await timeOfRecovery({ ...nobody, ZipCode: `2000${count}` }));
    }
    // Two steps of 250 ms each; the rest is noise.
    expect(Math.min(...known)).toBeGreaterThan(490);
    expect(Math.min(...unknown)).toBeGreaterThan(490);
    expect(Math.abs(Math.min(...known) - Math.min(...unknown))).toBeLessThan(50);
  });
});

describe('where a secret question is asked', () => {
  const questions = ['What was the name of your first pet?', 'In what city did your parents meet?'];
  beforeAll(async () => {
    test = await createTestApp({
      options: { 'loginOptions.recoverWithoutQuestionOption': false, 'loginOptions.securityQuestions': questions },
    });
  });
  afterAll(() => test.close());

  it('the right answer, in any spelling, only sends the email', async () => {
    const browser = visitor();
    const begun = await browser.begin(margaret);
    expect(begun.json()).toMatchObject({ Credentials: { SecretQuestion: questions[0], LogonName: '••••••••' } });
    const answered = await browser.answer('  HARBOR ');
    expect(answered.json()).toEqual({
      HasNoErrors: true,
      Errors: [],
      SuccessMessage: 'You will receive an email shortly with instructions on how to reset your password.',
    });
    expect((await lastMail())?.recipient).toBe(margaret.EmailAddress);
    expect(await signInStatus('margaret.okafor', 'Harbor-2026!')).toBe(200);
  });

  it('a wrong answer gets the same refusal as for an unknown person, five times a day', async () => {
    for (const identity of [{ ...li }, { ...nobody, ZipCode: '30000' }]) {
      const browser = visitor();
      const begun = await browser.begin(identity);
      expect(questions).toContain(begun.json<{ Credentials: { SecretQuestion: string } }>().Credentials.SecretQuestion);
      for (let count = 0; count < 5; count += 1) expect(codesOf(await browser.answer('wrong'))).toEqual(['Invalid']);
      expect(codesOf(await browser.answer('harbor'))).toEqual(['RecoveryMaxAttempts']);
      const again = visitor();
      await again.begin(identity);
      expect(codesOf(await again.answer('harbor'))).toEqual(['RecoveryMaxAttempts']);
    }
  });

  it('an unknown person always gets the same question, and different people get different ones', async () => {
    const asked = async (zip: string) => {
      const begun = await visitor().begin({ ...nobody, ZipCode: zip });
      return begun.json<{ Credentials: { SecretQuestion: string } }>().Credentials.SecretQuestion;
    };
    const zips = Array.from({ length: 16 }, (_, index) => String(40_000 + index));
    const first = await Promise.all(zips.map(asked));
    expect(await Promise.all(zips.map(asked))).toEqual(first);
    expect(new Set(first)).toEqual(new Set(questions));
  });

  it('a customer without a question looks like an unknown person', async () => {
    const browser = visitor();
    const nora = { ...margaret, EmailAddress: 'nora.quinn@example.com', DateOfBirth: '07/30/1998' };
    expect((await getUser(test, 'nora.quinn')).passwordQuestion).toBeNull();
    const begun = await browser.begin(nora);
    expect(questions).toContain(begun.json<{ Credentials: { SecretQuestion: string } }>().Credentials.SecretQuestion);
    expect(codesOf(await browser.answer('harbor'))).toEqual(['Invalid']);
  });

  it.each(['', '   '])('"%s" is not an answer and uses up no attempt', async (answer) => {
    const browser = visitor();
    await browser.begin({ ...nobody, ZipCode: '50000' });
    for (let count = 0; count < 6; count += 1) expect(codesOf(await browser.answer(answer))).toEqual(['Invalid']);
  });

  it("the question can't be skipped", async () => {
    const browser = visitor();
    await browser.begin({ ...margaret });
    expect(codesOf(await browser.generate())).toEqual(['RecoveryFailed']);
  });

  it('data the browser repeats from the first step is ignored', async () => {
    const mails = await countMails();
    const browser = visitor();
    await browser.begin({ ...nobody, ZipCode: '60000' });
    const claim = { ...margaret, LogonName: 'margaret.okafor', SecretQuestion: questions[0] };
    expect(codesOf(await browser.answer('harbor', claim))).toEqual(['Invalid']);
    expect(await countMails()).toBe(mails);
  });
});

describe('fields the institution hides', () => {
  it('are not required, and ignored if sent', async () => {
    test = await createTestApp({
      options: { 'recoveryOptions.hideEmailAddress': true, 'recoveryOptions.hideBranchNumber': true },
    });
    const browser = visitor();
    const { DateOfBirth, ZipCode } = margaret;
    await browser.begin({ DateOfBirth, ZipCode, ServicingBranch: '999' });
    await browser.generate();
    expect((await lastMail())?.recipient).toBe(margaret.EmailAddress);
    await test.close();
  });

  it('may leave too little to identify anyone', async () => {
    test = await createTestApp({
      options: { 'recoveryOptions.hideEmailAddress': true, 'recoveryOptions.hideDateOfBirth': true },
    });
    expect(codesOf(await visitor().begin(margaret))).toEqual(['RecoveryFailed']);
    await test.close();
  });
});

/** A browser with its own address. */
function visitor() {
  addresses += 1;
  const remoteAddress = `203.0.113.${addresses}`;
  let cookie = '';
  const post = async (url: string, payload: object) => {
    const response = await test.app.inject({ method: 'POST', url, payload, remoteAddress, headers: { cookie } });
    const [written] = response.cookies;
    if (written && written.value !== '') cookie = `${written.name}=${written.value}`;
    return response;
  };
  return {
    begin: (identity: object) => post('/api/Recovery/GetSecretQuestion', identity),
    answer: (SecretAnswer: string, claim: object = {}) =>
      post('/api/Recovery/AnswerSecretQuestion', { LogonName: '', SecretQuestion: '', ...claim, SecretAnswer }),
    generate: () => post('/api/Recovery/GenerateNewPassword', { LogonName: '' }),
  };
}

async function timeOfRecovery(identity: object): Promise<number> {
  const browser = visitor();
  const start = performance.now();
  await browser.begin(identity);
  await browser.generate();
  return performance.now() - start;
}

function restricted() {
  return { EmailAddress: 'rex.stricted@example.com', DateOfBirth: '04/21/1969', ZipCode: '03801' };
}

function unregistered() {
  return { EmailAddress: 'harriet.lowell@example.com', DateOfBirth: '05/23/1979', ZipCode: '04101' };
}

function birthOfPat() {
  return { DateOfBirth: '06/18/2001', ZipCode: '02139' };
}

async function lastMail() {
  const [newest] = await listNewestMessages(test.services, 1);
  return newest;
}

async function countMails(): Promise<number> {
  return (await test.services.database.selectFrom('outbox_messages').select('message_id').execute()).length;
}

async function signInStatus(username: string, password: string): Promise<number> {
  const payload = { username, password };
  return (await test.app.inject({ method: 'POST', url: '/api/login/userlogin', payload })).statusCode;
}

function codesOf(response: LightMyRequestResponse): string[] {
  return response.json<{ Errors: { ErrorMessage: string }[] }>().Errors.map(({ ErrorMessage }) => ErrorMessage);
}

function namesOfCookies(response: LightMyRequestResponse): string[] {
  return response.cookies.map(({ name }) => name);
}
