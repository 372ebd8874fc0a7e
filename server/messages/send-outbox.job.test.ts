import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/db/database.ts';
import { startJobs } from '#server/platform/jobs/runner.ts';
import { createLog } from '#server/platform/log.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { watchService } from '#server/platform/watch-service.ts';
import { createSmtpMailer } from '#server/platform/mail/mailer.ts';
import { composeMail } from './compose-mail.ts';
import { enqueueMessage, listNewestMessages } from './outbox.queries.ts';
import { findTrouble, readOutboxState } from './outbox-state.queries.ts';
import { stateOfQueue } from '#server/desk/health/evaluate-health.ts';
import { readOperatingFigures } from '#server/platform/operating-metrics.queries.ts';
import type { Services } from '#server/services.ts';
import { startMailServer, type TestMailServer } from '#tests/builders/mail-server.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { sendOutboxJob } from './send-outbox.job.ts';

const received: string[] = [];
let refusing = false;
let testApp: TestApp;
let services: Services;
let mailServer: TestMailServer;

beforeAll(async () => {
  mailServer = await startMailServer({ onData: receive });
  testApp = await createTestApp();
  services = {
    ...testApp.services,
    mailer: createSmtpMailer(mailServer.url, 'service@harbor.example', false),
  };
});

afterAll(async () => {
  await mailServer.close();
  await testApp.close();
});

beforeEach(() => {
  received.length = 0;
  refusing = false;
});

test('a mail server without TLS gets nothing where TLS is required', async () => {
  const mailer = createSmtpMailer(mailServer.url, 'service@harbor.example', true);
  const message = { occasion: 'code-1', recipient: 'li@example.com', subject: 'Code', body: '123456', html: '' };
  await expect(mailer.send(message)).rejects.toThrow(/TLS/i);
  expect(received).toEqual([]);
});

test('the sender may have a name, which the Message-ID leaves out', async () => {
  const mailer = createSmtpMailer(mailServer.url, 'Harbor Service <service@harbor.example>', false);
  await mailer.send({ occasion: 'named-1', recipient: 'li@example.com', subject: 'Hi', body: 'Hi', html: '' });
  expect(received[0]).toMatch(/From: Harbor Service <service@harbor\.example>[^]*<named-1@harbor\.example>/);
});

test('a message is sent once, from the institution to the customer', async () => {
  await enqueue('welcome-1');
  await run();
  await run();
  expect(received).toHaveLength(1);
  expect(received[0]).toMatch(
    /From: service@harbor\.example[^]*To: li@example\.com[^]*Subject: Hello[^]*<welcome-1@harbor\.example>/,
  );
});

test.each([
  ['production', ''],
  ['demonstration', 'kept'],
] as const)('in %s the words of a sent message are %j', async (mode, left) => {
  await enqueue(`welcome-of-${mode}`);
  await sendOutboxJob.run({ ...services, config: { ...services.config, mode } }, AbortSignal.timeout(60_000));
  const row = await services.database
    .selectFrom('outbox_messages')
    .select(['words_sealed', 'subject'])
    .where('occasion', '=', `welcome-of-${mode}`)
    .executeTakeFirstOrThrow();
  expect(row.subject).toBe('Hello');
  expect(row.words_sealed === null).toBe(left === '');
});

test('a message that can be neither sent nor marked holds up no other', async () => {
  await sql`
    create function refuse_trouble() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$;
    `.execute(services.database);
  await sql`
    create trigger refuse_trouble before update of trouble_reference, sent_at on outbox_messages for each row
    when (new.occasion = 'unmarked-1') execute function refuse_trouble()`.execute(services.database);
  await enqueue('unmarked-1');
  await enqueue('unmarked-2');
  await run();
  expect(received.join()).toContain('<unmarked-2@harbor.example>');
  await sql`drop trigger refuse_trouble on outbox_messages`.execute(services.database);
  await sql`delete from outbox_messages where occasion = 'unmarked-1'`.execute(services.database);
});

test("a waiting message can't be read in the database", async () => {
  await enqueue('welcome-sealed');
  const row = await services.database
    .selectFrom('outbox_messages')
    .selectAll()
    .where('occasion', '=', 'welcome-sealed')
    .executeTakeFirstOrThrow();
  const columns = JSON.stringify({ ...row, words_sealed: Buffer.from(row.words_sealed ?? []).toString('latin1') });
  expect(columns).not.toContain('Welcome.');
  expect(row.words_sealed).not.toBeNull();
  const [shown] = await listNewestMessages(services, 1);
  expect(shown).toMatchObject({ body: 'Welcome.', html: '<p>Welcome.</p>' });
});

test('a message queued before sealing existed is sent unchanged', async () => {
  await enqueue('welcome-unsealed');
  await services.database
    .updateTable('outbox_messages')
    .set({ body: 'Welcome, early one.', words_sealed: null })
    .where('occasion', '=', 'welcome-unsealed')
    .execute();
  await run();
  expect(received.join()).toContain('Welcome, early one.');
});

test.each([
  [9, 'sent'],
  [10, 'dropped'],
] as const)('a code valid for ten minutes and unsent for %i is %s', async (minutes, outcome) => {
  const occasion = `code-${minutes}`;
  await enqueue(occasion, 10);
  testApp.clock.moveOn({ minutes });
  const production = { ...services, config: { ...services.config, mode: 'production' as const } };
  await sendOutboxJob.run(production, AbortSignal.timeout(60_000));
  const left = await services.database
    .selectFrom('outbox_messages')
    .select('sent_at')
    .where('occasion', '=', occasion)
    .execute();
  expect([received.length, left.length]).toEqual(outcome === 'sent' ? [1, 1] : [0, 0]);
});

test('a security code is at the mail server within two seconds, without waiting for the schedule', async () => {
  const jobs = await startJobs(services, [{ ...sendOutboxJob, schedule: '0 0 1 1 *' }]);
  try {
    // The first run, at start, must not be the one that sends.
    await sleep(3_500);
    await enqueue('code-now', 10);
    const queuedAt = performance.now();
    while (received.length === 0 && performance.now() - queuedAt < 5_000) await sleep(20);
    expect(received).toHaveLength(1);
    expect(performance.now() - queuedAt).toBeLessThan(2_000);
  } finally {
    await jobs.stop();
  }
});

test('nothing is urgent when nothing waits, or where nothing is sent', async () => {
  expect(await sendOutboxJob.isUrgent?.(services)).toBe(false);
  await enqueue('code-later', 10);
  expect(await sendOutboxJob.isUrgent?.(services)).toBe(true);
  expect(await sendOutboxJob.isUrgent?.({ ...services, mailer: undefined })).toBe(false);
  await run();
  expect(await sendOutboxJob.isUrgent?.(services)).toBe(false);
});

test('a message with a code expires with the code', () => {
  const mail = {
    occasion: 'code',
    recipient: 'li@example.com',
    subject: { key: 'signInMail.codeSubject' },
    body: { key: 'signInMail.codeBody' },
    code: '123456',
  } as const;
  expect(composeMail(services.institution, mail)?.usefulMinutes).toBe(10);
});

test('the same occasion is sent once, however often it is queued', async () => {
  await enqueue('welcome-2');
  await enqueue('welcome-2');
  await run();
  expect(received).toHaveLength(1);
});

test('a message the mail server refuses is tried again later', async () => {
  await enqueue('welcome-3');
  refusing = true;
  await run();
  refusing = false;
  await run();
  expect(received).toHaveLength(0);
  testApp.clock.moveOn({ minutes: 3 });
  await run();
  expect(received).toHaveLength(1);
});

test('a code that the mail server refuses is tried again within seconds, while other messages wait for minutes', async () => {
  await enqueue('code-soon', 10);
  await enqueue('welcome-soon');
  refusing = true;
  await run();
  testApp.clock.moveOn({ seconds: 15 });
  await run();
  refusing = false;
  testApp.clock.moveOn({ seconds: 15 });
  await run();
  expect(received).toHaveLength(1);
  expect(received[0]).toContain('<code-soon@harbor.example>');
  testApp.clock.moveOn({ minutes: 3 });
  await run();
  expect(received).toHaveLength(2);
});

test('a mail server that takes nothing shows with the first refusal, and how old the oldest message is', async () => {
  const { database, clock } = services;
  testApp.clock.moveOn({ seconds: 1 });
  await enqueue('stuck-1');
  expect(await readOutboxState(database)).toMatchObject([{ channel: 'email', waiting: 1, isStuck: false }]);
  refusing = true;
  await run();
  testApp.clock.moveOn({ minutes: 7 });
  await run();
  const [state] = await readOutboxState(database);
  if (!state) throw new Error('An email waits');
  expect(stateOfQueue(state, clock.now())).toEqual({
    name: 'Emails to send',
    tone: 'warn',
    state: '1 waiting, 1 tried without success; the oldest for 7 minutes. Every attempt since then has failed',
  });
  expect((await readOperatingFigures(database, clock))?.oldestMessage).toBe(420);
  refusing = false;
  await enqueue('stuck-2');
  await run();
  const [after] = await readOutboxState(database);
  expect(after).toMatchObject({ waiting: 1, isStuck: false });
  testApp.clock.moveOn({ minutes: 9 });
  await run();
  expect((await readOperatingFigures(database, clock))?.oldestMessage).toBe(0);
});

test.each([
  ['is not reachable', (): number => 1, /^The mail server is not reachable \(connect ECONNREFUSED 127\.0\.0\.1:1\)$/],
  ['refuses the message', (): number => mailServer.port, /^The mail server refused DATA with 450$/],
] as const)('a mail server that %s leaves one line in the log, with cause and reference', async (_, port, cause) => {
  const written: string[] = [];
  const log = createLog(
    'info',
    new PassThrough().on('data', (line: Buffer) => written.push(line.toString())),
  );
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port()}`, 'service@harbor.example', false);
  const watched = watchService('mail', mailer, { log, metrics: createMetrics() });
  await enqueue(`logged-${port()}`);
  refusing = true;
  await sendOutboxJob.run({ ...services, log, mailer: watched }, new AbortController().signal);
  expect(written).toHaveLength(1);
  expect(written[0]).not.toContain('li@example.com');
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    msg: 'an outside service failed',
    service: 'mail',
    messageId: expect.any(Number),
    reference: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    err: { message: expect.stringMatching(cause) },
  });
  const { reference } = JSON.parse(written[0] ?? '') as { reference: string };
  expect(await findTrouble(services.database, { recipient: 'li@example.com', kind: 'registerMail.welcomeBody' })).toBe(
    reference,
  );
  refusing = false;
  testApp.clock.moveOn({ minutes: 3 });
  await run();
});

function enqueue(occasion: string, usefulMinutes?: number): Promise<void> {
  const message = {
    kind: 'registerMail.welcomeBody' as const,
    occasion,
    recipient: 'li@example.com',
    subject: 'Hello',
    body: 'Welcome.',
    html: '<p>Welcome.</p>',
    usefulMinutes,
  };
  return inTransaction(services.database, (transaction) =>
    enqueueMessage(services, transaction, message, services.clock.now()),
  );
}

function run(): Promise<void> {
  return sendOutboxJob.run(services, new AbortController().signal);
}

function receive(stream: NodeJS.ReadableStream, _session: unknown, done: (error?: Error) => void): void {
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  stream.on('end', () => {
    if (refusing) return done(new Error('the mailbox of li@example.com is full'));
    received.push(text);
    done();
  });
}

test('an email ends with the institution, its address and its phone number, unless these are hidden', () => {
  const mail = {
    occasion: 'signed-1',
    recipient: 'li@example.com',
    subject: { key: 'activateMail.codeSubject' },
    body: { key: 'activateMail.codeBody' },
  } as const;
  const { institution } = services;
  const signature = ['First Harbor Lending', '210 Commercial Street, Portland, ME 04101', '(555) 010-4477'];
  const message = composeMail(institution, mail);
  expect(message?.body).toContain(signature.join('\n'));
  expect(message?.html).toContain(signature.join('<br>'));
  const texts = { ...institution.texts, 'mail.signature': null };
  expect(composeMail({ ...institution, texts }, mail)?.body).not.toContain('(555)');
});

test('the logo of the institution comes with the email', async () => {
  const onWhite = { type: 'image/png', base64: Buffer.from('picture').toString('base64') } as const;
  const institution = { ...services.institution, logos: { onWhite, onBrand: null } };
  const message = composeMail(institution, {
    occasion: 'logo-1',
    recipient: 'li@example.com',
    subject: { key: 'activateMail.codeSubject' },
    body: { key: 'activateMail.codeBody' },
  });
  if (!message) throw new Error('The email is hidden');
  await inTransaction(services.database, (transaction) =>
    enqueueMessage(services, transaction, message, services.clock.now()),
  );
  await sendOutboxJob.run({ ...services, institution }, new AbortController().signal);
  const mail = received.at(-1);
  expect(mail).toContain('cid:logo');
  expect(mail).toMatch(/Content-Type: image\/png; name=logo\.png[^]*Content-ID: <logo>[^]*cGljdHVyZQ==/i);
});
