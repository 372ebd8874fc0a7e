import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import { sweepUploads } from '#server/documents/sweep-uploads.job.ts';
import { deleteOutdated } from '#server/platform/jobs/retention.queries.ts';
import { type DeskCaller, enterDesk } from '#tests/builders/desk-journey.ts';
import type { SignedInCaller, TestApp } from '#tests/builders/test-app.ts';
import { smallPdf, whatUploadsLeave } from '#tests/builders/uploads.ts';
import {
  answer,
  attach,
  attachAtDesk,
  begin,
  createMessagesApp,
  customerId,
  download,
  findNewest,
  openFile,
  post,
  read,
  readAtDesk,
  typed,
  upload,
} from '#tests/builders/message-files.ts';

let test: TestApp;
let li: SignedInCaller;
let agent: DeskCaller;

beforeAll(async () => {
  test = await createMessagesApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  await sql`delete from request_limits`.execute(test.services.database);
  li = await test.signIn('li.wei');
  agent = await enterDesk(test, 'agent');
  await agent.open(customerId);
});

const remains = () => whatUploadsLeave(test.services);

function sweep() {
  return sweepUploads(test.services, new AbortController().signal);
}

describe('a send that is repeated after the server died', () => {
  it('with the same key attaches once, and with another process as well', async () => {
    const headers = { [IDEMPOTENCY_HEADER]: crypto.randomUUID() };
    const first = (await upload(li, smallPdf, headers)).json<{ fileId: string }>();
    expect((await upload(li, smallPdf, headers)).json()).toEqual(first);

    const conversationId = await begin(li, [first.fileId]);
    const fileIds = [await attach(li), await attach(li)];
    const reply = { conversationId, text: 'And two more, SSN 900-12-3456.', fileIds };
    expect((await post(li, 'Reply', reply)).statusCode).toBe(200);
    // The process died after the commit, before the answer to the key was kept.
    expect((await post(li, 'Reply', reply, { [IDEMPOTENCY_HEADER]: crypto.randomUUID() })).statusCode).toBe(200);
    const entries = await read(li, conversationId);
    expect(entries.map(({ attachments }) => attachments.length)).toEqual([1, 2]);

    const begun = { ...typed, fileIds: [await attach(li)] };
    expect((await post(li, 'Begin', begun)).statusCode).toBe(200);
    const mine = await findNewest(li);
    expect((await post(li, 'Begin', begun)).statusCode).toBe(200);
    expect(await findNewest(li)).toBe(mine);
  });

  it('but with a file of the same name and size, and another content, it is refused', async () => {
    const headers = { [IDEMPOTENCY_HEADER]: crypto.randomUUID() };
    expect((await upload(li, smallPdf, headers)).statusCode).toBe(200);
    const content = Buffer.from(smallPdf.content);
    content[content.length - 1] = content[content.length - 1] === 0x0a ? 0x20 : 0x0a;
    expect((await upload(li, { ...smallPdf, content }, headers)).statusCode).toBe(422);
  });

  it('but another message with the same file is refused whole', async () => {
    const fileIds = [await attach(li)];
    const conversationId = await begin(li, fileIds);
    const other = { conversationId, text: 'Something else.', fileIds };
    expect((await post(li, 'Reply', other)).statusCode).toBe(404);
    expect((await post(li, 'Begin', { ...typed, fileIds: [...fileIds, await attach(li)] })).statusCode).toBe(404);
    expect(await read(li, conversationId)).toHaveLength(1);
    expect(await findNewest(li)).toBe(conversationId);
  });

  it('and two at the same time give the file to one of them', async () => {
    const fileIds = [await attach(li)];
    const [conversationId, elsewhere] = [await begin(li, []), await begin(li, [])];
    const sent = await Promise.all([
      post(li, 'Reply', { conversationId, text: 'One', fileIds }),
      post(li, 'Reply', { conversationId: elsewhere, text: 'Two', fileIds }),
    ]);
    expect(sent.map(({ statusCode }) => statusCode).toSorted((one, two) => one - two)).toEqual([200, 404]);
    expect((await read(li, conversationId)).length + (await read(li, elsewhere)).length).toBe(3);
  });
});

describe('nothing is left', () => {
  it('of a file that was never sent, a day later', async () => {
    test.clock.moveOn({ hours: 25 });
    await sweep();
    const before = await remains();
    li = await test.signIn('li.wei');
    agent = await enterDesk(test, 'agent');
    await agent.open(customerId);
    const fileId = await attach(li);
    const conversationId = await begin(li, []);
    await attachAtDesk(agent, conversationId);
    test.clock.moveOn({ hours: 23, minutes: 59 });
    expect(await sweep()).toBe(0);
    test.clock.moveOn({ minutes: 2 });
    expect(await sweep()).toBe(2);
    expect(await remains()).toEqual(before);
    li = await test.signIn('li.wei');
    expect((await post(li, 'Begin', { ...typed, fileIds: [fileId] })).statusCode).toBe(404);
  });

  it('of the files of a conversation that is deleted by its age; those of others stay', async () => {
    const { database, clock } = test.services;
    const before = await remains();
    const old = await begin(li, [await attach(li), await attach(li)]);
    const kept = await begin(li, [await attach(li)]);
    const [entry] = await read(li, kept);
    await sql`update conversations set changed_at = ${clock
      .now()
      .subtract({ hours: 24 * 1_096 })
      .toString()}
      where conversation_id = ${old}`.execute(database);
    test.clock.moveOn({ hours: 25 });
    await deleteOutdated(database, clock.now());
    expect(await sweep()).toBe(2);
    expect((await remains()).stored).toBe(before.stored + 1);
    li = await test.signIn('li.wei');
    expect((await openFile(test, li, entry?.attachments[0]?.fileId ?? '')).statusCode).toBe(200);
  });
});

describe('the institution decides', () => {
  it('whether files go with messages; those that were sent stay', async () => {
    const fileId = await attach(li);
    const conversationId = await begin(li, [fileId]);
    const unsent = await attach(li);
    await test.withOptions({ 'messageOptions.allowAttachments': false }, async () => {
      expect((await upload(li)).statusCode).toBe(403);
      expect((await post(li, 'Reply', { conversationId, text: 'x', fileIds: [unsent] })).statusCode).toBe(400);
      expect((await attachAtDesk(agent, conversationId)).json()).toEqual({ error: 'NoAttachments' });
      expect(await readAtDesk(agent, conversationId)).toMatchObject({ maxAttachments: 0 });
      expect((await openFile(test, li, fileId)).statusCode).toBe(200);
      expect((await download(agent, conversationId, fileId)).statusCode).toBe(200);
    });
  });

  it('how many a message can have', async () => {
    const fileIds = [await attach(li), await attach(li), await attach(li)];
    await test.withOptions({ 'messageOptions.maxAttachments': 2 }, async () => {
      expect((await post(li, 'Begin', { ...typed, fileIds })).statusCode).toBe(400);
      const conversationId = await begin(li, fileIds.slice(1));
      const documentIds = fileIds.map(() => crypto.randomUUID());
      expect((await answer(agent, conversationId, documentIds)).json()).toEqual({ error: 'TooManyFiles' });
    });
  });

  it('and where answers go by email, none goes with them', async () => {
    const conversationId = await begin(li, []);
    const { documentId } = (await attachAtDesk(agent, conversationId)).json<{ documentId: string }>();
    await test.withOptions({ 'messageOptions.secureMessages': false }, async () => {
      expect(await readAtDesk(agent, conversationId)).toMatchObject({ maxAttachments: 0 });
      expect((await attachAtDesk(agent, conversationId)).json()).toEqual({ error: 'NotInPortal' });
      expect((await answer(agent, conversationId, [documentId])).json()).toEqual({ error: 'AttachmentGone' });
    });
  });
});
