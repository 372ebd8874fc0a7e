import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deskRoles, mayDo } from '#common/desk/permissions.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import type { Mail } from '#server/messages/compose-mail.ts';
import { messagesCommand } from '#server/messages/messages.cli.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { readOperatingFigures } from '#server/platform/operating-metrics.queries.ts';
import { auditOf, type DeskCaller, enterDesk, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import {
  changeWarning,
  findInTimeline,
  queueMail,
  recipient,
  refusal,
  sendWaiting,
} from '#tests/builders/sent-messages.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

const { customerId } = recipient;
const reason = 'The address is wrong';
let test: TestApp;
let agent: DeskCaller;
let supervisor: DeskCaller;
let userId: number;

beforeAll(async () => {
  test = await createTestApp(withDesk);
  userId = (await findUserByLogin(test.services.database, 'li.wei'))?.userId ?? 0;
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.services.database.deleteFrom('outbox_messages').execute();
  ({ agent, supervisor } = await enterStaff(test, customerId));
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
    const messageId = await queueMail(test);
    test.clock.moveOn({ minutes: 14 });
    await sendWaiting(test, refusal(550));
    expect(await findInTimeline(agent, messageId)).toEqual({ messageId, again: 'NotSentYet', giveUp: 'possible' });
    const again = await agent.post('/api/desk/messages/send-again', { customerId, messageId, reason });
    expect(again.json()).toEqual({ error: 'NotSentYet' });
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
    const messageId = await queueMail(test, {
      recipient: 'help@harbor.example',
      subject: { key: 'contactMail.questionSubject', values: { subject: 'My husband Jo has died' } },
      body: { key: 'contactMail.questionBody', values: { sender: 'From: Ann', message: 'What now?' } },
    });
    await sendWaiting(test, refusal(550));
    expect((await supervisor.post('/api/desk/messages/drop', { messageId, reason })).json()).toEqual({});
    const dropped = await auditOf(test, 'desk-message-dropped');
    expect(dropped).toContainEqual(expect.objectContaining({ messageId, kind: 'contactMail.questionBody' }));
    expect(JSON.stringify(dropped)).not.toContain('Jo has died');
  });

  it.each(deskRoles)('names its customer and kind to a %s only if they may see customers', async (role) => {
    await queueMail(test);
    await sendWaiting(test, refusal(550));
    const { undelivered = [] } = (await (await enterDesk(test, role)).get('/api/desk/health')).json();
    const named = mayDo(role, 'seeCustomers') ? [customerId, 'documentMail.deliveredBody'] : [null, null];
    expect(undelivered.map((line: Record<string, unknown>) => [line['customerId'], line['kind']])).toEqual(
      mayDo(role, 'seeHealth') ? [named] : [],
    );
  });

  it('differs from one that is only late', async () => {
    const messageId = await queueMail(test);
    await sendWaiting(test, refusal(451));
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
    const messageId = await queueMail(test);
    await sendWaiting(test, refusal(451));
    expect((await drop(messageId)).json()).toEqual({ error: 'StillTried' });
    expect(await findInTimeline(agent, messageId)).toMatchObject({ giveUp: 'StillTried' });
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
    ['to a former address', changeWarning],
    [
      'of a change to the sign-in',
      { subject: { key: 'securityMail.accessSubject' }, body: { key: 'securityMail.passkeysRemovedBody' } },
    ],
  ])('and warns %s is given up only then, for the customer of the login', async (_what, mail) => {
    const messageId = await queueMail(test, { ...mail, userId });
    await sendWaiting(test, refusal(451));
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
    await sendWaiting(test, refusal(550));
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
    const messageId = await queueMail(test);
    await sendWaiting(test, refusal(code));
    if (old) await age(messageId, old);
    const { database, clock } = test.services;
    await database.updateTable('outbox_messages').set({ next_attempt_at: clock.now().toString() }).execute();
    let meanwhile: unknown;
    await sendWaiting(test, async () => {
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
    const messageId = await queueMail(test);
    const early = await supervisor.post('/api/desk/messages/drop', { messageId, reason });
    expect(early.json()).toEqual({ error: 'NotUndelivered' });
    expect(await listNewestMessages(test.services, 5)).toHaveLength(1);
  });

  it('is given up at the command line, with an entry', async () => {
    const messageId = await queueMail(test);
    await sendWaiting(test, refusal(550));
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
