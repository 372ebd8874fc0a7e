import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/db/database.ts';
import { createSmtpMailer } from '#server/platform/mail/mailer.ts';
import { enqueueMessage } from '#server/platform/mail/outbox.queries.ts';
import type { Services } from '#server/services.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { sendOutboxJob } from './send-outbox.job.ts';

const received: string[] = [];
let refusing = false;
let testApp: TestApp;
let services: Services;
let mailServer: SMTPServer;

beforeAll(async () => {
  mailServer = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], onData: receive });
  await new Promise<void>((resolve) => void mailServer.listen(0, '127.0.0.1', resolve));
  const { port } = mailServer.server.address() as AddressInfo;
  testApp = await createTestApp();
  services = { ...testApp.services, mailer: createSmtpMailer(`smtp://127.0.0.1:${port}`, 'service@harbor.example') };
});

afterAll(async () => {
  await new Promise<void>((resolve) => {
    mailServer.close(resolve);
  });
  await testApp.close();
});

beforeEach(() => {
  received.length = 0;
  refusing = false;
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
    .select(['body', 'html', 'subject'])
    .where('occasion', '=', `welcome-of-${mode}`)
    .executeTakeFirstOrThrow();
  expect(row.subject).toBe('Hello');
  expect([row.body === '', row.html === '']).toEqual(Array.from({ length: 2 }, () => left === ''));
});

test('the same thing is told once, however often it is asked for', async () => {
  await enqueue('welcome-2');
  await enqueue('welcome-2');
  await run();
  expect(received).toHaveLength(1);
});

test('a message that the mail server refuses is tried again later', async () => {
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

function enqueue(occasion: string): Promise<void> {
  const message = {
    kind: 'registerMail.welcomeBody' as const,
    occasion,
    recipient: 'li@example.com',
    subject: 'Hello',
    body: 'Welcome.',
    html: '<p>Welcome.</p>',
  };
  return inTransaction(services.database, (transaction) => enqueueMessage(transaction, message, services.clock.now()));
}

function run(): Promise<void> {
  return sendOutboxJob.run(services, new AbortController().signal);
}

function receive(stream: NodeJS.ReadableStream, _session: unknown, done: (error?: Error) => void): void {
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  stream.on('end', () => {
    if (refusing) return done(new Error('Not now'));
    received.push(text);
    done();
  });
}
