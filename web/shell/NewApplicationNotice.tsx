import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/data/client.ts';
import { bodyOf } from '#web/data/query-client.ts';
import { lazily } from '#web/kit/lazily.tsx';

const NewApplicationDialog = lazily(async () => (await import('./NewApplicationDialog.tsx')).NewApplicationDialog);

/** The new application to announce; requested once per session (C-037). */
const applicationNoticeQuery = queryOptions({
  queryKey: ['applicationNotice'],
  queryFn: async () => bodyOf(await call('GET /api/Application/GetNewApplicationNotice')).Value,
  gcTime: Infinity,
  retry: false,
});

/** Shows the notice of a new application once (A 2.2); nothing if the call fails. */
export function NewApplicationNotice() {
  const { data: notice } = useQuery(applicationNoticeQuery);
  const queryClient = useQueryClient();
  // In the cache, so it stays closed when the layout remounts.
  const close = () => queryClient.setQueryData(applicationNoticeQuery.queryKey, null);
  return notice && <NewApplicationDialog number={notice.ApplicationNumber} url={notice.Url} onClose={close} />;
}
