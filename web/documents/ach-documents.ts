import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/data/client.ts';
import { bodyOf } from '#web/data/query-client.ts';

/** Agreements on recurring bank drafts; one may have been concluded since the last look. */
export const achDocumentsQuery = queryOptions({
  queryKey: ['achDocuments'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/AchDraftAgreement/GetACHDrafts', { signal })).List,
  staleTime: 0,
});

/** The address of an agreement, good for one opening. */
export async function achDocumentAddress(id: string): Promise<string | null> {
  const query = { action: 'achDraft', object: id } as const;
  const result = await call('GET /api/PassableToken/GetPassableToken', { query });
  if (result.kind !== 'answer') return null;
  const search = new URLSearchParams({ token: result.body.PassableToken, guid: id });
  return `/api/AchDraftAgreement/RenderACHDraftAgreement?${search.toString()}`;
}
