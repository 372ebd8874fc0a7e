import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultTexts } from '#common/contract/all-texts.ts';
import { placesOf } from '#common/contract/text-places.ts';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import { HostUnavailable } from '#server/host/host-errors.ts';
import { enqueueHostTask, runHostTasks } from '#server/host-tasks/run-host-tasks.command.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import type { CustomerMail } from './compose-mail.ts';
import { goesOutAnyway } from './may-send.ts';
import { messageCatalog, type MessageKey } from './message-catalog.ts';

const formerAddress = 'li.wei@example.com';

/**
 * Emails for the address known at that moment: codes, links, and notices that warn customers at the address they had.
 * The files that compose them name a recipient; all other emails learn the address when they are made.
 */
const atOnce: ReadonlySet<string> = new Set([
  'activateMail.codeBody',
  'activateMail.inviteBody',
  'addressMail.body',
  'alertMail.bodyAfter',
  'alertMail.bodyBefore',
  'alertMail.bodyDelinquent',
  'alertMail.bodyStatement',
  'profileMail.contactChangedBody',
  'profileMail.loginNameChangedBody',
  'recoveryMail.body',
  'registerMail.createdBody',
  'registerMail.triedBody',
  'registerMail.verifyBody',
  'registerMail.welcomeBody',
  'requestChangeMail.customerBody',
  'securityMail.codeBody',
  'signInMail.codeBody',
]);

/** Not composed for an address, but in a file that composes another email for one. */
const besideSuchMails = ['changeRefusedMail.body', 'conversationMail.noticeBody', 'securityMail.recoveryCodeUsedBody'];

const customerMails = (Object.keys(messageCatalog) as MessageKey[]).filter((key) => {
  const { recipient, sender } = messageCatalog[key];
  return recipient === 'customer' && sender === 'mailFrom';
});
/** Security notices also go to the former address for a day. */
const isSecurityNotice = (key: MessageKey) => /^(securityMail|credentialMail)\./.test(key);

const mailsOfToday = customerMails.filter((key) => !atOnce.has(key) && !isSecurityNotice(key) && goesOutAnyway(key));

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});

afterAll(() => app.close());

function queueAll(
  services: Services,
  keys: readonly MessageKey[],
  occasion: string,
  customerId = '400102',
): Promise<void> {
  return inTransaction(services.database, async (transaction) => {
    for (const key of keys) {
      const values = Object.fromEntries(placesOf(defaultTexts[key]).map((name) => [name, name]));
      const subject = { key: 'receiptMail.subject', values: { confirmationNumber: '1' } } as const;
      const mail = { occasion: `${occasion}-${key}`, subject, body: { key, values } } as CustomerMail;
      const at = services.clock.now().toString();
      await enqueueHostTask(services, transaction, { kind: 'mail', customerId, mail, at });
    }
  });
}

async function changeAddress(caller: SignedInCaller, address: string): Promise<void> {
  const { UserInfo } = (await caller.call({ method: 'GET', url: '/api/Profile' })).json<{ UserInfo: object }>();
  const payload = { UserInfo: { ...UserInfo, EmailAddress: address, OldPassword: DEMONSTRATION_PASSWORD } };
  const response = await caller.call({ method: 'POST', url: '/api/UpdateProfile', payload });
  expect(response.json()).toMatchObject({ HasNoErrors: true });
}

async function recipientsOf(occasion: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ kind: string; recipient: string }>`
    select kind, recipient from outbox_messages where occasion like ${`${occasion}-%`}`.execute(app.services.database);
  return new Map(rows.map(({ kind, recipient }) => [kind, recipient]));
}

const allTo = (address: string) => new Map(mailsOfToday.map((key) => [key, address]));

describe('after a change of the email address', () => {
  test('every email goes to the new one: queued before, waiting for the core, and made later', async () => {
    const { services } = app;
    const caller = await app.signIn('li.wei');
    await queueAll(services, mailsOfToday, 'waiting');
    expect(await recipientsOf('waiting')).toEqual(allTo(formerAddress));
    const noAnswer = () => Promise.reject(new HostUnavailable('unreachable', 'no answer'));
    const silent = { ...services, host: { ...services.host, findCustomer: noAnswer } };
    await queueAll(silent, mailsOfToday, 'held-up');
    await sql`update host_tasks set next_attempt_at = now()`.execute(services.database);
    // A change of the customer's data waits for what the core is still to be asked.
    await Promise.all([
      changeAddress(caller, 'li.new@example.com'),
      runHostTasks(services, new AbortController().signal),
    ]);
    await queueAll(services, mailsOfToday, 'later');
    for (const occasion of ['waiting', 'held-up', 'later']) {
      expect(await recipientsOf(occasion), occasion).toEqual(allTo('li.new@example.com'));
    }
    const { rows } = await sql<{ kind: string }>`
      select distinct kind from outbox_messages where recipient = ${formerAddress}`.execute(services.database);
    expect(rows).toEqual([{ kind: 'profileMail.emailChangedBody' }]);
  });

  test('an email that was sent before stays as it was', async () => {
    const { services } = app;
    await queueAll(services, ['receiptMail.body'], 'sent', '400105');
    const before = await recipientsOf('sent');
    expect(before.size).toBe(1);
    const caller = await app.signIn('sam.rivera');
    await sql`update outbox_messages set sent_at = now()`.execute(services.database);
    await changeAddress(caller, 'sam.new@example.com');
    expect(await recipientsOf('sent')).toEqual(before);
  });
});

test('only codes, links and notices to the present address are composed for an address', async () => {
  const files = await sourceFiles();
  const composedFor = customerMails.filter((key) =>
    files.some((source) => source.includes(`'${key}'`) && /\brecipient\b/.test(source)),
  );
  expect(new Set(composedFor)).toEqual(new Set([...atOnce, ...besideSuchMails]));
});

async function sourceFiles(): Promise<string[]> {
  const entries = await readdir('server', { recursive: true, withFileTypes: true });
  const names = entries.flatMap(({ name, parentPath }) =>
    name.endsWith('.ts') && !name.endsWith('.test.ts') && !/message-catalog|may-send/.test(name)
      ? [`${parentPath}/${name}`]
      : [],
  );
  return Promise.all(names.map((name) => readFile(name, 'utf8')));
}
