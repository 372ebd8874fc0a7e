import type { UseQueryResult } from '@tanstack/react-query';
import { CallFailure } from './query-client.ts';

export type Fetched<Value> =
  | { readonly state: 'idle' | 'loading' }
  | {
      readonly state: 'failed';
      /** The server's codes; empty without any. */
      readonly codes: readonly string[];
      /** True during a retry. */
      readonly busy: boolean;
      readonly tryAgain: () => void;
    }
  | { readonly state: 'ready'; readonly value: Value };

/**
 * Returns a query's state. A failed reload counts as failed even with earlier data, unless the host or the portal's
 * database is down: the banner says that figures may be out of date.
 */
export function fetched<Value>(query: UseQueryResult<Value>): Fetched<Value> {
  if (query.isError) {
    const { error } = query;
    if (query.data !== undefined && isOutage(error)) return { state: 'ready', value: query.data };
    const codes = error instanceof CallFailure && error.result.kind === 'refused' ? error.result.codes : [];
    return { state: 'failed', codes, busy: query.isFetching, tryAgain: () => void query.refetch() };
  }
  if (query.data !== undefined) return { state: 'ready', value: query.data };
  return { state: query.fetchStatus === 'idle' ? 'idle' : 'loading' };
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof CallFailure) || error.result.kind !== 'unreachable') return false;
  return error.result.hostDown === true || error.result.portalDown === true;
}

/** Returns null until loaded. */
export function valueOf<Value>(thing: Fetched<Value>): Value | null {
  return thing.state === 'ready' ? thing.value : null;
}
