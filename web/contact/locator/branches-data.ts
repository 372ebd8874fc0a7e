import { queryOptions, useQuery } from '@tanstack/react-query';
import { branchFromWire } from '#common/contact/locator.wire.ts';
import type { Branch, Place } from '#common/contact/rules/branches.ts';
import { call } from '#web/data/client.ts';
import { type Fetched, fetched } from '#web/data/fetched.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';

const branchesQuery = queryOptions({
  queryKey: ['branches'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/branchInfo', { signal })).map(branchFromWire),
});

/** Passes the query client, because visitors have no provider. */
export function useBranches(): Fetched<readonly Branch[]> {
  return fetched(useQuery(branchesQuery, queryClient));
}

/** Returns `unknown` for an unknown zip code, `failed` without an answer. */
export async function findPlaceOfZip(zip: string, signal: AbortSignal): Promise<Place | 'unknown' | 'failed'> {
  const result = await call('GET /api/Geocode', { query: { zip }, signal });
  if (result.kind === 'answer') return { latitude: result.body.Latitude, longitude: result.body.Longitude };
  return result.kind === 'refused' && result.status === 200 ? 'unknown' : 'failed';
}
