import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deskRoles, mayDo } from '#common/desk/permissions.ts';
import { defaultNotifications } from '#common/profile/rules/notifications.ts';
import { recordEmailChange } from '#server/identity/users/email-changes.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { composeMail, type Mail } from '#server/messages/compose-mail.ts';
import { messagesCommand } from '#server/messages/messages.cli.ts';
import { savePreferences } from '#server/messages/notification-preferences.queries.ts';
import { enqueueMessage, listNewestMessages } from '#server/messages/outbox.queries.ts';
import { sendOutboxJob } from '#server/messages/send-outbox.job.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { deleteOutdated } from '#server/platform/jobs/retention.queries.ts';
import { readOperatingFigures } from '#server/platform/operating-metrics.queries.ts';
import { auditOf, type DeskCaller, enterDesk, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

const customerId = '400102';
const present = 'li.wei@example.com';
const reason = 'Says it never came';
let test: TestApp;
let agent: DeskCaller;
let supervisor: DeskCaller;
let userId: number;
let count = 0;

beforeAll(async () => {
  test = await createTestApp(withDesk);
  userId = (await findUserByLogin(test.services.database, 'li.wei'))?.userId ?? 0;
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.services.database.deleteFrom('outbox_messages').execute();
  ({ agent, supervisor } = await enterStaff(test, customerId));
});

const notice = {
  subject: { key: 'documentMail.deliveredSubject' },
  body: { key: 'documentMail.deliveredBody', values: { name: 'Li Wei' } },
} as const;

/** To the address that was changed. */
const warning = {
  recipient: 'former@example.com',
  subject: { key: 'profileMail.emailChangedSubject' },
  body: { key: 'profileMail.emailChangedBody', values: { name: 'Li Wei' } },
} as const;

async function queue(mail: Partial<Mail> = {}): Promise<number> {
  const { services, clock } = test;
  count += 1;
  const occasion = `test-${count}`;
  const whose = mail.userId === undefined ? { customerId } : {};
  const composed = composeMail(services.institution, { occasion, recipient: present, ...whose, ...notice, ...mail });
  if (!composed) throw new Error('The institution does not send it');
  await inTransaction(services.database, (transaction) => enqueueMessage(services, transaction, composed, clock.now()));
  const row = await services.database
    .selectFrom('outbox_messages')
    .select('message_id')
    .where('occasion', '=', occasion)
    .executeTakeFirstOrThrow();
  return row.message_id;
}

const refusal = (responseCode: number) => () =>
  Promise.reject(Object.assign(new Error('No such mailbox'), { responseCode }));

/** Sends what waits as production does, where words are deleted. */
function sendWaiting(send: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  const { services } = test;
  const config = { ...services.config, mode: 'production' } as const;
  const mailer = { send, verify: () => Promise.resolve() };
  return sendOutboxJob.run({ ...services, config, mailer }, new AbortController().signal);
}

async function sent(mail: Partial<Mail> = {}): Promise<number> {
  const messageId = await queue(mail);
  await sendWaiting();
  return messageId;
}

async function again(messageId: number, by = agent) {
  return (await by.post('/api/desk/messages/send-again', { customerId, messageId, reason })).json();
}

async function keptWords(messageId: number) {
  const { words_sealed: words } = await test.services.database
    .selectFrom('outbox_messages')
    .select('words_sealed')
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow();
  return words;
}

async function shown(messageId: number) {
  const { entries } = (await agent.get(`/api/desk/customer/timeline?customerId=${customerId}&kind=sent`)).json();
  return entries.find((entry: { readonly id: string }) => entry.id === `sent-${messageId}`)?.message;
}

describe('an email that has left', () => {
  it('is sent once more with its words, and leaves an entry', async () => {
    const messageId = await sent();
    expect(await shown(messageId)).toEqual({ messageId, again: 'possible', giveUp: null });
    expect(await again(messageId)).toEqual({});
    const [second, first, ...others] = await listNewestMessages(test.services, 5);
    expect(others).toEqual([]);
    const line = "We're sending you this email again. We first sent it on Nov 21, 2026.";
    expect(second).toMatchObject({ recipient: present, subject: first?.subject, body: `${line}\n\n${first?.body}` });
    expect(second?.html.replace(/<p [^>]*>We're sending .* 2026\.<\/p>/, '')).toBe(
      first?.html.replace(/<body[^>]*>/, '$&\n'),
    );
    expect(second?.body).toContain('Li Wei');
    expect(second?.occasion).not.toBe(first?.occasion);
    expect(await auditOf(test, 'desk-message-sent-again')).toMatchObject([
      { messageId, customerId, reason, kind: 'documentMail.deliveredBody', staff: agent.emailAddress },
    ]);
  });

  it('goes to the present address', async () => {
    const messageId = await sent({ recipient: 'former@example.com' });
    expect(await again(messageId)).toEqual({});
    expect((await listNewestMessages(test.services, 1))[0]?.recipient).toBe(present);
  });

  it.each<[string, Partial<Mail>]>([
    ['a code', { code: '123456' }],
    ['a link that lets someone in', { link: { label: 'recoveryMail.link', url: 'https://harbor.example/?token=x' } }],
    ['words that are useful for a while', { usefulMinutes: 60 }],
  ])('with %s is never sent again, and its words are deleted', async (_what, mail) => {
    const messageId = await sent(mail);
    expect(await shown(messageId)).toMatchObject({ again: 'HoldsSecret' });
    expect(await again(messageId)).toEqual({ error: 'HoldsSecret' });
    expect(await keptWords(messageId)).toBeNull();
  });

  it('that went to someone else leaves no words behind', async () => {
    const messageId = await sent(warning);
    expect(await keptWords(messageId)).toBeNull();
    expect(await keptWords(await sent())).not.toBeNull();
  });

  it('with a link that only opens the portal is sent again with it', async () => {
    const url = 'https://harbor.example/#/myaccount/conversations';
    const messageId = await sent({ link: { label: 'conversationMail.noticeLink', url, opensPortal: true } });
    expect(await again(messageId)).toEqual({});
    expect((await listNewestMessages(test.services, 1))[0]?.body).toContain(url);
  });

  it('is not sent again after 30 days, when its words are gone', async () => {
    const messageId = await sent();
    const { database, clock } = test.services;
    await deleteOutdated(database, clock.now().add({ hours: 24 * 30 - 1 }));
    expect(await shown(messageId)).toMatchObject({ again: 'possible' });
    await deleteOutdated(database, clock.now().add({ hours: 24 * 30 + 1 }));
    expect(await shown(messageId)).toMatchObject({ again: 'WordsGone' });
    expect(await again(messageId)).toEqual({ error: 'WordsGone' });
  });

  it('is sent again at most once a day, also through its copy', async () => {
    const messageId = await sent();
    expect(await again(messageId)).toEqual({});
    await sendWaiting();
    expect(await again(messageId)).toEqual({ error: 'SentAgainToday' });
    const copy = await test.services.database
      .selectFrom('outbox_messages')
      .select('message_id')
      .where('occasion', 'like', `again-${messageId}-%`)
      .executeTakeFirstOrThrow();
    expect(await again(copy.message_id)).toEqual({ error: 'SentAgainToday' });
    expect(await again(await sent())).toEqual({});
    test.clock.moveOn({ hours: 23, minutes: 59 });
    ({ agent } = await enterStaff(test, customerId));
    expect(await again(messageId)).toEqual({ error: 'SentAgainToday' });
    test.clock.moveOn({ minutes: 1 });
    expect(await again(copy.message_id)).toEqual({});
    const [copyOfCopy] = await listNewestMessages(test.services, 1);
    expect(copyOfCopy?.body.match(/We first sent it on/g)).toHaveLength(1);
  });

  it('is sent once by two at the same moment', async () => {
    const messageId = await sent();
    const answers = await Promise.all([again(messageId), again(messageId)]);
    expect(answers).toContainEqual({});
    expect(answers).toContainEqual({ error: 'SentAgainToday' });
  });

  it('is not sent to an address that was changed within a day', async () => {
    const messageId = await sent();
    const { database, clock } = test.services;
    await inTransaction(database, (transaction) =>
      recordEmailChange(transaction, userId, 'li.before@example.com', clock.now()),
    );
    expect(await again(messageId)).toEqual({ error: 'AddressChanged' });
    expect(await auditOf(test, 'desk-message-sent-again')).not.toContainEqual(expect.objectContaining({ messageId }));
    test.clock.moveOn({ hours: 23, minutes: 59 });
    ({ agent } = await enterStaff(test, customerId));
    expect(await again(messageId)).toEqual({ error: 'AddressChanged' });
    test.clock.moveOn({ minutes: 1 });
    expect(await again(messageId)).toEqual({});
  });

  it('written before this was asked is not sent again', async () => {
    const messageId = await sent();
    await test.services.database.updateTable('outbox_messages').set({ may_resend: null }).execute();
    expect(await again(messageId)).toEqual({ error: 'WordsGone' });
  });

  it('of someone else at the same address is not sent to this customer', async () => {
    expect(await again(await sent({ customerId: '400101' }))).toEqual({ error: 'ToSomeoneElse' });
    const body = { key: 'contactMail.questionBody' } as unknown as Mail['body'];
    const toInstitution = await sent();
    await test.services.database.updateTable('outbox_messages').set({ kind: body.key }).execute();
    expect(await again(toInstitution)).toEqual({ error: 'ToSomeoneElse' });
  });

  it('that the customer has turned off since is not sent again', async () => {
    const values = { name: 'Li Wei', loan: 'Auto loan', date: 'Nov 5, 2026', amount: '$1.00' };
    const body = { key: 'alertMail.bodyDelinquent', values } as const;
    const messageId = await sent({ userId, subject: { key: 'alertMail.subjectDelinquent' }, body });
    const { database, clock } = test.services;
    const preferences = { ...defaultNotifications, turnOffAll: true };
    await inTransaction(database, (transaction) =>
      savePreferences(transaction, { userId, sequenceNumber: 0, preferences, at: clock.now() }),
    );
    expect(await again(messageId)).toEqual({ error: 'TurnedOff' });
  });

  it('is named to nobody who has not opened its customer, or may not help', async () => {
    const messageId = await sent();
    const closed = await enterDesk(test, 'agent');
    expect(await again(messageId, closed)).toEqual({ error: 'OpenFirst' });
    const operations = await enterDesk(test, 'operations');
    await operations.open(customerId);
    expect(await again(messageId, operations)).toEqual({ error: 'NotPermitted' });
    expect(await again(987_654)).toEqual({ error: 'NotFound' });
  });
});

describe('an email that an address refuses for good', () => {
  async function oldest() {
    const { database, clock } = test.services;
    return (await readOperatingFigures(database, clock))?.oldestMessage;
  }

  async function health() {
    return (await supervisor.get('/api/desk/health')).json();
  }

  it('is named by health, and once given up, the alarm ends', async () => {
    const messageId = await queue();
    test.clock.moveOn({ minutes: 14 });
    await sendWaiting(refusal(550));
    expect(await shown(messageId)).toEqual({ messageId, again: 'NotSentYet', giveUp: 'possible' });
    expect(await again(messageId)).toEqual({ error: 'NotSentYet' });
    const before = await health();
    expect(before.undelivered).toMatchObject([
      {
        messageId,
        maskedRecipient: 'l••••@example.com',
        customerId,
        attempts: 1,
        refusedForGood: true,
        giveUp: 'possible',
      },
    ]);
    expect(before.queues).toMatchObject([{ state: expect.stringContaining('1 refused for good') }]);
    expect(await oldest()).toBeGreaterThanOrEqual(840);
    const drop = (by: DeskCaller) => by.post('/api/desk/messages/drop', { messageId, reason });
    expect((await drop(agent)).json()).toEqual({ error: 'NotPermitted' });
    expect((await drop(supervisor)).json()).toEqual({});
    expect((await drop(supervisor)).json()).toEqual({ error: 'NotUndelivered' });
    expect([await oldest(), (await health()).undelivered]).toEqual([0, []]);
    expect(await auditOf(test, 'desk-message-dropped')).toMatchObject([
      { messageId, customerId, reason, kind: 'documentMail.deliveredBody', attempts: 1, because: 'refusedForGood' },
    ]);
    expect(await auditOf(test, 'desk-refused')).toContainEqual(
      expect.objectContaining({ call: 'POST /api/desk/messages/drop', code: 'NotUndelivered', reason }),
    );
  });

  it('and holds what a visitor wrote leaves nothing of it in the audit log, which is kept forever', async () => {
    const messageId = await queue({
      recipient: 'help@harbor.example',
      subject: { key: 'contactMail.questionSubject', values: { subject: 'My husband Jo has died' } },
      body: { key: 'contactMail.questionBody', values: { sender: 'From: Ann', message: 'What now?' } },
    });
    await sendWaiting(refusal(550));
    expect((await supervisor.post('/api/desk/messages/drop', { messageId, reason })).json()).toEqual({});
    const dropped = await auditOf(test, 'desk-message-dropped');
    expect(dropped).toContainEqual(expect.objectContaining({ messageId, kind: 'contactMail.questionBody' }));
    expect(JSON.stringify(dropped)).not.toContain('Jo has died');
  });

  it.each(deskRoles)('names its customer and kind to a %s only if they may see customers', async (role) => {
    await queue();
    await sendWaiting(refusal(550));
    const { undelivered = [] } = (await (await enterDesk(test, role)).get('/api/desk/health')).json();
    const named = mayDo(role, 'seeCustomers') ? [customerId, 'documentMail.deliveredBody'] : [null, null];
    expect(undelivered.map((line: Record<string, unknown>) => [line['customerId'], line['kind']])).toEqual(
      mayDo(role, 'seeHealth') ? [named] : [],
    );
  });

  it('differs from one that is only late', async () => {
    const messageId = await queue();
    await sendWaiting(refusal(451));
    expect((await health()).undelivered).toMatchObject([{ messageId, refusedForGood: false }]);
  });

  const drop = (messageId: number) => supervisor.post('/api/desk/messages/drop', { messageId, reason });

  /** As after so many tries, the last of them long over. */
  async function age(messageId: number, { hours, attempts }: { readonly hours: number; readonly attempts: number }) {
    const now = test.clock.now();
    const createdAt = now.subtract({ hours }).toString();
    await test.services.database
      .updateTable('outbox_messages')
      .set({ attempts, created_at: createdAt, next_attempt_at: now.add({ hours: 1 }).toString() })
      .where('message_id', '=', messageId)
      .execute();
  }

  it('and may still arrive is not given up before a day of tries', async () => {
    const messageId = await queue();
    await sendWaiting(refusal(451));
    expect((await drop(messageId)).json()).toEqual({ error: 'StillTried' });
    expect(await shown(messageId)).toMatchObject({ giveUp: 'StillTried' });
    expect((await health()).undelivered).toMatchObject([{ messageId, giveUp: 'StillTried' }]);
    await age(messageId, { hours: 23, attempts: 11 });
    expect((await drop(messageId)).json()).toEqual({ error: 'StillTried' });
    await age(messageId, { hours: 26, attempts: 10 });
    expect((await drop(messageId)).json()).toEqual({ error: 'StillTried' });
    await age(messageId, { hours: 26, attempts: 11 });
    expect((await health()).undelivered).toMatchObject([{ messageId, giveUp: 'possible' }]);
    expect((await drop(messageId)).json()).toEqual({});
    expect(await auditOf(test, 'desk-message-dropped')).toContainEqual(
      expect.objectContaining({ messageId, because: 'triedForADay', securityNotice: false }),
    );
  });

  it.each<[string, Partial<Mail>]>([
    ['to a former address', warning],
    [
      'of a change to the sign-in',
      { subject: { key: 'securityMail.accessSubject' }, body: { key: 'securityMail.passkeysRemovedBody' } },
    ],
  ])('and warns %s is given up only then, for the customer of the login', async (_what, mail) => {
    const messageId = await queue({ ...mail, userId });
    await sendWaiting(refusal(451));
    await age(messageId, { hours: 100, attempts: 20 });
    expect((await drop(messageId)).json()).toEqual({ error: 'WarnsCustomer' });
    expect((await health()).undelivered).toMatchObject([{ messageId, giveUp: 'WarnsCustomer' }]);
    const administrator = await enterDesk(test, 'administrator');
    expect((await administrator.get('/api/desk/health')).json().undelivered).toMatchObject([{ giveUp: null }]);
    const run = () => messagesCommand.run(['drop', String(messageId), reason, '--by', 'Ana Silva'], test.services);
    expect(await run()).toBe(1);
    await test.services.database
      .updateTable('outbox_messages')
      .set({ next_attempt_at: test.clock.now().toString() })
      .execute();
    await sendWaiting(refusal(550));
    expect((await drop(messageId)).json()).toEqual({});
    expect(await auditOf(test, 'desk-message-dropped')).toContainEqual(
      expect.objectContaining({ messageId, customerId, because: 'refusedForGood', securityNotice: true }),
    );
    const { entries } = (await agent.get(`/api/desk/customer/timeline?customerId=${customerId}&kind=staff`)).json();
    expect(entries).toContainEqual(expect.objectContaining({ title: expect.stringMatching(/Gave up a message/) }));
  });

  it.each([
    ['was refused for good before', 550, 'StillTried', undefined],
    ['was tried for a day', 451, 'BeingSent', { hours: 26, attempts: 11 }],
  ] as const)('is not given up while it leaves, if it %s', async (_what, code, error, old) => {
    const messageId = await queue();
    await sendWaiting(refusal(code));
    if (old) await age(messageId, old);
    const { database, clock } = test.services;
    await database.updateTable('outbox_messages').set({ next_attempt_at: clock.now().toString() }).execute();
    let meanwhile: unknown;
    await sendWaiting(async () => {
      meanwhile = (await drop(messageId)).json();
    });
    expect(meanwhile).toEqual({ error });
    const { sent_at: sentAt } = await database
      .selectFrom('outbox_messages')
      .select('sent_at')
      .executeTakeFirstOrThrow();
    expect(sentAt).not.toBeNull();
  });

  it('can be given up only after a try', async () => {
    const messageId = await queue();
    const early = await supervisor.post('/api/desk/messages/drop', { messageId, reason });
    expect(early.json()).toEqual({ error: 'NotUndelivered' });
    expect(await listNewestMessages(test.services, 5)).toHaveLength(1);
  });

  it('is given up at the command line, with an entry', async () => {
    const messageId = await queue();
    await sendWaiting(refusal(550));
    const run = (...args: string[]) => messagesCommand.run(args, test.services);
    expect(await run()).toBe(0);
    expect(await run('drop', String(messageId), reason)).toBe(2);
    expect(await run('drop', String(messageId), ' ', '--by', 'Ana Silva')).toBe(2);
    expect(await run('drop', String(messageId), reason, '--by', 'Ana Silva')).toBe(0);
    expect(await run('drop', String(messageId), reason, '--by', 'Ana Silva')).toBe(1);
    expect(await auditOf(test, 'message-dropped')).toMatchObject([{ messageId, customerId, reason, by: 'Ana Silva' }]);
    const { entries } = (await agent.get(`/api/desk/customer/timeline?customerId=${customerId}&kind=account`)).json();
    expect(entries).toContainEqual(expect.objectContaining({ title: 'Ana Silva: Message dropped' }));
  });
});
