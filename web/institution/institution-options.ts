import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import { useSettings } from './settings.ts';

const institutionOptionsQuery = queryOptions({
  queryKey: ['institutionOptions'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/Login/GetInstitutionOptions', { signal })),
});

/** Loads the lengths before a screen opens that checks them (A 2.1). */
export async function preloadInstitutionOptions(): Promise<void> {
  await queryClient.prefetchQuery(institutionOptionsQuery);
}

/** Lengths of account numbers, login names and passwords; those of the start-up while there are no newer ones. */
export function useInstitutionLengths(): Readonly<Record<string, unknown>> {
  // Given here, because screens before the sign-in have no provider above them.
  const { data } = useQuery(institutionOptionsQuery, queryClient);
  const { institutionOptions } = useSettings();
  return data ?? institutionOptions;
}
