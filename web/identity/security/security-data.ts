import { queryOptions } from '@tanstack/react-query';
import type { TextKey } from '#common/contract/all-texts.ts';
import { call, type CallResult } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/Passkeys', { signal })).Passkeys,
});

export const authenticatorQuery = queryOptions({
  queryKey: ['authenticator'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/Authenticator', { signal })),
});

/** Others sign in meanwhile: it is looked up each time the profile opens. */
export const signInsQuery = queryOptions({
  queryKey: ['signIns'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/SignIns', { signal })),
  staleTime: 0,
});

/** Shows what a change has left. */
export async function refreshSecurity(): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => name === 'passkeys' || name === 'authenticator' || name === 'signIns',
  });
}

const confirmationTexts: ReadonlyMap<string, TextKey> = new Map<string, TextKey>([
  ['InvalidCurrentPassword', 'confirmPassword.wrong'],
  ['MaxAttemptsReached', 'confirmPassword.maxAttempts'],
  ['TooManyPasskeys', 'passkeys.tooMany'],
]);

/** Why something that asks for the password was not done; null when it was. */
export function confirmationProblem(result: CallResult<unknown>): TextKey | null {
  if (result.kind === 'answer') return null;
  const code = result.kind === 'refused' ? (result.codes[0] ?? '') : '';
  return confirmationTexts.get(code) ?? 'confirmPassword.failed';
}
