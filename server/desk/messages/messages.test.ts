import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultNotifications } from '#common/profile/rules/notifications.ts';
import { recordEmailChange } from '#server/identity/users/email-changes.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import type { Mail } from '#server/messages/compose-mail.ts';
import { savePreferences } from '#server/messages/notification-preferences.queries.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { deleteOutdated } from '#server/platform/jobs/retention.queries.ts';
import { auditOf, type DeskCaller, enterDesk, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import { changeWarning, findInTimeline, queueMail, recipient, sendWaiting } from '#tests/builders/sent-messages.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

const { customerId, address: present } = recipient;
const reason = 'Says it never came';
let test: TestApp;
let agent: DeskCaller;
let userId: number;

beforeAll(async () => {
  test = await createTestApp(withDesk);
  userId = (await findUserByLogin(test.services.database, 'li.wei'))?.userId ?? 0;
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.services.database.deleteFrom('outbox_messages').execute();
  ({ agent } = await enterStaff(test, customerId));
});

async function sent(mail: Partial<Mail> = {}): Promise<number> {
  const messageId = await queueMail(test, mail);
  await sendWaiting(test);
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

describe('an email that has left', () => {
  it('is sent once more with its words, and leaves an entry', async () => {
    const messageId = await sent();
    expect(await findInTimeline(agent, messageId)).toEqual({ messageId, again: 'possible', giveUp: null });
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
    expect(await findInTimeline(agent, messageId)).toMatchObject({ again: 'HoldsSecret' });
    expect(await again(messageId)).toEqual({ error: 'HoldsSecret' });
    expect(await keptWords(messageId)).toBeNull();
  });

  it('that went to someone else leaves no words behind', async () => {
    const messageId = await sent(changeWarning);
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
    expect(await findInTimeline(agent, messageId)).toMatchObject({ again: 'possible' });
    await deleteOutdated(database, clock.now().add({ hours: 24 * 30 + 1 }));
    expect(await findInTimeline(agent, messageId)).toMatchObject({ again: 'WordsGone' });
    expect(await again(messageId)).toEqual({ error: 'WordsGone' });
  });

  it('is sent again at most once a day, also through its copy', async () => {
    const messageId = await sent();
    expect(await again(messageId)).toEqual({});
    await sendWaiting(test);
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

  it('is hidden from staff who have not opened its customer, or may not help', async () => {
    const messageId = await sent();
    const closed = await enterDesk(test, 'agent');
    expect(await again(messageId, closed)).toEqual({ error: 'OpenFirst' });
    const operations = await enterDesk(test, 'operations');
    await operations.open(customerId);
    expect(await again(messageId, operations)).toEqual({ error: 'NotPermitted' });
    expect(await again(987_654)).toEqual({ error: 'NotFound' });
  });
});
