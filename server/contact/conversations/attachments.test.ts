import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { auditOf, type DeskCaller, enterDesk } from '#tests/builders/desk-journey.ts';
import type { SignedInCaller, TestApp } from '#tests/builders/test-app.ts';
import { smallPdf, type UploadedFile, whatUploadsLeave } from '#tests/builders/uploads.ts';
import {
  answer,
  attach,
  attachAtDesk,
  begin,
  content,
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
let other: SignedInCaller;
let agent: DeskCaller;

beforeAll(async () => {
  test = await createMessagesApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  await sql`delete from request_limits`.execute(test.services.database);
  [li, other] = [await test.signIn('li.wei'), await test.signIn('margaret.okafor')];
  agent = await enterDesk(test, 'agent');
  await agent.open(customerId);
});

const infected = { ...smallPdf, content: '%PDF-1.7\nVIRUS\n%%EOF\n' };

const remains = () => whatUploadsLeave(test.services);

/** Returns the entries of the timeline about files with a virus. */
async function infectedInTimeline(): Promise<readonly unknown[]> {
  const { entries } = (await agent.get(`/api/desk/customer/timeline?customerId=${customerId}&kind=account`)).json();
  return entries.filter(({ title }: { readonly title: string }) => title === 'Infected document refused');
}

describe('a file of a customer', () => {
  it('goes with a message, and both sides open it', async () => {
    const fileId = await attach(li, { ...smallPdf, name: 'policy.2026.pdf' });
    const conversationId = await begin(li, [fileId]);
    const [entry] = await read(li, conversationId);
    expect(entry).toMatchObject({
      text: 'Here it is.',
      attachments: [{ fileId, name: 'policy.2026.pdf', bytes: smallPdf.content.length }],
    });
    const opened = await openFile(test, li, fileId);
    expect(opened.body).toBe(smallPdf.content);
    expect(opened.headers['content-disposition']).toContain('policy.2026.pdf');

    const conversation = await readAtDesk(agent, conversationId);
    expect(conversation.entries[0].attachments).toEqual([
      { documentId: fileId, name: 'policy.2026.pdf', bytes: smallPdf.content.length, scan: 'clean' },
    ]);
    const saved = await download(agent, conversationId, fileId);
    expect(saved.headers['content-disposition']).toContain('attachment');
    expect(saved.headers['content-type']).toBe('application/octet-stream');
    expect(saved.body).toBe(smallPdf.content);
    expect(await auditOf(test, 'desk-attachment-downloaded')).toMatchObject([
      { customerId, conversationId, documentId: fileId, reason: 'Customer called' },
    ]);
  });

  it('is announced in the email to the institution, which holds neither it nor its name', async () => {
    await begin(li, [await attach(li, { ...smallPdf, name: 'divorce.pdf' }), await attach(li)]);
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail?.body).toContain('Attachments: 2, to be opened at the desk');
    expect(mail?.body).not.toContain('divorce');
  });

  it('is found at the desk by its name', async () => {
    const conversationId = await begin(li, [await attach(li, { ...smallPdf, name: 'Roof_estimate-2.pdf' })]);
    await begin(li, [await attach(li)]);
    for (const find of ['roof', 'estimate', 'Roof_estimate-2.pdf']) {
      const found = (await agent.post('/api/desk/inbox/find', { find })).json().conversations as readonly {
        readonly conversationId: number;
      }[];
      expect(
        found.map((row) => row.conversationId),
        find,
      ).toEqual([conversationId]);
    }
  });

  it('is not a document of the customer, neither in the portal nor at the desk', async () => {
    const fileId = await attach(li);
    await begin(li, [fileId]);
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
    await begin(li, [fileId]);
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
    const conversationId = await begin(li, []);
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
    const fileId = await attach(li);
    const conversationId = await begin(li, [fileId]);
    await unscanned(fileId);
    const scanOf = async () => (await readAtDesk(agent, conversationId)).entries[0].attachments[0].scan;
    expect(await scanOf()).toBe('notScanned');
    expect((await download(agent, conversationId, fileId)).statusCode).toBe(200);
    expect(await scanOf()).toBe('clean');
  });

  it.each([
    ['with a virus', 'infected', 'FileInfected', 422, 'it may contain a virus'],
    ['that the scanner says nothing of', undefined, 'NotScanned', 503, 'scan this file for viruses'],
  ] as const)("%s can't be opened", async (_what, found, code, status, words) => {
    const fileId = await attach(li);
    const conversationId = await begin(li, [fileId]);
    await unscanned(fileId);
    const before = await infectedInTimeline();
    const { virusScanner } = test.services;
    const scan = async () => found ?? Promise.reject(new Error('no answer'));
    Object.assign(test.services, { virusScanner: { scan } });
    try {
      const opened = await openFile(test, li, fileId);
      expect(opened.statusCode).toBe(status);
      expect(opened.body).toContain(words);
      const refused = await download(agent, conversationId, fileId);
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
    expect((await openFile(test, li, fileId)).statusCode).toBe(200);
  });
});

describe("another customer's file", () => {
  it("can't be sent, opened or downloaded: the answer is that of an unknown one", async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const fileId = await attach(li);
    const before = await findNewest(other);
    for (const stolen of [fileId, unknown]) {
      const sent = await post(other, 'Begin', { ...typed, fileIds: [stolen] });
      expect(sent.statusCode).toBe(404);
      expect(sent.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'NotFound' }] });
    }
    expect(await findNewest(other)).toBe(before);
    const conversationId = await begin(li, [fileId]);
    for (const wanted of [fileId, unknown]) expect((await openFile(test, other, wanted)).statusCode).toBe(404);
    const stranger = await enterDesk(test, 'agent');
    expect((await download(stranger, conversationId, fileId)).json()).toEqual({ error: 'OpenFirst' });
    await stranger.open('400101');
    expect((await download(stranger, conversationId, fileId, '400101')).json()).toEqual({ error: 'NotFound' });
    const elsewhere = await begin(li, []);
    expect((await download(agent, elsewhere, fileId)).json()).toEqual({ error: 'NotFound' });
    const operations = await enterDesk(test, 'operations');
    await operations.open(customerId);
    expect((await download(operations, conversationId, fileId)).json()).toEqual({ error: 'NotPermitted' });
    expect((await attachAtDesk(operations, conversationId)).json()).toEqual({ error: 'NotPermitted' });
  });

  it("and one's own can't be opened before it is sent, nor with the ticket of another file", async () => {
    const fileId = await attach(li);
    expect((await openFile(test, li, fileId)).statusCode).toBe(404);
    await begin(li, [fileId]);
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
    const conversationId = await begin(li, []);
    const attached = await attachAtDesk(agent, conversationId);
    const { documentId } = attached.json<{ documentId: string }>();
    expect(await auditOf(test, 'desk-attachment-added')).toMatchObject([{ customerId, conversationId, documentId }]);
    expect((await openFile(test, li, documentId)).statusCode, 'not sent yet').toBe(404);
    expect((await answer(agent, conversationId, [documentId])).json()).toEqual({});
    const entries = await read(li, conversationId);
    expect(entries.at(-1)).toMatchObject({ attachments: [{ fileId: documentId, name: 'Form.pdf' }] });
    expect((await openFile(test, li, documentId)).body).toBe(smallPdf.content);
    expect((await download(agent, conversationId, documentId)).statusCode).toBe(200);
    const [notice] = await listNewestMessages(test.services, 1);
    expect(notice?.body).not.toContain('Form.pdf');
  });

  it('is refused for a virus or a wrong type, in words', async () => {
    const conversationId = await begin(li, []);
    const virus = { fileName: 'Form.pdf', content: Buffer.from(infected.content).toString('base64') };
    expect((await attachAtDesk(agent, conversationId, virus)).json()).toEqual({ error: 'FileInfected' });
    expect((await attachAtDesk(agent, conversationId, { fileName: 'Form.exe', content })).json()).toEqual({
      error: 'FormatRefused',
    });
  });

  it("isn't sent by a colleague, twice, or in another customer's conversation; then nothing is", async () => {
    const conversationId = await begin(li, []);
    const { documentId } = (await attachAtDesk(agent, conversationId)).json<{ documentId: string }>();
    const supervisor = await enterDesk(test, 'supervisor');
    await supervisor.open(customerId);
    expect((await answer(supervisor, conversationId, [documentId])).json()).toEqual({ error: 'AttachmentGone' });
    expect(await read(li, conversationId)).toHaveLength(1);
    expect((await answer(agent, conversationId, [documentId])).statusCode).toBe(200);
    expect((await answer(agent, conversationId, [documentId])).json()).toEqual({ error: 'AttachmentGone' });
    expect(await read(li, conversationId)).toHaveLength(2);
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
    expect(await read(li, conversationId)).toMatchObject([
      { text: 'Please sign it.', attachments: [{ fileId: documentId, name: 'Form.pdf' }] },
    ]);
    expect((await openFile(test, li, documentId)).body).toBe(smallPdf.content);
    expect(await auditOf(test, 'desk-message-begun')).toContainEqual(
      expect.objectContaining({ conversationId, attachments: 1 }),
    );
  });

  it('is not sent with a file of a colleague, one that was sent before, or more than are allowed', async () => {
    const documentId = await attachFirst();
    const supervisor = await enterDesk(test, 'supervisor');
    await supervisor.open(customerId);
    const before = await findNewest(li);
    expect((await beginAtDesk([documentId], supervisor)).json()).toEqual({ error: 'AttachmentGone' });
    expect(await findNewest(li)).toBe(before);
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
