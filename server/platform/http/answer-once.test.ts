import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import { deleteOutdated } from '#server/platform/jobs/retention.queries.ts';
import { solvedCaptcha } from '#tests/builders/solved-captcha.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { multipartBody, smallPdf } from '#tests/builders/uploads.ts';

const done = { HasNoErrors: true, Errors: [] };
const loan = '101-005520-1';

let test: TestApp;
let li: SignedInCaller;
let margaret: SignedInCaller;

beforeAll(async () => {
  test = await createTestApp({ options: { 'globalOptions.forceManualContactInfoChangesOption': true } });
  li = await test.signIn('li.wei');
  margaret = await test.signIn('margaret.okafor');
});

afterAll(() => test.close());

const change = {
  AccountNumbers: [loan],
  PhoneNumber1: { OldPhoneNumber: '(555) 010-5520', NewPhoneNumber: '(555) 010-5521' },
};

function requestChange(key: string, payload: object = change, caller = li) {
  const headers = { [IDEMPOTENCY_HEADER]: key };
  return caller.call({ method: 'PUT', url: '/api/ManualChangeContactInfo', headers, payload });
}

async function countRows(table: 'customer_requests' | 'contact_messages' | 'documents' | 'keyed_answers') {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(
    test.services.database,
  );
  return rows[0]?.rows ?? 0;
}

describe('requests with the same key', () => {
  it('run once and get the same answer, in sequence and in parallel', async () => {
    const key = crypto.randomUUID();
    const before = await countRows('customer_requests');
    const answers = [
      await requestChange(key),
      ...(await Promise.all(Array.from({ length: 5 }, () => requestChange(key)))),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual(
      Array.from({ length: 6 }, () => [200, done]),
    );
    const others = crypto.randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => requestChange(others)));
    expect(await countRows('customer_requests')).toBe(before + 2);
  });

  it('with other content are refused', async () => {
    const key = crypto.randomUUID();
    await requestChange(key);
    const other = await requestChange(key, {
      ...change,
      PhoneNumber1: { ...change.PhoneNumber1, NewPhoneNumber: '(555) 010-5522' },
    });
    expect(other.statusCode).toBe(422);
    expect(other.json()).toMatchObject({ HasNoErrors: false, Errors: [{ ErrorMessage: 'KeyReused' }] });
  });

  it('of different customers are independent', async () => {
    const key = crypto.randomUUID();
    const before = await countRows('customer_requests');
    await requestChange(key);
    expect((await requestChange(key, { ...change, AccountNumbers: ['101-004417-2'] }, margaret)).json()).toEqual(done);
    expect(await countRows('customer_requests')).toBe(before + 2);
  });

  it('run again if nothing was done', async () => {
    const key = crypto.randomUUID();
    const foreign = { ...change, AccountNumbers: ['101-004417-2'] };
    expect((await requestChange(key, foreign)).statusCode).toBe(404);
    expect((await requestChange(key)).json()).toEqual(done);
  });

  it('are taken over from a dead process, and expire after eight days', async () => {
    const key = crypto.randomUUID();
    const before = await countRows('customer_requests');
    await requestChange(key);
    await sql`update keyed_answers set status = null, answer = null, claimed_until = now() - interval '1 second'`.execute(
      test.services.database,
    );
    expect((await requestChange(key)).json()).toEqual(done);
    expect(await countRows('customer_requests')).toBe(before + 2);
    test.clock.moveOn({ hours: 8 * 24 });
    li = await test.signIn('li.wei');
    margaret = await test.signIn('margaret.okafor');
    expect((await requestChange(key)).json()).toEqual(done);
    expect(await countRows('customer_requests')).toBe(before + 3);
    test.clock.moveOn({ hours: 8 * 24, seconds: 1 });
    li = await test.signIn('li.wei');
    await deleteOutdated(test.services.database, test.services.clock.now());
    expect(await countRows('keyed_answers')).toBe(0);
  });
});

describe('the outcome of a request', () => {
  async function ask(key: string, caller: Pick<SignedInCaller, 'call'> = li) {
    const answer = await caller.call({ method: 'GET', url: `/api/Request/GetOutcome?key=${key}` });
    return answer.json<{ Outcome: string }>().Outcome;
  }
  const visitor: Pick<SignedInCaller, 'call'> = { call: (request) => test.app.inject(request) };

  it('is known by its key, to the one who sent it', async () => {
    const key = crypto.randomUUID();
    expect(await ask(key)).toBe('NotReceived');
    await requestChange(key);
    expect(await ask(key)).toBe('Made');
    expect(await ask(key, margaret)).toBe('NotReceived');
    expect(await ask(key, visitor)).toBe('NotReceived');
  });

  it('is that it was refused, or that it was never received', async () => {
    const [refused, foreign] = [crypto.randomUUID(), crypto.randomUUID()];
    const headers = { [IDEMPOTENCY_HEADER]: refused };
    const payload = { ...visitorsQuestion, ReCaptchaCode: 'no proof' };
    await test.app.inject({ method: 'POST', url: '/api/Messages/ContactUs', headers, payload });
    expect(await ask(refused, visitor)).toBe('Refused');
    expect((await requestChange(foreign, { ...change, AccountNumbers: ['101-004417-2'] })).statusCode).toBe(404);
    expect(await ask(foreign)).toBe('NotReceived');
  });

  it('is open while a process works on it, and unknown once that process has died', async () => {
    const key = crypto.randomUUID();
    await requestChange(key);
    const claim = (seconds: number) =>
      sql`update keyed_answers set status = null, answer = null,
        claimed_until = now() + ${seconds} * interval '1 second'`.execute(test.services.database);
    await claim(60);
    expect(await ask(key)).toBe('InProgress');
    await claim(-1);
    expect(await ask(key)).toBe('Unknown');
  });
});

const visitorsQuestion = {
  FeedbackType: 'Question',
  Name: 'Harriet Lowell',
  Email: 'harriet.lowell@example.com',
  ServicingBranch: '101',
  Subject: 'Rates',
  Message: 'What does a car loan cost?',
  Alert: { Email: '', PersonalName: '', ServicingBranch: '', UserAgent: '', Username: '' },
};

describe('a visitor', () => {
  async function write(key: string) {
    const payload = { ...visitorsQuestion, ReCaptchaCode: await solvedCaptcha(test.app) };
    const headers = { [IDEMPOTENCY_HEADER]: key };
    return () => test.app.inject({ method: 'POST', url: '/api/Messages/ContactUs', headers, payload });
  }

  it('sends a message once, although its captcha works only once', async () => {
    const before = await countRows('contact_messages');
    const send = await write(crypto.randomUUID());
    expect([(await send()).json(), (await send()).json()]).toEqual([done, done]);
    expect(await countRows('contact_messages')).toBe(before + 1);
  });

  it("needs a key that can't be guessed", async () => {
    const send = await write('short-key');
    expect((await send()).statusCode).toBe(400);
  });

  it('registers once and learns that it worked', async () => {
    const payload = {
      Agreements: test.services.institution.agreements
        .filter(({ whenToAgree }) => whenToAgree.includes('registration'))
        .map(({ hostNumber }) => ({ AgreedTo: true, AgreementType: hostNumber })),
      UserName: 'harriet.lowell',
      AccountNumber: '101-008814-6',
      AccountType: 'Loan',
      FirstName: 'Harriet',
      LastName: 'Lowell',
      EmailAddress: 'harriet.lowell@example.com',
      SSN: '900318814',
      DateOfBirth: '05/23/1979',
      ZipCode: '04101',
      PhoneNumber: '(555) 010-8814',
      Password: 'three tall ships 7',
      PasswordConfirm: 'three tall ships 7',
    };
    const headers = { [IDEMPOTENCY_HEADER]: crypto.randomUUID() };
    const register = () => test.app.inject({ method: 'POST', url: '/api/Register/RegisterUser', headers, payload });
    const first = await register();
    expect(first.json()).toMatchObject({ HasNoErrors: true });
    expect((await register()).json()).toEqual(first.json());
  });
});

it('a document uploaded again with its key is stored once', async () => {
  li = await test.signIn('li.wei');
  const before = await countRows('documents');
  const { payload, headers } = multipartBody({ LoanNumber: loan, FileTypeID: '1' }, smallPdf);
  const request = {
    method: 'POST',
    url: '/api/file/UploadFileWithLoanNumber',
    payload,
    headers: { ...headers, [IDEMPOTENCY_HEADER]: crypto.randomUUID() },
  } as const;
  expect((await li.call(request)).json()).toEqual(done);
  // Later than an identical file would be recognized by its content.
  test.clock.moveOn({ minutes: 11 });
  li = await test.signIn('li.wei');
  expect((await li.call(request)).json()).toEqual(done);
  expect(await countRows('documents')).toBe(before + 1);
});

describe('a message that is sent again after its process died', () => {
  /** Every answer that is not saved with the message is lost, as if the process had died in between. */
  async function whileDying(send: () => Promise<unknown>): Promise<void> {
    const { database } = test.services;
    await sql`
      create function die_after_the_message() returns trigger language plpgsql as $$
      begin
        if not exists (select from conversation_entries where xmin = pg_current_xact_id()::xid) then
          raise exception 'died';
        end if;
        return null;
      end $$`.execute(database);
    await sql`
      create constraint trigger dies after update on keyed_answers deferrable initially deferred
      for each row execute function die_after_the_message()`.execute(database);
    try {
      await send();
    } finally {
      await sql`drop trigger dies on keyed_answers`.execute(database);
      await sql`drop function die_after_the_message`.execute(database);
      await sql`update keyed_answers set claimed_until = now() - interval '1 second' where claimed_until is not null`.execute(
        database,
      );
    }
  }

  async function countEntries(): Promise<number> {
    const { rows } = await sql<{ entries: number }>`
      select count(*)::int as entries from conversation_entries`.execute(test.services.database);
    return rows[0]?.entries ?? 0;
  }

  it.each(['Begin', 'Reply'])('is there once, also without files: %s', async (path) => {
    await test.withOptions({ 'messageOptions.secureMessages': true }, async () => {
      li = await test.signIn('li.wei');
      const begun = { topic: 'Payoff', subject: 'My loan', text: 'What do I owe?', fileIds: [] };
      if (path === 'Reply') await li.call({ method: 'POST', url: '/api/Conversations/Begin', payload: begun });
      const { conversations } = (await li.call({ method: 'GET', url: '/api/Conversations' })).json();
      const conversationId = conversations[0]?.conversationId;
      const payload = path === 'Begin' ? begun : { conversationId, text: 'Are you there?', fileIds: [] };
      const headers = { [IDEMPOTENCY_HEADER]: crypto.randomUUID() };
      const send = () => li.call({ method: 'POST', url: `/api/Conversations/${path}`, headers, payload });
      const before = await countEntries();
      await whileDying(send);
      const answer = await send();
      expect([answer.statusCode, answer.json()]).toEqual([200, done]);
      expect(await countEntries()).toBe(before + 1);
    });
  });

  it('is there once from the contact form of a visitor', async () => {
    const before = await countRows('contact_messages');
    const payload = { ...visitorsQuestion, ReCaptchaCode: await solvedCaptcha(test.app) };
    const headers = { [IDEMPOTENCY_HEADER]: crypto.randomUUID() };
    const send = () => test.app.inject({ method: 'POST', url: '/api/Messages/ContactUs', headers, payload });
    await whileDying(send);
    expect((await send()).json()).toEqual(done);
    expect(await countRows('contact_messages')).toBe(before + 1);
  });
});
