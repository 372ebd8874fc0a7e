import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { solvedCaptcha } from '#tests/builders/solved-captcha.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { findConversation } from '#server/contact/conversations/conversations.queries.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';

const customerId = '400102';
let test: TestApp;
let li: SignedInCaller;
let agent: DeskCaller;
let supervisor: DeskCaller;
let addresses = 0;

beforeAll(async () => {
  test = await createTestApp({ ...withDesk, options: { 'messageOptions.secureMessages': true } });
  li = await test.signIn('li.wei');
});

afterAll(() => test.close());

beforeEach(async () => {
  await sql`delete from request_limits`.execute(test.services.database);
  [agent, supervisor] = [await enterDesk(test, 'agent'), await enterDesk(test, 'supervisor')];
  for (const caller of [agent, supervisor]) await caller.open(customerId);
});

interface Row {
  readonly conversationId: number;
  readonly subject: string;
}

async function send(subject: string, message: string, caller?: SignedInCaller) {
  const request = {
    method: 'POST',
    url: '/api/Messages/ContactUs',
    payload: {
      FeedbackType: 'Question',
      Name: 'Harriet Lowell',
      Email: 'harriet.lowell@example.com',
      Subject: subject,
      Message: message,
      Alert: { Email: '', PersonalName: '', ServicingBranch: '', UserAgent: '', Username: '' },
      ReCaptchaCode: await solvedCaptcha(test.app),
    },
    remoteAddress: `10.7.0.${++addresses}`,
  } as const;
  const sent = await (caller ? caller.call(request) : test.app.inject(request));
  expect(sent.json()).toEqual({ HasNoErrors: true, Errors: [] });
  const { conversations } = (await agent.post('/api/desk/inbox/find', { find: subject })).json();
  return conversations.find((row: Row) => row.subject === subject).conversationId as number;
}

async function read(conversationId: number, caller = agent, of: string | null = customerId) {
  const customer = of === null ? '' : `&customerId=${of}`;
  return (await caller.get(`/api/desk/conversation?conversationId=${conversationId}${customer}`)).json();
}

it('what a customer asked by the form is in the timeline, its words only for those who may read messages', async () => {
  await send('My divorce', 'He must not see my loan.', li);
  const operations = await enterDesk(test, 'operations');
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
      readonly conversations: readonly Row[];
      readonly closedCount: number;
    };
  const [first, second] = [await send('My payoff', 'How much?', li), await send('My car', 'Where is it?', li)];
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
    await enterDesk(test, 'operations').then((other) => other.get('/api/desk/customer/conversations')),
  ).toMatchObject({ statusCode: 403 });
});

describe('the institution decides', () => {
  it('what messages can be about', async () => {
    const conversationId = await send('My title', 'Where is it?', li);
    await test.withOptions({ 'messageOptions.topics': ['Titles'] }, async () => {
      expect((await agent.get('/api/desk/inbox')).json().topics).toEqual(['Titles']);
      const sort = (topic: string) =>
        agent.post('/api/desk/inbox/sort', { customerId, conversationId, topic, reason: 'Sorted' });
      expect((await sort('Payoff')).statusCode).toBe(400);
      expect((await sort('Titles')).statusCode).toBe(200);
      expect(await read(conversationId)).toMatchObject({ topic: 'Titles' });
    });
  });

  it('which answers staff can start from', async () => {
    const conversationId = await send('My rate', 'What is it?', li);
    const written = ['Rates\nDear {name},\n\nRates are on our site.\n\n{institution}'];
    await test.withOptions({ 'messageOptions.answerTemplates': written }, async () => {
      const { templates } = await read(conversationId);
      expect(templates).toMatchObject([{ title: 'Rates' }]);
      expect(templates[0].text).toMatch(/^Dear Harriet Lowell,\n\nRates are on our site\.\n\nFirst Harbor Lending$/);
    });
  });
});

describe("a customer's message from the contact form", () => {
  it('is new in the inbox, and read only by staff who have opened the customer', async () => {
    const conversationId = await send('Payoff by wire', 'Where do I send a wire to?', li);
    const inbox = (await agent.get('/api/desk/inbox')).json();
    expect(inbox.conversations).toContainEqual(
      expect.objectContaining({ conversationId, customerId, state: 'new', assignedTo: '', topic: '' }),
    );
    const stranger = await enterDesk(test, 'agent');
    expect(await read(conversationId, stranger)).toEqual({ error: 'OpenFirst' });
    expect(await read(conversationId, stranger, null)).toEqual({ error: 'NotFound' });
    await stranger.open('400101');
    expect(await read(conversationId, stranger, '400101')).toEqual({ error: 'NotFound' });
    const conversation = await read(conversationId);
    expect(conversation).toMatchObject({ subject: 'Payoff by wire', answersBy: 'portal', maskedEmail: '' });
    expect(conversation.entries).toMatchObject([
      { kind: 'customer', byForm: true, text: 'Where do I send a wire to?' },
    ]);
    expect(conversation.templates[0].text).toContain('Hello Harriet Lowell,');
  });

  it('is answered once it was read whole; the notice by email says nothing private', async () => {
    const conversationId = await send('Rate of my loan', 'What is my rate?', li);
    const body = { customerId, conversationId, text: 'Your rate is 6.25 %.', next: 'customer' };
    const unread = await agent.post('/api/desk/inbox/answer', { ...body, lastEntryId: 0 });
    expect(unread.json()).toEqual({ error: 'NewerMessage' });
    const { lastEntryId } = await read(conversationId);
    const answers = await Promise.all(
      [agent, supervisor].map((caller) => caller.post('/api/desk/inbox/answer', { ...body, lastEntryId })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const conversation = await read(conversationId);
    expect(conversation).toMatchObject({ state: 'waiting' });
    expect(conversation.assignedTo).not.toBe('');
    expect(conversation.entries.map(({ kind }: { kind: string }) => kind)).toEqual(['customer', 'staff']);
    const [notice] = await listNewestMessages(test.services, 1);
    expect(notice).toMatchObject({ recipient: 'li.wei@example.com', subject: 'You have a new message' });
    expect(notice?.body).not.toMatch(/6\.25|rate/i);
    expect(notice?.body).toContain('/#/myaccount/conversations');
    expect(await auditOf(test, 'desk-message-answered')).toContainEqual(
      expect.objectContaining({ conversationId, customerId, reason: 'Customer called', next: 'customer' }),
    );
    expect(await auditOf(test, 'desk-refused')).toContainEqual(
      expect.objectContaining({ call: 'POST /api/desk/inbox/answer', code: 'NewerMessage', customerId }),
    );
  });

  it('stays to be answered after an answer that only promises one', async () => {
    const conversationId = await send('Missing title', 'Where is my title?', li);
    const answerWith = async (next: 'customer' | 'us' | 'done') => {
      const { lastEntryId } = await read(conversationId);
      const body = { customerId, conversationId, text: 'We are looking into it.', lastEntryId, next };
      expect((await agent.post('/api/desk/inbox/answer', body)).statusCode).toBe(200);
      return read(conversationId);
    };
    const firstAnswer = async () =>
      (await findConversation(test.services.database, conversationId))?.firstAnsweredAt ?? null;
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
    const conversationId = await send('New phone', 'I have a new phone.', li);
    const named = { customerId, conversationId };
    const [colleague] = (await read(conversationId)).colleagues;
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
    expect(await read(conversationId)).toMatchObject({
      state: 'closed',
      assignedTo: colleague.name,
      topic: 'My information',
      entries: [{ kind: 'customer' }, { kind: 'note', text: 'Called back, nobody there.' }],
    });
    expect((await agent.post('/api/desk/inbox/close', { ...named, reason })).json()).toEqual({ error: 'NoLongerOpen' });
    expect((await agent.post('/api/desk/inbox/reopen', { ...named, reason })).statusCode).toBe(200);
    expect(await read(conversationId)).toMatchObject({ state: 'open' });
    for (const event of ['assigned', 'sorted', 'note-added', 'closed', 'reopened']) {
      expect(await auditOf(test, `desk-message-${event}`)).toContainEqual(
        expect.objectContaining({ ...named, staff: agent.emailAddress }),
      );
    }
  });

  it('goes neither to someone who may not answer nor under a topic that does not exist', async () => {
    const conversationId = await send('A gift', 'Thank you for the gift.', li);
    const named = { customerId, conversationId, reason: 'Holiday' };
    const operations = await enterDesk(test, 'operations');
    const administrator = await enterDesk(test, 'administrator');
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
    const conversationId = await send('Odd noise', 'The engine is rattling since Tuesday.', li);
    const found = (await agent.post('/api/desk/inbox/find', { find: 'rattle' })).json();
    expect(found.conversations).toMatchObject([{ conversationId }]);
    const searched = await auditOf(test, 'desk-inbox-searched');
    expect(searched.at(-1)).toMatchObject({ found: 1 });
    expect(JSON.stringify(searched)).not.toContain('rattle');
  });
});

describe("a visitor's message", () => {
  it('is answered by email, which names what was asked', async () => {
    const conversationId = await send('Car loans', 'What does a car loan cost?');
    const conversation = await read(conversationId, agent, null);
    expect(conversation).toMatchObject({ customerId: null, answersBy: 'email', maskedEmail: 'h••••@example.com' });
    const { lastEntryId } = conversation;
    const body = { conversationId, text: 'Rates start at 5 %.', lastEntryId, next: 'done' };
    expect((await agent.post('/api/desk/inbox/answer', { ...body, customerId })).json()).toEqual({ error: 'NotFound' });
    expect((await agent.post('/api/desk/inbox/answer', body)).statusCode).toBe(200);
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail).toMatchObject({ recipient: 'harriet.lowell@example.com', subject: 'Re: Car loans' });
    expect(mail?.body).toContain('Rates start at 5 %.');
    expect(await read(conversationId, agent, null)).toMatchObject({ state: 'closed' });
  });
});

describe('where customers use the contact form alone', () => {
  it("their answers go to the address they gave, and staff can't write to a visitor first", async () => {
    await test.withOptions({ 'messageOptions.secureMessages': false }, async () => {
      const conversationId = await send('Old address', 'Please answer here.', li);
      const { lastEntryId, ...conversation } = await read(conversationId);
      expect(conversation).toMatchObject({ answersBy: 'email', maskedEmail: 'h••••@example.com' });
      const body = { customerId, conversationId, text: 'Done.', lastEntryId, next: 'done' };
      expect((await agent.post('/api/desk/inbox/answer', body)).statusCode).toBe(200);
      expect((await listNewestMessages(test.services, 1))[0]).toMatchObject({
        recipient: 'harriet.lowell@example.com',
      });
      const begun = { customerId, topic: 'Payoff', subject: 'Hello', text: 'Hello', reason: 'Asked by phone' };
      expect((await agent.post('/api/desk/inbox/begin', begun)).json()).toEqual({ error: 'NotInPortal' });
    });
  });

  it('and nothing is sent on by email where the desk alone reads messages', async () => {
    await test.withOptions({ 'messageOptions.forwardByEmail': false }, async () => {
      const [before] = await listNewestMessages(test.services, 1);
      await send('Only here', 'Nobody gets an email of this.');
      expect((await listNewestMessages(test.services, 1))[0]).toEqual(before);
    });
  });
});

it('staff write first to a customer who can sign in; the customer is told', async () => {
  const begun = { customerId, topic: 'Payoff', subject: 'Your title', text: 'It has left.', reason: 'Title mailed' };
  const { conversationId } = (await agent.post('/api/desk/inbox/begin', begun)).json();
  expect(await read(conversationId)).toMatchObject({ state: 'waiting', assignedTo: 'Alma Ortiz', topic: 'Payoff' });
  expect((await listNewestMessages(test.services, 1))[0]).toMatchObject({ subject: 'You have a new message' });
  expect(await auditOf(test, 'desk-message-begun')).toMatchObject([{ conversationId, reason: 'Title mailed' }]);
});

describe('in the portal', () => {
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    li.call({ method, url: `/api/Conversations${url}`, ...(payload ? { payload } : {}) });
  const listed = async () => (await call('GET', '')).json().conversations;

  it('a customer writes, reads the answer but no note, and answers again', async () => {
    const typed = { topic: 'Insurance', subject: 'My policy', text: 'My card is 4242 4242 4242 4242.' };
    expect((await call('POST', '/Begin', typed)).json()).toEqual({ HasNoErrors: true, Errors: [] });
    const [{ conversationId, unread }] = await listed();
    expect(unread).toBe(false);
    const named = { customerId, conversationId };
    await agent.post('/api/desk/inbox/note', { ...named, text: 'Policy has lapsed.' });
    const { lastEntryId, entries } = await read(conversationId);
    expect(entries[0]).toMatchObject({ text: 'My card is •••• 4242.', byForm: false });
    const answered = await agent.post('/api/desk/inbox/answer', {
      ...named,
      text: 'Send us the new one.',
      lastEntryId,
      next: 'done',
    });
    expect(answered.statusCode).toBe(200);
    expect(await listed()).toContainEqual(expect.objectContaining({ conversationId, unread: true, closed: true }));
    const seen = (await call('GET', `/Read?conversationId=${conversationId}`)).json();
    expect(seen.entries.map(({ fromUs, text }: { fromUs: boolean; text: string }) => [fromUs, text])).toEqual([
      [false, 'My card is •••• 4242.'],
      [true, 'Send us the new one.'],
    ]);
    await call('POST', '/MarkRead', { conversationId });
    expect(await listed()).toContainEqual(expect.objectContaining({ conversationId, unread: false }));
    await call('POST', '/Reply', { conversationId, text: 'It is on its way.' });
    const timelineOf = async (caller: DeskCaller) =>
      (await caller.get(`/api/desk/customer/timeline?customerId=${customerId}&kind=message`)).json().entries;
    const wrote = (detail: string) => expect.objectContaining({ title: 'Wrote: My policy', detail });
    expect(await timelineOf(agent)).toEqual(
      expect.arrayContaining([wrote('My card is •••• 4242.'), wrote('It is on its way.')]),
    );
    const operations = await enterDesk(test, 'operations');
    await operations.open(customerId);
    expect(JSON.stringify(await timelineOf(operations))).not.toContain('policy');
    expect(await read(conversationId)).toMatchObject({ state: 'open' });
    const [forwarded] = await listNewestMessages(test.services, 1);
    expect(forwarded).toMatchObject({ recipient: 'service@harbor.example', subject: 'Question: My policy' });
    expect(forwarded?.body).toContain('It is on its way.');
  });

  it.each([
    ['an unknown topic', { topic: 'x', subject: 'a', text: 'b' }],
    ['no subject', { topic: 'Payoff', subject: ' ', text: 'b' }],
    ['no words', { topic: 'Payoff', subject: 'a', text: ' ' }],
  ])('a message with %s is refused', async (_what, typed) => {
    expect((await call('POST', '/Begin', typed)).statusCode).toBe(400);
  });

  it('is closed where the institution has the contact form alone', async () => {
    await test.withOptions({ 'messageOptions.secureMessages': false }, async () => {
      expect((await call('GET', '')).statusCode).toBe(403);
    });
  });
});

it('Today counts what waits, for those who may answer', async () => {
  await send('Waiting', 'I am waiting.', undefined);
  const today = (await agent.get('/api/desk/today')).json();
  expect(today.needs).toContainEqual(expect.objectContaining({ action: 'Answer', path: '/inbox' }));
  const operations = await enterDesk(test, 'operations');
  expect((await operations.get('/api/desk/today')).json().needs).not.toContainEqual(
    expect.objectContaining({ path: '/inbox' }),
  );
});
