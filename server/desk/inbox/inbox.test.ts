import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, type DeskCaller, enterDesk } from '#tests/builders/desk-journey.ts';
import { createInboxScene, type InboxRow, type InboxScene } from '#tests/builders/inbox-scene.ts';
import { findConversation } from '#server/contact/conversations/conversations.queries.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';

const customerId = '400102';
let scene: InboxScene;
let agent: DeskCaller;
let supervisor: DeskCaller;
beforeAll(async () => {
  scene = await createInboxScene();
});

afterAll(() => scene.test.close());

beforeEach(async () => {
  ({ agent, supervisor } = await scene.enterStaff());
});

it('what a customer asked by the form is in the timeline, its words only for those who may read messages', async () => {
  await scene.send('My divorce', 'He must not see my loan.', scene.li);
  const operations = await enterDesk(scene.test, 'operations');
  await operations.open(customerId);
  const timelineOf = async (caller: DeskCaller) =>
    (await caller.get(`/api/desk/customer/timeline?customerId=${customerId}&kind=message`)).body;
  expect(await timelineOf(agent)).toContain('"Asked: My divorce","detail":"He must not see my loan."');
  expect(await timelineOf(operations)).toContain('"Asked a question","detail":""');
  expect(await timelineOf(operations)).not.toContain('divorce');
});

it("a customer's open messages are at hand on their page, the closed ones counted", async () => {
  const shown = async (of = customerId) =>
    (await agent.get(`/api/desk/customer/conversations?customerId=${of}`)).json() as {
      readonly conversations: readonly InboxRow[];
      readonly closedCount: number;
    };
  const [first, second] = [
    await scene.send('My payoff', 'How much?', scene.li),
    await scene.send('My car', 'Where is it?', scene.li),
  ];
  const { conversations, closedCount } = await shown();
  expect(conversations).toContainEqual(
    expect.objectContaining({ conversationId: first, subject: 'My payoff', state: 'new', assignedTo: '' }),
  );
  const closing = { customerId, conversationId: second, reason: 'Answered by phone' };
  expect((await agent.post('/api/desk/inbox/close', closing)).json()).toEqual({});
  const after = await shown();
  expect(after.conversations.map(({ conversationId }) => conversationId)).toEqual(
    conversations.map(({ conversationId }) => conversationId).filter((id) => id !== second),
  );
  expect(after.closedCount).toBe(closedCount + 1);
  await agent.open('400101');
  expect((await shown('400101')).conversations).not.toContainEqual(expect.objectContaining({ conversationId: first }));
  expect(
    await enterDesk(scene.test, 'operations').then((other) => other.get('/api/desk/customer/conversations')),
  ).toMatchObject({ statusCode: 403 });
});

describe('the institution decides', () => {
  it('what messages can be about', async () => {
    const conversationId = await scene.send('My title', 'Where is it?', scene.li);
    await scene.test.withOptions({ 'messageOptions.topics': ['Titles'] }, async () => {
      expect((await agent.get('/api/desk/inbox')).json().topics).toEqual(['Titles']);
      const sort = (topic: string) =>
        agent.post('/api/desk/inbox/sort', { customerId, conversationId, topic, reason: 'Sorted' });
      expect((await sort('Payoff')).statusCode).toBe(400);
      expect((await sort('Titles')).statusCode).toBe(200);
      expect(await scene.read(conversationId)).toMatchObject({ topic: 'Titles' });
    });
  });

  it('which answers staff can start from', async () => {
    const conversationId = await scene.send('My rate', 'What is it?', scene.li);
    const written = ['Rates\nDear {name},\n\nRates are on our site.\n\n{institution}'];
    await scene.test.withOptions({ 'messageOptions.answerTemplates': written }, async () => {
      const { templates } = await scene.read(conversationId);
      expect(templates).toMatchObject([{ title: 'Rates' }]);
      expect(templates[0].text).toMatch(/^Dear Harriet Lowell,\n\nRates are on our site\.\n\nFirst Harbor Lending$/);
    });
  });
});

describe("a customer's message from the contact form", () => {
  it('is new in the inbox, and read only by staff who have opened the customer', async () => {
    const conversationId = await scene.send('Payoff by wire', 'Where do I send a wire to?', scene.li);
    const inbox = (await agent.get('/api/desk/inbox')).json();
    expect(inbox.conversations).toContainEqual(
      expect.objectContaining({ conversationId, customerId, state: 'new', assignedTo: '', topic: '' }),
    );
    const stranger = await enterDesk(scene.test, 'agent');
    expect(await scene.read(conversationId, stranger)).toEqual({ error: 'OpenFirst' });
    expect(await scene.read(conversationId, stranger, null)).toEqual({ error: 'NotFound' });
    await stranger.open('400101');
    expect(await scene.read(conversationId, stranger, '400101')).toEqual({ error: 'NotFound' });
    const conversation = await scene.read(conversationId);
    expect(conversation).toMatchObject({ subject: 'Payoff by wire', answersBy: 'portal', maskedEmail: '' });
    expect(conversation.entries).toMatchObject([
      { kind: 'customer', byForm: true, text: 'Where do I send a wire to?' },
    ]);
    expect(conversation.templates[0].text).toContain('Hello Harriet Lowell,');
  });

  it('is answered once it was read whole; the notice by email says nothing private', async () => {
    const conversationId = await scene.send('Rate of my loan', 'What is my rate?', scene.li);
    const body = { customerId, conversationId, text: 'Your rate is 6.25 %.', next: 'customer' };
    const unread = await agent.post('/api/desk/inbox/answer', { ...body, lastEntryId: 0 });
    expect(unread.json()).toEqual({ error: 'NewerMessage' });
    const { lastEntryId } = await scene.read(conversationId);
    const answers = await Promise.all(
      [agent, supervisor].map((caller) => caller.post('/api/desk/inbox/answer', { ...body, lastEntryId })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const conversation = await scene.read(conversationId);
    expect(conversation).toMatchObject({ state: 'waiting' });
    expect(conversation.assignedTo).not.toBe('');
    expect(conversation.entries.map(({ kind }: { kind: string }) => kind)).toEqual(['customer', 'staff']);
    const [notice] = await listNewestMessages(scene.test.services, 1);
    expect(notice).toMatchObject({ recipient: 'li.wei@example.com', subject: 'You have a new message' });
    expect(notice?.body).not.toMatch(/6\.25|rate/i);
    expect(notice?.body).toContain('/#/myaccount/conversations');
    expect(await auditOf(scene.test, 'desk-message-answered')).toContainEqual(
      expect.objectContaining({ conversationId, customerId, reason: 'Customer called', next: 'customer' }),
    );
    expect(await auditOf(scene.test, 'desk-refused')).toContainEqual(
      expect.objectContaining({ call: 'POST /api/desk/inbox/answer', code: 'NewerMessage', customerId }),
    );
  });

  it('stays to be answered after an answer that only promises one', async () => {
    const conversationId = await scene.send('Missing title', 'Where is my title?', scene.li);
    const answerWith = async (next: 'customer' | 'us' | 'done') => {
      const { lastEntryId } = await scene.read(conversationId);
      const body = { customerId, conversationId, text: 'We are looking into it.', lastEntryId, next };
      expect((await agent.post('/api/desk/inbox/answer', body)).statusCode).toBe(200);
      return scene.read(conversationId);
    };
    const firstAnswer = async () =>
      (await findConversation(scene.test.services.database, conversationId))?.firstAnsweredAt ?? null;
    expect(await answerWith('us')).toMatchObject({ state: 'open', assignedTo: 'Alma Ortiz' });
    expect(await firstAnswer()).toBeNull();
    const { conversations } = (await agent.get('/api/desk/inbox?assigned=me')).json();
    expect(conversations).toContainEqual(expect.objectContaining({ conversationId, state: 'open' }));
    expect(await answerWith('customer')).toMatchObject({ state: 'waiting' });
    expect(await firstAnswer()).not.toBeNull();
    expect(await answerWith('us')).toMatchObject({ state: 'open' });
    expect(await answerWith('done')).toMatchObject({ state: 'closed' });
  });

  it('is taken, sorted, noted, closed and opened again, each with its entry', async () => {
    const conversationId = await scene.send('New phone', 'I have a new phone.', scene.li);
    const named = { customerId, conversationId };
    const [colleague] = (await scene.read(conversationId)).colleagues;
    const reason = 'Knows the customer';
    const steps = [
      ['assign', { staffId: colleague.staffId, reason }],
      ['sort', { topic: 'My information', reason }],
      ['note', { text: 'Called back, nobody there.' }],
      ['close', { reason }],
    ] as const;
    for (const [step, change] of steps) {
      expect((await agent.post(`/api/desk/inbox/${step}`, { ...named, ...change })).statusCode, step).toBe(200);
    }
    expect(await scene.read(conversationId)).toMatchObject({
      state: 'closed',
      assignedTo: colleague.name,
      topic: 'My information',
      entries: [{ kind: 'customer' }, { kind: 'note', text: 'Called back, nobody there.' }],
    });
    expect((await agent.post('/api/desk/inbox/close', { ...named, reason })).json()).toEqual({ error: 'NoLongerOpen' });
    expect((await agent.post('/api/desk/inbox/reopen', { ...named, reason })).statusCode).toBe(200);
    expect(await scene.read(conversationId)).toMatchObject({ state: 'open' });
    for (const event of ['assigned', 'sorted', 'note-added', 'closed', 'reopened']) {
      expect(await auditOf(scene.test, `desk-message-${event}`)).toContainEqual(
        expect.objectContaining({ ...named, staff: agent.emailAddress }),
      );
    }
  });

  it('goes neither to someone who may not answer nor under a topic that does not exist', async () => {
    const conversationId = await scene.send('A gift', 'Thank you for the gift.', scene.li);
    const named = { customerId, conversationId, reason: 'Holiday' };
    const operations = await enterDesk(scene.test, 'operations');
    const administrator = await enterDesk(scene.test, 'administrator');
    await administrator.confirm();
    const { staff } = (await administrator.get('/api/desk/staff')).json();
    const { staffId } = staff.find(({ role }: { role: string }) => role === 'operations');
    expect((await agent.post('/api/desk/inbox/assign', { ...named, staffId })).json()).toEqual({ error: 'NotFound' });
    expect((await agent.post('/api/desk/inbox/sort', { ...named, topic: 'x' })).json()).toEqual({
      error: 'InvalidInput',
    });
    expect((await operations.get('/api/desk/inbox')).json()).toEqual({ error: 'NotPermitted' });
  });

  it('is found by its words, and the search is in the audit log without them', async () => {
    const conversationId = await scene.send('Odd noise', 'The engine is rattling since Tuesday.', scene.li);
    const found = (await agent.post('/api/desk/inbox/find', { find: 'rattle' })).json();
    expect(found.conversations).toMatchObject([{ conversationId }]);
    const searched = await auditOf(scene.test, 'desk-inbox-searched');
    expect(searched.at(-1)).toMatchObject({ found: 1 });
    expect(JSON.stringify(searched)).not.toContain('rattle');
  });
});

describe("a visitor's message", () => {
  it('is answered by email, which names what was asked', async () => {
    const conversationId = await scene.send('Car loans', 'What does a car loan cost?');
    const conversation = await scene.read(conversationId, agent, null);
    expect(conversation).toMatchObject({ customerId: null, answersBy: 'email', maskedEmail: 'h••••@example.com' });
    const { lastEntryId } = conversation;
    const body = { conversationId, text: 'Rates start at 5 %.', lastEntryId, next: 'done' };
    expect((await agent.post('/api/desk/inbox/answer', { ...body, customerId })).json()).toEqual({ error: 'NotFound' });
    expect((await agent.post('/api/desk/inbox/answer', body)).statusCode).toBe(200);
    const [mail] = await listNewestMessages(scene.test.services, 1);
    expect(mail).toMatchObject({ recipient: 'harriet.lowell@example.com', subject: 'Re: Car loans' });
    expect(mail?.body).toContain('Rates start at 5 %.');
    expect(await scene.read(conversationId, agent, null)).toMatchObject({ state: 'closed' });
  });
});

it('Today counts what waits, for those who may answer', async () => {
  await scene.send('Waiting', 'I am waiting.', undefined);
  const today = (await agent.get('/api/desk/today')).json();
  expect(today.needs).toContainEqual(expect.objectContaining({ action: 'Answer', path: '/inbox' }));
  const operations = await enterDesk(scene.test, 'operations');
  expect((await operations.get('/api/desk/today')).json().needs).not.toContainEqual(
    expect.objectContaining({ path: '/inbox' }),
  );
});
