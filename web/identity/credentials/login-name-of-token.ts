import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/data/client.ts';
import { CallFailure, queryClient } from '#web/data/query-client.ts';
import { preloadPasswordRules } from '#web/identity/new-password/credential-rules.ts';

/** Whose password a link changes: the rules compare it with the login name. Looking does not use the link up. */
export function loginNameOfTokenQuery(token: string) {
  return queryOptions({
    queryKey: ['loginNameOfToken', token],
    queryFn: async ({ signal }) => {
      const result = await call('POST /api/Login/LookupLoginFromToken', { body: { UserToken: token }, signal });
      if (result.kind === 'answer') return { loginName: result.body.Logon, expired: false };
      if (result.kind === 'refused' && result.codes.includes('Expired')) return { loginName: '', expired: true };
      throw new CallFailure(result);
    },
    // Used, a link is another one than before.
    gcTime: 0,
  });
}

/** What the screen of a link needs before it opens; a failure leaves the form with less to say. */
export async function preloadPasswordChange(token: string): Promise<void> {
  await Promise.all([preloadPasswordRules(), queryClient.prefetchQuery(loginNameOfTokenQuery(token))]);
}
