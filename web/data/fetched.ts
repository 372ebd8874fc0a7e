import type { UseQueryResult } from '@tanstack/react-query';
import { CallFailure } from './query-client.ts';

/** Something that is fetched when it is needed, as a screen shows it. */
export type Fetched<Value> =
  | { readonly state: 'idle' | 'loading' }
  | {
      readonly state: 'failed';
      /** What the server said; empty when it said nothing. */
      readonly codes: readonly string[];
      /** Being tried again. */
      readonly busy: boolean;
      readonly tryAgain: () => void;
    }
  | { readonly state: 'ready'; readonly value: Value };

/** The state of a query; one that failed when fetched again counts as failed, whatever it gave before. */
export function fetched<Value>(query: UseQueryResult<Value>): Fetched<Value> {
  if (query.isError) {
    const { error } = query;
    const codes = error instanceof CallFailure && error.result.kind === 'refused' ? error.result.codes : [];
    return { state: 'failed', codes, busy: query.isFetching, tryAgain: () => void query.refetch() };
  }
  if (query.data !== undefined) return { state: 'ready', value: query.data };
  return { state: query.fetchStatus === 'idle' ? 'idle' : 'loading' };
}

/** The value once it is there. */
export function valueOf<Value>(thing: Fetched<Value>): Value | null {
  return thing.state === 'ready' ? thing.value : null;
}
