import { hashKey, QueryClient } from '@tanstack/react-query';
import type { CallResult, Refused, Unreachable } from './client.ts';
import { currentSession, onSessionChange } from './session.ts';

/** What a query fails with: why there is no answer. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly result: Refused | Unreachable;

  constructor(result: Refused | Unreachable) {
    super(result.kind === 'refused' ? `Refused with ${result.status}` : 'Unreachable');
    this.result = result;
  }
}

/** The body of an answer, for query functions. @throws CallFailure for anything else. */
export function bodyOf<Body>(result: CallResult<Body>): Body {
  if (result.kind === 'answer') return result.body;
  throw new CallFailure(result);
}

/** Everything fetched for the person who is signed in: forgotten with the session, and never found by another one. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryKeyHashFn: (queryKey) => hashKey([currentSession()?.userToken ?? null, queryKey]),
      // Fetched anew when something changes it, not by the clock or by looking at the tab again.
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      // Without a connection it is tried and fails, as when the server is away: waiting would say nothing.
      networkMode: 'always',
      // What failed comes by itself once the connection is back.
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
      // What failed while a screen opened is shown as failed, with an offer to try again.
      retryOnMount: false,
      // A refusal will be the same the second time; a lost connection may not.
      retry: (failures, error) => failures < 1 && error instanceof CallFailure && error.result.kind === 'unreachable',
    },
  },
});

onSessionChange(() => queryClient.clear());
