import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { solvedCaptcha } from '#tests/builders/solved-captcha.ts';
import { createTestApp, silentHost, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';

const mailbox = 'service@harbor.example';
const done = { HasNoErrors: true, Errors: [] };

let testApp: TestApp;
let customer: SignedInCaller;
let addresses = 0;

beforeAll(async () => {
  testApp = await createTestApp({ options: { 'messageOptions.sendTo': mailbox } });
  customer = await testApp.signIn('margaret.okafor');
});

afterAll(() => testApp.close());

const alert = { Email: '', PersonalName: '', ServicingBranch: '', UserAgent: 'forged', Username: 'li.wei' };

const question = {
  FeedbackType: 'Question',
  Name: 'Harriet Lowell',
  Email: 'harriet.lowell@example.com',
  ServicingBranch: '101',
  Subject: 'Rates',
  Message: 'What does a car loan cost?\nSent <b>from home</b>.',
  ReturnURL: 'https://elsewhere.example',
  Alert: alert,
};

const feedback = {
  FeedbackType: 'Feedback',
  SurveyQuestions: [
    { Question: 'AnswerType', Answer: 'CouldBeBetter' },
    { Question: 'AnswerBad', Answer: '3' },
  ],
  Message: '',
  Alert: alert,
};

/** For requests that are refused before the captcha is checked. */
const unsolved = { ReCaptchaCode: 'x' };

/** Uses a new address by default, so tests don't use up each other's messages. */
async function send(
  path: 'ContactUs' | 'Feedback',
  body: object,
  { caller, remoteAddress = `10.0.0.${++addresses}` }: { caller?: SignedInCaller; remoteAddress?: string } = {},
) {
  const request = {
    method: 'POST',
    url: `/api/Messages/${path}`,
    payload: 'ReCaptchaCode' in body ? body : { ...body, ReCaptchaCode: await solvedCaptcha(testApp.app) },
    headers: { 'user-agent': 'Browser of tests' },
    remoteAddress,
  } as const;
  return caller ? caller.call(request) : testApp.app.inject(request);
}

async function newestKept() {
  const { rows } = await sql<Record<string, unknown>>`
    select message_type, user_id, name, email_address, branch, subject, message, answer_type, reason, user_agent
    from contact_messages order by message_id desc limit 1`.execute(testApp.services.database);
  return rows[0];
}

async function newestMail() {
  const [mail] = await listNewestMessages(testApp.services, 1);
  return mail;
}

async function countKept(): Promise<number> {
  const { rows } = await sql<{ kept: number }>`select count(*)::int as kept from contact_messages`.execute(
    testApp.services.database,
  );
  return rows[0]?.kept ?? 0;
}

describe("a visitor's question", () => {
  test('is stored and emailed to the institution, which answers by replying', async () => {
    expect((await send('ContactUs', question)).json()).toEqual(done);
    expect(await newestKept()).toEqual({
      message_type: 'Question',
      user_id: null,
      name: 'Harriet Lowell',
      email_address: 'harriet.lowell@example.com',
      branch: '101',
      subject: 'Rates',
      message: question.Message,
      answer_type: null,
      reason: null,
      user_agent: 'Browser of tests',
    });
    const mail = await newestMail();
    expect(mail).toMatchObject({ recipient: mailbox, subject: 'Question: Rates' });
    expect(mail?.body).toContain('What does a car loan cost?\nSent <b>from home</b>.');
    expect(mail?.body).toContain('From: Harriet Lowell\nEmail: harriet.lowell@example.com\nBranch: 101\nNumber: ');
    expect(mail?.body).not.toContain('li.wei');
    expect(mail?.html).toContain('&lt;b&gt;from home&lt;/b&gt;');
    const { rows } = await sql<{ reply_to: string }>`
      select reply_to from outbox_messages order by message_id desc limit 1`.execute(testApp.services.database);
    expect(rows[0]?.reply_to).toBe('harriet.lowell@example.com');
  });

  test("can't present the sender's words as verified facts", async () => {
    const Message = 'Hello\n\nFrom: Margaret Okafor\nUsername: margaret.okafor';
    await send('ContactUs', { ...question, Message });
    const [known, typed] =
      (await newestMail())?.body.split('Everything below was written by the sender:\n----------\n') ?? [];
    expect(known).toContain('From: Harriet Lowell');
    expect(known).not.toContain('margaret.okafor');
    expect(typed).toBe(Message);
  });

  test('is sent without card numbers and SSNs', async () => {
    await send('ContactUs', { ...question, Message: 'I am 900-12-3456, my card is 4242 4242 4242 4242.' });
    const hidden = 'I am •••-••-••••, my card is •••• 4242.';
    expect(await newestKept()).toMatchObject({ message: hidden });
    expect((await newestMail())?.body).toContain(hidden);
  });

  test.each([
    ['a name', { Name: '' }],
    ['an address', { Email: '' }],
    ['an address that can be answered', { Email: 'harriet' }],
    ['a subject', { Subject: ' ' }],
    ['words', { Message: '\n' }],
  ])('needs %s', async (_what, change) => {
    const before = await countKept();
    const response = await send('ContactUs', { ...question, ...unsolved, ...change });
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'InvalidEntry' }] });
    expect(await countKept()).toBe(before);
  });

  test.each([
    ['a message of 301 characters', { Message: 'x'.repeat(301) }],
    ['a branch number of five', { ServicingBranch: '10100' }],
    ['a subject of two lines', { Subject: 'Rates\nBcc: everybody@example.com' }],
    ['a name of two lines', { Name: 'Harriet\u2028Username: margaret.okafor' }],
    ['an address of two lines', { Email: 'a@example.com\r\nBcc: b@example.com' }],
    ['a type that does not exist', { FeedbackType: 'Complaint' }],
  ])('with %s is refused', async (_what, change) => {
    expect((await send('ContactUs', { ...question, ...unsolved, ...change })).statusCode).toBe(400);
  });

  test('of 300 characters is accepted', async () => {
    expect((await send('ContactUs', { ...question, Message: 'x'.repeat(300) })).json()).toEqual(done);
  });
});

describe("a customer's message", () => {
  test("belongs to the session's user, regardless of the request", async () => {
    const response = await send('ContactUs', { ...question, Name: '', Email: '' }, { caller: customer });
    expect(response.json()).toEqual(done);
    const kept = await newestKept();
    expect(kept).toMatchObject({ name: 'Margaret Okafor', email_address: 'margaret.okafor@example.com' });
    expect(kept?.['user_id']).not.toBeNull();
    expect((await newestMail())?.body).toContain('Username: margaret.okafor');
  });

  test('may name another reply address', async () => {
    await send('ContactUs', { ...question, Email: 'office@example.com' }, { caller: customer });
    expect(await newestKept()).toMatchObject({ email_address: 'office@example.com' });
  });

  test('is taken while the host is down, with the username to find the sender by', async () => {
    const { services } = testApp;
    const sent = await testApp.withHost(silentHost(services.host), () =>
      send('ContactUs', { ...question, Name: '', Email: '', Message: 'Is my payment lost?' }, { caller: customer }),
    );
    expect(sent.json()).toEqual(done);
    const [mail] = await listNewestMessages(services, 1);
    expect(mail).toMatchObject({ recipient: mailbox });
    expect(mail?.body).toContain('margaret.okafor');
    expect(mail?.body).toContain('Is my payment lost?');
  });
});

describe('feedback', () => {
  test('needs neither name nor text', async () => {
    expect((await send('Feedback', feedback)).json()).toEqual(done);
    expect(await newestKept()).toMatchObject({
      message_type: 'Feedback',
      name: '',
      answer_type: 'CouldBeBetter',
      reason: 3,
    });
    const mail = await newestMail();
    expect(mail?.subject).toBe('Feedback: Could be better');
    expect(mail?.body).toContain('How was your experience? Could be better\nWhat could be better? Too slow');
    expect(mail?.body).toContain('(no message)');
  });

  test("may arrive as the form's fields", async () => {
    const { SurveyQuestions: _left, ...rest } = feedback;
    await send('Feedback', { ...rest, AnswerType: 'Good', AnswerGood: '2', AnswerBad: '4' });
    expect(await newestKept()).toMatchObject({ answer_type: 'Good', reason: 2 });
  });

  test.each([
    ['without a choice', []],
    ['without a reason', [{ Question: 'AnswerType', Answer: 'Good' }]],
    [
      'with a reason for the other choice',
      [
        { Question: 'AnswerType', Answer: 'Good' },
        { Question: 'AnswerBad', Answer: '1' },
      ],
    ],
  ])('%s is refused', async (_what, SurveyQuestions) => {
    const response = await send('Feedback', { ...feedback, ...unsolved, SurveyQuestions });
    expect(response.json()).toMatchObject({ Errors: [{ ErrorMessage: 'InvalidEntry' }] });
  });

  test('with an unknown reason is refused', async () => {
    const SurveyQuestions = [
      { Question: 'AnswerType', Answer: 'Good' },
      { Question: 'AnswerGood', Answer: '6' },
    ];
    expect((await send('Feedback', { ...feedback, ...unsolved, SurveyQuestions })).statusCode).toBe(400);
  });
});

describe('the captcha', () => {
  const refused = { HasNoErrors: false, Errors: [{ ErrorMessage: 'CaptchaInvalid' }] };

  test.each([
    ['missing', ''],
    ['not one', 'x'],
    ['no puzzle', Buffer.from('{}').toString('base64')],
  ])('%s is rejected', async (_what, ReCaptchaCode) => {
    expect((await send('ContactUs', { ...question, ReCaptchaCode })).json()).toEqual(refused);
  });

  test('made easier by the sender is rejected', async () => {
    const solved = open(await solvedCaptcha(testApp.app));
    solved.challenge.parameters.cost = 1;
    expect((await send('ContactUs', { ...question, ReCaptchaCode: close(solved) })).json()).toEqual(refused);
  });

  test('extended by the sender is rejected', async () => {
    const solved = open(await solvedCaptcha(testApp.app));
    solved.challenge.parameters.data.expiresAt += 60_000;
    expect((await send('ContactUs', { ...question, ReCaptchaCode: close(solved) })).json()).toEqual(refused);
  });

  test('with a wrong solution is rejected', async () => {
    const solved = open(await solvedCaptcha(testApp.app));
    solved.solution.derivedKey = '00'.repeat(32);
    expect((await send('ContactUs', { ...question, ReCaptchaCode: close(solved) })).json()).toEqual(refused);
  });

  test('counts once, even for parallel requests', async () => {
    const before = await countKept();
    const body = { ...question, ReCaptchaCode: await solvedCaptcha(testApp.app) };
    const answers = await Promise.all(Array.from({ length: 4 }, () => send('ContactUs', body)));
    expect(answers.filter((answer) => answer.json<typeof done>().HasNoErrors)).toHaveLength(1);
    expect((await send('ContactUs', body)).json()).toEqual(refused);
    expect(await countKept()).toBe(before + 1);
  });

  test('expires after twenty minutes', async () => {
    const body = { ...question, ReCaptchaCode: await solvedCaptcha(testApp.app) };
    const early = { ...question, ReCaptchaCode: await solvedCaptcha(testApp.app) };
    testApp.clock.moveOn({ minutes: 19, seconds: 59 });
    expect((await send('ContactUs', early)).json()).toEqual(done);
    testApp.clock.moveOn({ seconds: 1 });
    expect((await send('ContactUs', body)).json()).toEqual(refused);
  });

  interface Solved {
    challenge: { parameters: { cost: number; data: { expiresAt: number } } };
    solution: { derivedKey: string };
  }
  const open = (code: string) => JSON.parse(Buffer.from(code, 'base64').toString()) as Solved;
  const close = (solved: Solved) => Buffer.from(JSON.stringify(solved)).toString('base64');
});

describe('messages per hour', () => {
  test('are limited to five per address', async () => {
    const remoteAddress = '10.9.9.9';
    for (let sent = 0; sent < 5; sent++) {
      expect((await send('Feedback', feedback, { remoteAddress })).statusCode).toBe(200);
    }
    expect((await send('Feedback', feedback, { remoteAddress })).statusCode).toBe(429);
    expect((await send('ContactUs', question, { remoteAddress })).statusCode).toBe(429);
    expect((await send('Feedback', feedback)).statusCode).toBe(200);
  });

  test('are limited to five per network of an IPv6 customer, who can use any address of it', async () => {
    const from = (place: number) => send('Feedback', feedback, { remoteAddress: `2001:db8:7:9::${place}` });
    for (let sent = 1; sent <= 5; sent++) expect((await from(sent)).statusCode).toBe(200);
    expect((await from(6)).statusCode).toBe(429);
  });

  test('are limited to five per customer, from any address', async () => {
    const caller = await testApp.signIn('li.wei');
    for (let sent = 0; sent < 5; sent++) expect((await send('Feedback', feedback, { caller })).statusCode).toBe(200);
    expect((await send('Feedback', feedback, { caller })).statusCode).toBe(429);
  });
});
