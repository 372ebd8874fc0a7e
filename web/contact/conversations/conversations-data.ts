import { queryOptions } from '@tanstack/react-query';
import type { TextKey } from '#common/contract/all-texts.ts';
import { maxAttachments } from '#common/contact/rules/conversation.ts';
import { call, type CallResult } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import type { Failure, Outcome } from '#web/data/use-action.ts';
import type { UploadTarget } from '#web/documents/upload-file.ts';
import { type Attachments, useAttachments } from '#web/documents/use-attachments.ts';
import { useOptions } from '#web/institution/settings.ts';

/** Read again whenever shown, since staff may have answered. */
export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/Conversations', { signal })).conversations,
  staleTime: 0,
});

export const conversationQuery = (conversationId: number) =>
  queryOptions({
    queryKey: ['conversations', conversationId],
    queryFn: async ({ signal }) => {
      const query = { conversationId };
      return bodyOf(await call('GET /api/Conversations/Read', { query, signal }));
    },
    staleTime: 0,
  });

/** Remembers that the answers were opened; without an answer, the next visit does. */
export async function markRead(conversationId: number): Promise<void> {
  const marked = await call('POST /api/Conversations/MarkRead', { body: { conversationId } });
  if (marked.kind === 'answer') await queryClient.invalidateQueries({ ...conversationsQuery, exact: true });
}

export async function refreshConversations(): Promise<void> {
  await queryClient.invalidateQueries(conversationsQuery);
}

export async function attachmentAddress(fileId: string): Promise<string | null> {
  const ticket = await call('GET /api/PassableToken/GetPassableToken', {
    query: { action: 'viewAttachment', object: fileId },
  });
  if (ticket.kind !== 'answer') return null;
  return `/api/Conversations/Attachment?${new URLSearchParams({ fileId, token: ticket.body.PassableToken })}`;
}

const attach: UploadTarget = { address: '/api/Conversations/Attach', fields: {}, tellsLater: false };

/** The files of a message; `isOffered` where the institution takes some. */
export function useMessageFiles() {
  const options = useOptions();
  const max = maxAttachments({
    'messageOptions.allowAttachments': options('messageOptions.allowAttachments'),
    'messageOptions.maxAttachments': options('messageOptions.maxAttachments'),
  });
  return { isOffered: max > 0, attachments: useAttachments(attach, max) };
}

/** Sends what the customer wrote, once its files have arrived. */
export async function withFiles<Body>(
  { ready }: Attachments,
  send: (fileIds: string[]) => Promise<CallResult<Body>>,
): Promise<Outcome<Body>> {
  const fileIds = await ready();
  if (!fileIds) return { kind: 'stopped', text: 'conversationError.attachments' };
  const sent = await send(fileIds);
  const isGone = fileIds.length > 0 && sent.kind === 'refused' && sent.status === 404;
  return isGone ? { kind: 'stopped', text: 'conversationError.attachmentGone' } : sent;
}

export function sendProblem(failure: Failure): TextKey {
  if (failure.kind === 'stopped') return failure.text;
  const isTooMany = failure.kind === 'refused' && failure.status === 429;
  return isTooMany ? 'conversationError.tooMany' : 'conversationError.failed';
}
