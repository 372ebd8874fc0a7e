import { expect } from 'vitest';
import { type DeskCaller, withDesk } from './desk-journey.ts';
import { createTestApp, type SignedInCaller, type TestApp } from './test-app.ts';
import { multipartBody, smallPdf, type UploadedFile } from './uploads.ts';

/** Li Wei, whose messages these are. */
export const customerId = '400102';

export const typed = { topic: 'Insurance', subject: 'My policy', text: 'Here it is.' };

export const content = Buffer.from(smallPdf.content).toString('base64');

/** An institution with messages in the portal, and a scanner that finds the word VIRUS. */
export function createMessagesApp(): Promise<TestApp> {
  const scan = async (file: Uint8Array) =>
    Buffer.from(file).includes('VIRUS') ? ('infected' as const) : ('clean' as const);
  const options = { 'messageOptions.secureMessages': true };
  return createTestApp({ ...withDesk, options, virusScanner: { scan } });
}

export function upload(
  caller: SignedInCaller,
  file: UploadedFile = smallPdf,
  headers: Readonly<Record<string, string>> = {},
) {
  const { payload, headers: own } = multipartBody({}, file);
  const url = '/api/Conversations/Attach';
  return caller.call({ method: 'POST', url, payload, headers: { ...own, ...headers } });
}

export async function attach(caller: SignedInCaller, file: UploadedFile = smallPdf): Promise<string> {
  const answer = await upload(caller, file);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ fileId: string }>().fileId;
}

export function post(caller: SignedInCaller, path: 'Begin' | 'Reply', payload: object, headers = {}) {
  return caller.call({ method: 'POST', url: `/api/Conversations/${path}`, payload, headers });
}

/** Begins a conversation. Returns its id. */
export async function begin(caller: SignedInCaller, fileIds: readonly string[]): Promise<number> {
  const begun = await post(caller, 'Begin', { ...typed, fileIds });
  expect(begun.statusCode, begun.body).toBe(200);
  return findNewest(caller);
}

interface Listed {
  readonly conversationId: number;
}

export async function findNewest(caller: SignedInCaller): Promise<number> {
  const listed = await caller.call({ method: 'GET', url: '/api/Conversations' });
  return listed.json<{ conversations: Listed[] }>().conversations[0]?.conversationId ?? 0;
}

interface ReadEntry {
  readonly text: string;
  readonly attachments: readonly { readonly fileId: string; readonly name: string; readonly bytes: number }[];
}

export async function read(caller: SignedInCaller, conversationId: number): Promise<readonly ReadEntry[]> {
  const url = `/api/Conversations/Read?conversationId=${conversationId}`;
  return (await caller.call({ method: 'GET', url })).json<{ entries: ReadEntry[] }>().entries;
}

export async function readAtDesk(caller: DeskCaller, conversationId: number) {
  const named = new URLSearchParams({ customerId, conversationId: String(conversationId) });
  return (await caller.get(`/api/desk/conversation?${named.toString()}`)).json();
}

/** Opens a file in a tab of the customer, with a ticket for it. */
export async function openFile({ app }: TestApp, caller: SignedInCaller, fileId: string) {
  const url = `/api/PassableToken/GetPassableToken?action=viewAttachment&object=${fileId}`;
  const ticket = (await caller.call({ method: 'GET', url })).json<{ PassableToken: string }>();
  const query = new URLSearchParams({ fileId, token: ticket.PassableToken });
  const headers = { cookie: caller.headers.cookie, accept: 'text/html' };
  return app.inject({ method: 'GET', url: `/api/Conversations/Attachment?${query.toString()}`, headers });
}

export function download(caller: DeskCaller, conversationId: number, documentId: string, of = customerId) {
  const query = new URLSearchParams({ customerId: of, conversationId: String(conversationId), documentId });
  return caller.get(`/api/desk/conversation/attachment?${query.toString()}`);
}

export async function answer(caller: DeskCaller, conversationId: number, documentIds: readonly string[]) {
  const { lastEntryId } = await readAtDesk(caller, conversationId);
  const body = { customerId, conversationId, text: 'Please sign it.', lastEntryId, next: 'customer', documentIds };
  return caller.post('/api/desk/inbox/answer', body);
}

export function attachAtDesk(
  caller: DeskCaller,
  conversationId: number,
  file: object = { fileName: 'Form.pdf', content },
) {
  return caller.post('/api/desk/inbox/attach', { customerId, conversationId, ...file });
}
