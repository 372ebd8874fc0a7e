import { hashKey, QueryClient } from '@tanstack/react-query';
import type { CallResult, Refused, Unreachable } from './client.ts';
import { currentSession, onSessionChange } from './session.ts';

/** The error of a query: why there is no answer. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly result: Refused | Unreachable;

  constructor(result: Refused | Unreachable) {
    super(result.kind === 'refused' ? `Refused with ${result.status}` : 'Unreachable');
    this.result = result;
  }
}

/** Returns the body, for query functions. Throws CallFailure for anything else. */
export function bodyOf<Body>(result: CallResult<Body>): Body {
  if (result.kind === 'answer') return result.body;
  throw new CallFailure(result);
}

/** The server has already asked a host that is down twice. */
function mayPassAtOnce(error: unknown): boolean {
  return error instanceof CallFailure && error.result.kind === 'unreachable' && error.result.hostDown !== true;
}

/** Holds all data loaded for the signed-in customer; cleared with the session. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryKeyHashFn: (queryKey) => hashKey([currentSession()?.userToken ?? null, queryKey]),
      // Data is reloaded after changes, not by time or focus.
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      // Try even when offline and fail like an unavailable server, instead of waiting silently.
      networkMode: 'always',
      // Reload failed data when online again.
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
      // Data that failed while its screen opened shows as failed, with a retry button.
      retryOnMount: false,
      // A refusal would be the same again; a lost connection may not.
      retry: (failures, error) => failures < 1 && mayPassAtOnce(error),
    },
  },
});

onSessionChange(() => queryClient.clear());
