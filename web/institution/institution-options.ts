import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import { useSettings } from './settings.ts';

const institutionOptionsQuery = queryOptions({
  queryKey: ['institutionOptions'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/Login/GetInstitutionOptions', { signal })),
});

/** Loads the lengths before a screen that checks them opens (A 2.1). */
export async function preloadInstitutionOptions(): Promise<void> {
  await queryClient.prefetchQuery(institutionOptionsQuery);
}

/** Returns the length limits of account numbers, usernames and passwords, from start-up until newer ones are loaded. */
export function useInstitutionLengths(): Readonly<Record<string, unknown>> {
  // Passed explicitly, because screens before sign-in have no provider.
  const { data } = useQuery(institutionOptionsQuery, queryClient);
  const { institutionOptions } = useSettings();
  return data ?? institutionOptions;
}

/** Returns undefined if the institution sets none. */
export function usePasswordMinimum(): number | undefined {
  const { PasswordMinimumLength: minimum } = useInstitutionLengths();
  return typeof minimum === 'number' && minimum > 0 ? minimum : undefined;
}
