import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/Passkeys', { signal })).Passkeys,
});

export const authenticatorQuery = queryOptions({
  queryKey: ['authenticator'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/Authenticator', { signal })),
});

/** Reloaded each time the profile opens, since other sessions start and end. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/Sessions', { signal })),
  staleTime: 0,
});

/** Reloaded each time the profile opens, since staff may have looked meanwhile. */
export const staffVisitsQuery = queryOptions({
  queryKey: ['staffVisits'],
  queryFn: async ({ signal }) =>
    bodyOf(await call('GET /api/Profile/StaffVisits', { signal })).Visits.map(({ VisitDate, Kind }) => ({
      at: VisitDate,
      isView: Kind === 'Viewed',
    })),
  staleTime: 0,
});

export async function refreshSecurity(): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => name === 'passkeys' || name === 'authenticator' || name === 'sessions',
  });
}
