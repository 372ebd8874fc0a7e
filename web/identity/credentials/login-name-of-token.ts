import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/data/client.ts';
import { CallFailure, queryClient } from '#web/data/query-client.ts';
import { preloadPasswordRules } from '#web/identity/new-password/credential-rules.ts';

/** The username of a link's owner, which the rules compare with the password. Doesn't use up the link. */
export function loginNameOfTokenQuery(token: string) {
  return queryOptions({
    queryKey: ['loginNameOfToken', token],
    queryFn: async ({ signal }) => {
      const result = await call('POST /api/Login/LookupLoginFromToken', { body: { UserToken: token }, signal });
      if (result.kind === 'answer') return { loginName: result.body.Logon, expired: false };
      if (result.kind === 'refused' && result.codes.includes('Expired')) return { loginName: '', expired: true };
      throw new CallFailure(result);
    },
    // A used link answers differently.
    gcTime: 0,
  });
}

/** Loads the data before the screen opens; after a failure, the form shows fewer details. */
export async function preloadPasswordChange(token: string): Promise<void> {
  await Promise.all([preloadPasswordRules(), queryClient.prefetchQuery(loginNameOfTokenQuery(token))]);
}
