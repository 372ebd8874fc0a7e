import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, type DeskCaller, enterDesk } from '#tests/builders/desk-journey.ts';
import { createInboxScene, type InboxScene } from '#tests/builders/inbox-scene.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';

const customerId = '400102';
let scene: InboxScene;
let agent: DeskCaller;

beforeAll(async () => {
  scene = await createInboxScene();
});

afterAll(() => scene.test.close());

beforeEach(async () => {
  ({ agent } = await scene.enterStaff());
});

describe('where customers use the contact form alone', () => {
  it("their answers go to the address they gave, and staff can't write to a visitor first", async () => {
    await scene.test.withOptions({ 'messageOptions.secureMessages': false }, async () => {
      const conversationId = await scene.send('Old address', 'Please answer here.', scene.li);
      const { lastEntryId, ...conversation } = await scene.read(conversationId);
      expect(conversation).toMatchObject({ answersBy: 'email', maskedEmail: 'h••••@example.com' });
      const body = { customerId, conversationId, text: 'Done.', lastEntryId, next: 'done' };
      expect((await agent.post('/api/desk/inbox/answer', body)).statusCode).toBe(200);
      expect((await listNewestMessages(scene.test.services, 1))[0]).toMatchObject({
        recipient: 'harriet.lowell@example.com',
      });
      const begun = { customerId, topic: 'Payoff', subject: 'Hello', text: 'Hello', reason: 'Asked by phone' };
      expect((await agent.post('/api/desk/inbox/begin', begun)).json()).toEqual({ error: 'NotInPortal' });
    });
  });

  it('and nothing is sent on by email where the desk alone reads messages', async () => {
    await scene.test.withOptions({ 'messageOptions.forwardByEmail': false }, async () => {
      const [before] = await listNewestMessages(scene.test.services, 1);
      await scene.send('Only here', 'Nobody gets an email of this.');
      expect((await listNewestMessages(scene.test.services, 1))[0]).toEqual(before);
    });
  });
});

it('staff write first to a customer who can sign in; the customer is told', async () => {
  const begun = { customerId, topic: 'Payoff', subject: 'Your title', text: 'It has left.', reason: 'Title mailed' };
  const { conversationId } = (await agent.post('/api/desk/inbox/begin', begun)).json();
  expect(await scene.read(conversationId)).toMatchObject({
    state: 'waiting',
    assignedTo: 'Alma Ortiz',
    topic: 'Payoff',
  });
  expect((await listNewestMessages(scene.test.services, 1))[0]).toMatchObject({ subject: 'You have a new message' });
  expect(await auditOf(scene.test, 'desk-message-begun')).toMatchObject([{ conversationId, reason: 'Title mailed' }]);
});

describe('in the portal', () => {
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    scene.li.call({ method, url: `/api/Conversations${url}`, ...(payload ? { payload } : {}) });
  const listed = async () => (await call('GET', '')).json().conversations;

  it('a customer writes, reads the answer but no note, and answers again', async () => {
    const typed = { topic: 'Insurance', subject: 'My policy', text: 'My card is 4242 4242 4242 4242.' };
    expect((await call('POST', '/Begin', typed)).json()).toEqual({ HasNoErrors: true, Errors: [] });
    const [{ conversationId, unread }] = await listed();
    expect(unread).toBe(false);
    const named = { customerId, conversationId };
    await agent.post('/api/desk/inbox/note', { ...named, text: 'Policy has lapsed.' });
    const { lastEntryId, entries } = await scene.read(conversationId);
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
    const operations = await enterDesk(scene.test, 'operations');
    await operations.open(customerId);
    expect(JSON.stringify(await timelineOf(operations))).not.toContain('policy');
    expect(await scene.read(conversationId)).toMatchObject({ state: 'open' });
    const [forwarded] = await listNewestMessages(scene.test.services, 1);
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
    await scene.test.withOptions({ 'messageOptions.secureMessages': false }, async () => {
      expect((await call('GET', '')).statusCode).toBe(403);
    });
  });
});
