import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/db/database.ts';
import { createSmtpMailer, type Mailer } from '#server/platform/mail/mailer.ts';
import { TextProviderUnavailable } from '#server/platform/sms/text-message-provider.ts';
import type { Services } from '#server/services.ts';
import { startMailServer, type TestMailServer } from '#tests/builders/mail-server.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { enqueueMessage } from './outbox.queries.ts';
import { sendOutboxJob, sendTextsJob } from './send-outbox.job.ts';

let testApp: TestApp;
let services: Services;
let mailServer: TestMailServer;
let answer: number;
let attempts: number;

beforeAll(async () => {
  mailServer = await startMailServer({
    onRcptTo(_address, _session, done) {
      attempts += 1;
      done(Object.assign(new Error('not now, or never'), { responseCode: answer }));
    },
  });
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

beforeEach(async () => {
  attempts = 0;
  await services.database.deleteFrom('outbox_messages').execute();
});

test('codes that a slow mail server refuses are tried once in a run, which ends', async () => {
  for (const occasion of ['slow-1', 'slow-2', 'slow-3']) await enqueueCode(occasion);
  const tried: string[] = [];
  const mailer: Mailer = {
    send({ occasion }) {
      tried.push(occasion);
      if (tried.length > 10) throw new Error('The run does not end');
      testApp.clock.moveOn({ seconds: 10 });
      return Promise.reject(new Error('Connection timeout'));
    },
    verify: () => Promise.resolve(),
  };
  await run(sendOutboxJob, { ...services, mailer });
  expect(tried).toEqual(['slow-1', 'slow-2', 'slow-3']);
  await run(sendOutboxJob, { ...services, mailer });
  expect(tried.slice(3)).toEqual(['slow-1']);
});

test('a text with a code is sent while the mail server answers nothing', async () => {
  const silent = Promise.withResolvers<void>();
  const mailer: Mailer = { send: () => silent.promise, verify: () => silent.promise };
  const texted: string[] = [];
  const textMessages: Services['textMessages'] = {
    ...gateway(),
    send: ({ messageId }) => Promise.resolve(void texted.push(messageId)),
  };
  const both = { ...services, mailer, textMessages };
  await enqueueCode('code-by-mail');
  const mails = run(sendOutboxJob, both);
  await enqueueCode('code-by-text', 'text');
  expect(await sendTextsJob.isUrgent?.(both)).toBe(true);
  await run(sendTextsJob, both);
  expect(texted).toEqual(['code-by-text']);
  silent.resolve();
  await mails;
});

test.each([
  [450, 'not now', 5],
  [550, 'never', 1],
] as const)('a code whose address gets %i, so %s, is tried %i times within a minute', async (code, _, times) => {
  answer = code;
  await enqueueCode(`code-${code}`);
  for (const _run of [1, 2, 3, 4, 5]) {
    await run(sendOutboxJob, services);
    testApp.clock.moveOn({ seconds: 12 });
  }
  expect(attempts).toBe(times);
  testApp.clock.moveOn({ minutes: 1 });
  await run(sendOutboxJob, services);
  expect(attempts).toBe(times + 1);
});

test.each([
  ['refuses', 1, true],
  ["can't send now", 5, false],
] as const)('a code that the text gateway %s is tried %i times within a minute', async (_, times, isRefusal) => {
  const textMessages: Services['textMessages'] = {
    ...gateway(),
    send() {
      attempts += 1;
      return Promise.reject(new TextProviderUnavailable('The text message provider answered', { isRefusal }));
    },
  };
  await enqueueCode(`text-${isRefusal}`, 'text');
  for (const _run of [1, 2, 3, 4, 5]) {
    await run(sendTextsJob, { ...services, textMessages });
    testApp.clock.moveOn({ seconds: 12 });
  }
  expect(attempts).toBe(times);
});

function gateway(): NonNullable<Services['textMessages']> {
  if (!services.textMessages) throw new Error('There is no text gateway');
  return services.textMessages;
}

function enqueueCode(occasion: string, channel?: 'text'): Promise<void> {
  const message = {
    kind: 'signInMail.codeBody' as const,
    occasion,
    recipient: channel ? '5550104477' : 'li@example.com',
    subject: 'Code',
    body: '123456',
    html: '',
    usefulMinutes: 10,
    ...(channel ? { channel } : {}),
  };
  return inTransaction(services.database, (transaction) =>
    enqueueMessage(services, transaction, message, services.clock.now()),
  );
}

function run(job: typeof sendOutboxJob, withServices: Services): Promise<void> {
  return job.run(withServices, new AbortController().signal);
}
