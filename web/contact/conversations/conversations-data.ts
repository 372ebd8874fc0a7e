import { queryOptions } from '@tanstack/react-query';
import type { TextKey } from '#common/contract/all-texts.ts';
import { call } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import type { Failure } from '#web/data/use-action.ts';

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

export function sendProblem(failure: Failure): TextKey {
  const isTooMany = failure.kind === 'refused' && failure.status === 429;
  return isTooMany ? 'conversationError.tooMany' : 'conversationError.failed';
}
