import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/data/client.ts';
import { bodyOf } from '#web/data/query-client.ts';

/** The new application to tell about; requested once per session (C-037). */
export const applicationNoticeQuery = queryOptions({
  queryKey: ['applicationNotice'],
  queryFn: async () => bodyOf(await call('GET /api/Application/GetNewApplicationNotice')).Value,
  gcTime: Infinity,
  retry: false,
});
