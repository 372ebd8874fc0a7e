import { queryOptions } from '@tanstack/react-query';
import type { SentForm } from '#common/profile/forms.api.ts';
import type { RequestForm } from '#common/profile/rules/request-form.ts';
import { call } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';

export interface FormsAndRequests {
  readonly forms: readonly RequestForm[];
  readonly requests: readonly SentForm[];
}

/** Read again whenever shown, since staff may have answered. */
export const formsQuery = queryOptions({
  queryKey: ['forms'],
  queryFn: async ({ signal }): Promise<FormsAndRequests> => bodyOf(await call('GET /api/Forms', { signal })),
  staleTime: 0,
});

/** Remembers that the answer was opened; without an answer of the server, the next visit does. */
export async function markAnswerRead(requestId: number): Promise<void> {
  const marked = await call('POST /api/Forms/MarkRead', { body: { requestId } });
  if (marked.kind === 'answer') await refreshForms();
}

export async function refreshForms(): Promise<void> {
  await queryClient.invalidateQueries(formsQuery);
}
