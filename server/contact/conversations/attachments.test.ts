import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { multipartBody, smallPdf, type UploadedFile, whatUploadsLeave } from '#tests/builders/uploads.ts';
import { sweepUploads } from '#server/documents/sweep-uploads.job.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { deleteOutdated } from '#server/platform/jobs/retention.queries.ts';

const customerId = '400102';
let test: TestApp;
let li: SignedInCaller;
let other: SignedInCaller;
let agent: DeskCaller;

beforeAll(async () => {
  const scan = async (content: Uint8Array) =>
    Buffer.from(content).includes('VIRUS') ? ('infected' as const) : ('clean' as const);
  const options = { 'messageOptions.secureMessages': true };
  test = await createTestApp({ ...withDesk, options, virusScanner: { scan } });
});

afterAll(() => test.close());

beforeEach(async () => {
  await sql`delete from request_limits`.execute(test.services.database);
  [li, other] = [await test.signIn('li.wei'), await test.signIn('margaret.okafor')];
  agent = await enterDesk(test, 'agent');
  await agent.open(customerId);
});

const content = Buffer.from(smallPdf.content).toString('base64');
const infected = { ...smallPdf, content: '%PDF-1.7\nVIRUS\n%%EOF\n' };

function upload(caller = li, file: UploadedFile = smallPdf, headers: Readonly<Record<string, string>> = {}) {
  const { payload, headers: own } = multipartBody({}, file);
  const url = '/api/Conversations/Attach';
  return caller.call({ method: 'POST', url, payload, headers: { ...own, ...headers } });
}

async function attach(caller = li, file: UploadedFile = smallPdf): Promise<string> {
  const answer = await upload(caller, file);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ fileId: string }>().fileId;
}

function post(path: 'Begin' | 'Reply', payload: object, caller = li, headers = {}) {
  return caller.call({ method: 'POST', url: `/api/Conversations/${path}`, payload, headers });
}

const typed = { topic: 'Insurance', subject: 'My policy', text: 'Here it is.' };

interface Listed {
  readonly conversationId: number;
}

/** What the timeline of the customer says of files with a virus. */
async function infectedInTimeline(): Promise<readonly unknown[]> {
  const { entries } = (await agent.get(`/api/desk/customer/timeline?customerId=${customerId}&kind=account`)).json();
  return entries.filter(({ title }: { readonly title: string }) => title === 'Infected document refused');
}

async function begin(fileIds: readonly string[], caller = li): Promise<number> {
  const begun = await post('Begin', { ...typed, fileIds }, caller);
  expect(begun.statusCode, begun.body).toBe(200);
  return newest(caller);
}

async function newest(caller = li): Promise<number> {
  const listed = await caller.call({ method: 'GET', url: '/api/Conversations' });
  return listed.json<{ conversations: Listed[] }>().conversations[0]?.conversationId ?? 0;
}

interface ReadEntry {
  readonly text: string;
  readonly attachments: readonly { readonly fileId: string; readonly name: string; readonly bytes: number }[];
}

async function read(conversationId: number): Promise<readonly ReadEntry[]> {
  const url = `/api/Conversations/Read?conversationId=${conversationId}`;
  return (await li.call({ method: 'GET', url })).json<{ entries: ReadEntry[] }>().entries;
}

async function readAtDesk(conversationId: number, caller = agent) {
  const named = new URLSearchParams({ customerId, conversationId: String(conversationId) });
  return (await caller.get(`/api/desk/conversation?${named.toString()}`)).json();
}

async function open(fileId: string, caller = li) {
  const url = `/api/PassableToken/GetPassableToken?action=viewAttachment&object=${fileId}`;
  const ticket = (await caller.call({ method: 'GET', url })).json<{ PassableToken: string }>();
  const query = new URLSearchParams({ fileId, token: ticket.PassableToken });
  const address = `/api/Conversations/Attachment?${query.toString()}`;
  return test.app.inject({
    method: 'GET',
    url: address,
    headers: { cookie: caller.headers.cookie, accept: 'text/html' },
  });
}

function download(conversationId: number, documentId: string, caller = agent, of = customerId) {
  const query = new URLSearchParams({ customerId: of, conversationId: String(conversationId), documentId });
  return caller.get(`/api/desk/conversation/attachment?${query.toString()}`);
}

async function answer(conversationId: number, documentIds: readonly string[], caller = agent) {
  const { lastEntryId } = await readAtDesk(conversationId);
  const body = { customerId, conversationId, text: 'Please sign it.', lastEntryId, closes: false, documentIds };
  return caller.post('/api/desk/inbox/answer', body);
}

function attachAtDesk(conversationId: number, file: object = { fileName: 'Form.pdf', content }, caller = agent) {
  return caller.post('/api/desk/inbox/attach', { customerId, conversationId, ...file });
}

const remains = () => whatUploadsLeave(test.services);

function sweep() {
  return sweepUploads(test.services, new AbortController().signal);
}

describe('a file of a customer', () => {
  it('goes with a message, and both sides open it', async () => {
    const fileId = await attach(li, { ...smallPdf, name: 'policy.2026.pdf' });
    const conversationId = await begin([fileId]);
    const [entry] = await read(conversationId);
    expect(entry).toMatchObject({
      text: 'Here it is.',
      attachments: [{ fileId, name: 'policy.2026.pdf', bytes: smallPdf.content.length }],
    });
    const opened = await open(fileId);
    expect(opened.body).toBe(smallPdf.content);
    expect(opened.headers['content-disposition']).toContain('policy.2026.pdf');

    const conversation = await readAtDesk(conversationId);
    expect(conversation.entries[0].attachments).toEqual([
      { documentId: fileId, name: 'policy.2026.pdf', bytes: smallPdf.content.length, scan: 'clean' },
    ]);
    const saved = await download(conversationId, fileId);
    expect(saved.headers['content-disposition']).toContain('attachment');
    expect(saved.headers['content-type']).toBe('application/octet-stream');
    expect(saved.body).toBe(smallPdf.content);
    expect(await auditOf(test, 'desk-attachment-downloaded')).toMatchObject([
      { customerId, conversationId, documentId: fileId, reason: 'Customer called' },
    ]);
  });

  it('is announced in the email to the institution, which holds neither it nor its name', async () => {
    await begin([await attach(li, { ...smallPdf, name: 'divorce.pdf' }), await attach()]);
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail?.body).toContain('Attachments: 2, to be opened at the desk');
    expect(mail?.body).not.toContain('divorce');
  });

  it('is found at the desk by its name', async () => {
    const conversationId = await begin([await attach(li, { ...smallPdf, name: 'Roof_estimate-2.pdf' })]);
    await begin([await attach()]);
    for (const find of ['roof', 'estimate', 'Roof_estimate-2.pdf']) {
      const found = (await agent.post('/api/desk/inbox/find', { find })).json().conversations as readonly Listed[];
      expect(
        found.map((row) => row.conversationId),
        find,
      ).toEqual([conversationId]);
    }
  });

  it('is no document of the customer, neither in the portal nor at the desk', async () => {
    const fileId = await attach();
    await begin([fileId]);
    const listed = await li.call({ method: 'GET', url: '/api/Documents/GetCustomerDocuments' });
    expect(listed.json<{ Value: { FileId: string }[] }>().Value.map(({ FileId }) => FileId)).not.toContain(fileId);
    const atDesk = (await agent.get(`/api/desk/documents?customerId=${customerId}`)).json();
    expect(JSON.stringify(atDesk)).not.toContain(fileId);
    expect(JSON.stringify((await agent.get('/api/desk/uploads')).json())).not.toContain(fileId);
    const file = await agent.get(`/api/desk/documents/file?customerId=${customerId}&documentId=${fileId}`);
    expect(file.statusCode).toBe(404);
    const taken = await li.call({
      method: 'POST',
      url: '/api/Documents/RemoveDocument',
      payload: { FileId: fileId },
    });
    expect(taken.statusCode, 'the other side may have read it').toBe(404);
  });

  it('is in the timeline of the customer once it was sent', async () => {
    const timeline = async (caller = agent) =>
      JSON.stringify((await caller.get(`/api/desk/customer/timeline?customerId=${customerId}`)).json());
    const fileId = await attach(li, { ...smallPdf, name: 'timeline.pdf' });
    expect(await timeline()).not.toContain('timeline.pdf');
    await begin([fileId]);
    expect(await timeline()).toContain('Attached to a message: timeline.pdf');
    const operations = await enterDesk(test, 'operations');
    await operations.open(customerId);
    expect(await timeline(operations), 'who may not read messages').toContain('"Attached to a message"');
    expect(await timeline(operations)).not.toContain('timeline.pdf');
  });

  it.each<[string, UploadedFile, string, number]>([
    ['with a virus', infected, 'may contain a virus', 422],
    ['of another type', { name: 'page.html', content: '<b>' }, 'Upload a PDF', 422],
    ['that is not what its name says', { name: 'scan.png', content: smallPdf.content }, "doesn't match", 422],
    ['without content', { ...smallPdf, content: '' }, 'empty', 422],
    ['that is too large', { ...smallPdf, content: Buffer.alloc(10 * 1024 * 1024 + 1) }, 'over 10 MB', 413],
  ])('%s is refused with the reason, and nothing is left of it', async (_what, file, reason, status) => {
    const before = await remains();
    const refused = await upload(li, file);
    expect(refused.statusCode).toBe(status);
    expect(refused.json()).toMatchObject({ Message: expect.stringContaining(reason) });
    expect(await remains()).toEqual(before);
  });

  it('with a virus is in the timeline, so staff know why a file is missing', async () => {
    const before = await infectedInTimeline();
    await upload(li, infected);
    expect(await infectedInTimeline()).toHaveLength(before.length + 1);
  });

  it('with a virus that staff chose is in the timeline too', async () => {
    const conversationId = await begin([]);
    const before = await infectedInTimeline();
    const file = { fileName: infected.name, content: Buffer.from(infected.content).toString('base64') };
    const refused = await agent.post('/api/desk/inbox/attach', { customerId, conversationId, ...file });
    expect(refused.json()).toEqual({ error: 'FileInfected' });
    expect(await infectedInTimeline()).toHaveLength(before.length + 1);
  });
});

describe('a file from before there was a scanner', () => {
  const unscanned = (fileId: string) =>
    sql`update documents set scanned = false where document_id = ${fileId}`.execute(test.services.database);

  it('is scanned before it leaves, and then counts as clean', async () => {
    const fileId = await attach();
    const conversationId = await begin([fileId]);
    await unscanned(fileId);
    const scanOf = async () => (await readAtDesk(conversationId)).entries[0].attachments[0].scan;
    expect(await scanOf()).toBe('notScanned');
    expect((await download(conversationId, fileId)).statusCode).toBe(200);
    expect(await scanOf()).toBe('clean');
  });

  it.each([
    ['with a virus', 'infected', 'FileInfected', 422, 'it may contain a virus'],
    ['that the scanner says nothing of', undefined, 'NotScanned', 503, 'scan this file for viruses'],
  ] as const)("%s can't be opened", async (_what, found, code, status, words) => {
    const fileId = await attach();
    const conversationId = await begin([fileId]);
    await unscanned(fileId);
    const before = await infectedInTimeline();
    const { virusScanner } = test.services;
    const scan = async () => found ?? Promise.reject(new Error('no answer'));
    Object.assign(test.services, { virusScanner: { scan } });
    try {
      const opened = await open(fileId);
      expect(opened.statusCode).toBe(status);
      expect(opened.body).toContain(words);
      const refused = await download(conversationId, fileId);
      expect([refused.statusCode, refused.json()]).toEqual([409, { error: code }]);
      const noted = (await auditOf(test, 'infected-document-refused')).filter(
        (entry) => 'documentId' in entry && entry.documentId === fileId,
      );
      expect(noted).toHaveLength(found ? 2 : 0);
      for (const entry of noted) expect(entry).toMatchObject({ customerId, userId: null });
      expect((await infectedInTimeline()).length - before.length).toBe(noted.length);
    } finally {
      Object.assign(test.services, { virusScanner });
    }
    expect((await open(fileId)).statusCode).toBe(200);
  });
});

describe("another customer's file", () => {
  it("can't be sent, opened or downloaded: the answer is that of an unknown one", async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const fileId = await attach();
    const before = await newest(other);
    for (const stolen of [fileId, unknown]) {
      const sent = await post('Begin', { ...typed, fileIds: [stolen] }, other);
      expect(sent.statusCode).toBe(404);
      expect(sent.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'NotFound' }] });
    }
    expect(await newest(other)).toBe(before);
    const conversationId = await begin([fileId]);
    for (const wanted of [fileId, unknown]) expect((await open(wanted, other)).statusCode).toBe(404);
    const stranger = await enterDesk(test, 'agent');
    expect((await download(conversationId, fileId, stranger)).json()).toEqual({ error: 'OpenFirst' });
    await stranger.open('400101');
    expect((await download(conversationId, fileId, stranger, '400101')).json()).toEqual({ error: 'NotFound' });
    const elsewhere = await begin([]);
    expect((await download(elsewhere, fileId)).json()).toEqual({ error: 'NotFound' });
    const operations = await enterDesk(test, 'operations');
    await operations.open(customerId);
    expect((await download(conversationId, fileId, operations)).json()).toEqual({ error: 'NotPermitted' });
    expect((await attachAtDesk(conversationId, undefined, operations)).json()).toEqual({ error: 'NotPermitted' });
  });

  it("and one's own can't be opened before it is sent, nor with the ticket of another file", async () => {
    const fileId = await attach();
    expect((await open(fileId)).statusCode).toBe(404);
    await begin([fileId]);
    const url = '/api/PassableToken/GetPassableToken?action=viewDocument&object=' + fileId;
    const { PassableToken } = (await li.call({ method: 'GET', url })).json<{ PassableToken: string }>();
    const query = new URLSearchParams({ fileId, token: PassableToken });
    const wrong = `/api/Conversations/Attachment?${query.toString()}`;
    expect((await test.app.inject({ url: wrong, headers: { cookie: li.headers.cookie } })).statusCode).toBe(401);
    const asDocument = new URLSearchParams({ FileId: fileId, UserToken: PassableToken });
    const viewed = `/api/Documents/ViewDocument?${asDocument.toString()}`;
    expect((await test.app.inject({ url: viewed, headers: { cookie: li.headers.cookie } })).statusCode).toBe(404);
  });
});

describe('a file of staff', () => {
  it('goes with an answer, and the customer opens it', async () => {
    const conversationId = await begin([]);
    const attached = await attachAtDesk(conversationId);
    const { documentId } = attached.json<{ documentId: string }>();
    expect(await auditOf(test, 'desk-attachment-added')).toMatchObject([{ customerId, conversationId, documentId }]);
    expect((await open(documentId)).statusCode, 'not sent yet').toBe(404);
    expect((await answer(conversationId, [documentId])).json()).toEqual({});
    const entries = await read(conversationId);
    expect(entries.at(-1)).toMatchObject({ attachments: [{ fileId: documentId, name: 'Form.pdf' }] });
    expect((await open(documentId)).body).toBe(smallPdf.content);
    expect((await download(conversationId, documentId)).statusCode).toBe(200);
    const [notice] = await listNewestMessages(test.services, 1);
    expect(notice?.body).not.toContain('Form.pdf');
  });

  it('is refused for a virus or a wrong type, in words', async () => {
    const conversationId = await begin([]);
    const virus = { fileName: 'Form.pdf', content: Buffer.from(infected.content).toString('base64') };
    expect((await attachAtDesk(conversationId, virus)).json()).toEqual({ error: 'FileInfected' });
    expect((await attachAtDesk(conversationId, { fileName: 'Form.exe', content })).json()).toEqual({
      error: 'FormatRefused',
    });
  });

  it("isn't sent by a colleague, twice, or in another customer's conversation; then nothing is", async () => {
    const conversationId = await begin([]);
    const { documentId } = (await attachAtDesk(conversationId)).json<{ documentId: string }>();
    const supervisor = await enterDesk(test, 'supervisor');
    await supervisor.open(customerId);
    expect((await answer(conversationId, [documentId], supervisor)).json()).toEqual({ error: 'AttachmentGone' });
    expect(await read(conversationId)).toHaveLength(1);
    expect((await answer(conversationId, [documentId])).statusCode).toBe(200);
    expect((await answer(conversationId, [documentId])).json()).toEqual({ error: 'AttachmentGone' });
    expect(await read(conversationId)).toHaveLength(2);
    await agent.open('400101');
    const foreign = { customerId: '400101', conversationId, fileName: 'Form.pdf', content };
    expect((await agent.post('/api/desk/inbox/attach', foreign)).json()).toEqual({ error: 'NotFound' });
  });
});

describe('a message with which staff write first', () => {
  const first = { customerId, topic: 'Insurance', subject: 'A form for you', text: 'Please sign it.', reason: 'Asked' };
  const beginAtDesk = (documentIds: readonly string[], caller = agent) =>
    caller.post('/api/desk/inbox/begin', { ...first, documentIds });

  async function attachFirst(): Promise<string> {
    return (await agent.post('/api/desk/inbox/attach', { customerId, fileName: 'Form.pdf', content })).json()
      .documentId;
  }

  it('has files that the customer opens, and each entry of the audit log counts them', async () => {
    const documentId = await attachFirst();
    const begun = await beginAtDesk([documentId]);
    const { conversationId } = begun.json<{ conversationId: number }>();
    expect(await read(conversationId)).toMatchObject([
      { text: 'Please sign it.', attachments: [{ fileId: documentId, name: 'Form.pdf' }] },
    ]);
    expect((await open(documentId)).body).toBe(smallPdf.content);
    expect(await auditOf(test, 'desk-message-begun')).toContainEqual(
      expect.objectContaining({ conversationId, attachments: 1 }),
    );
  });

  it('is not sent with a file of a colleague, one that was sent before, or more than are allowed', async () => {
    const documentId = await attachFirst();
    const supervisor = await enterDesk(test, 'supervisor');
    await supervisor.open(customerId);
    const before = await newest();
    expect((await beginAtDesk([documentId], supervisor)).json()).toEqual({ error: 'AttachmentGone' });
    expect(await newest()).toBe(before);
    expect((await beginAtDesk([documentId])).statusCode).toBe(200);
    expect((await beginAtDesk([documentId])).json()).toEqual({ error: 'AttachmentGone' });
    await test.withOptions({ 'messageOptions.maxAttachments': 1 }, async () => {
      const two = [await attachFirst(), await attachFirst()];
      expect((await beginAtDesk(two)).json()).toEqual({ error: 'TooManyFiles' });
    });
  });

  it('is offered for customers who can read it', async () => {
    const offered = async (of: string) =>
      (await agent.get(`/api/desk/customer/conversations?customerId=${of}`)).json().writeFirst;
    expect(await offered(customerId)).toMatchObject({ topics: expect.arrayContaining(['Insurance']) });
    await agent.open('400121');
    expect(await offered('400121'), 'has no login').toBeNull();
    await test.withOptions({ 'messageOptions.secureMessages': false }, async () => {
      expect(await offered(customerId)).toBeNull();
    });
  });
});

describe('a send that is repeated after the server died', () => {
  it('with the same key attaches once, and with another process as well', async () => {
    const headers = { [IDEMPOTENCY_HEADER]: crypto.randomUUID() };
    const first = (await upload(li, smallPdf, headers)).json<{ fileId: string }>();
    expect((await upload(li, smallPdf, headers)).json()).toEqual(first);

    const conversationId = await begin([first.fileId]);
    const fileIds = [await attach(), await attach()];
    const reply = { conversationId, text: 'And two more, SSN 900-12-3456.', fileIds };
    expect((await post('Reply', reply)).statusCode).toBe(200);
    // The process died after the commit, before the answer to the key was kept.
    expect((await post('Reply', reply, li, { [IDEMPOTENCY_HEADER]: crypto.randomUUID() })).statusCode).toBe(200);
    const entries = await read(conversationId);
    expect(entries.map(({ attachments }) => attachments.length)).toEqual([1, 2]);

    const begun = { ...typed, fileIds: [await attach()] };
    expect((await post('Begin', begun)).statusCode).toBe(200);
    const mine = await newest();
    expect((await post('Begin', begun)).statusCode).toBe(200);
    expect(await newest()).toBe(mine);
  });

  it('but another message with the same file is refused whole', async () => {
    const fileIds = [await attach()];
    const conversationId = await begin(fileIds);
    const other = { conversationId, text: 'Something else.', fileIds };
    expect((await post('Reply', other)).statusCode).toBe(404);
    expect((await post('Begin', { ...typed, fileIds: [...fileIds, await attach()] })).statusCode).toBe(404);
    expect(await read(conversationId)).toHaveLength(1);
    expect(await newest()).toBe(conversationId);
  });

  it('and two at the same time give the file to one of them', async () => {
    const fileIds = [await attach()];
    const [conversationId, elsewhere] = [await begin([]), await begin([])];
    const sent = await Promise.all([
      post('Reply', { conversationId, text: 'One', fileIds }),
      post('Reply', { conversationId: elsewhere, text: 'Two', fileIds }),
    ]);
    expect(sent.map(({ statusCode }) => statusCode).toSorted((one, two) => one - two)).toEqual([200, 404]);
    expect((await read(conversationId)).length + (await read(elsewhere)).length).toBe(3);
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
    const fileId = await attach();
    const conversationId = await begin([]);
    await attachAtDesk(conversationId);
    test.clock.moveOn({ hours: 23, minutes: 59 });
    expect(await sweep()).toBe(0);
    test.clock.moveOn({ minutes: 2 });
    expect(await sweep()).toBe(2);
    expect(await remains()).toEqual(before);
    li = await test.signIn('li.wei');
    expect((await post('Begin', { ...typed, fileIds: [fileId] })).statusCode).toBe(404);
  });

  it('of the files of a conversation that is deleted by its age; those of others stay', async () => {
    const { database, clock } = test.services;
    const before = await remains();
    const old = await begin([await attach(), await attach()]);
    const kept = await begin([await attach()]);
    const [entry] = await read(kept);
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
    expect((await open(entry?.attachments[0]?.fileId ?? '')).statusCode).toBe(200);
  });
});

describe('the institution decides', () => {
  it('whether files go with messages; those that were sent stay', async () => {
    const fileId = await attach();
    const conversationId = await begin([fileId]);
    const unsent = await attach();
    await test.withOptions({ 'messageOptions.allowAttachments': false }, async () => {
      expect((await upload()).statusCode).toBe(403);
      expect((await post('Reply', { conversationId, text: 'x', fileIds: [unsent] })).statusCode).toBe(400);
      expect((await attachAtDesk(conversationId)).json()).toEqual({ error: 'NoAttachments' });
      expect(await readAtDesk(conversationId)).toMatchObject({ maxAttachments: 0 });
      expect((await open(fileId)).statusCode).toBe(200);
      expect((await download(conversationId, fileId)).statusCode).toBe(200);
    });
  });

  it('how many a message can have', async () => {
    const fileIds = [await attach(), await attach(), await attach()];
    await test.withOptions({ 'messageOptions.maxAttachments': 2 }, async () => {
      expect((await post('Begin', { ...typed, fileIds })).statusCode).toBe(400);
      const conversationId = await begin(fileIds.slice(1));
      const documentIds = fileIds.map(() => crypto.randomUUID());
      expect((await answer(conversationId, documentIds)).json()).toEqual({ error: 'TooManyFiles' });
    });
  });

  it('and where answers go by email, none goes with them', async () => {
    const conversationId = await begin([]);
    const { documentId } = (await attachAtDesk(conversationId)).json<{ documentId: string }>();
    await test.withOptions({ 'messageOptions.secureMessages': false }, async () => {
      expect(await readAtDesk(conversationId)).toMatchObject({ maxAttachments: 0 });
      expect((await attachAtDesk(conversationId)).json()).toEqual({ error: 'NotInPortal' });
      expect((await answer(conversationId, [documentId])).json()).toEqual({ error: 'AttachmentGone' });
    });
  });
});
