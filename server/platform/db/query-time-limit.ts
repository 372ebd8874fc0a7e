import { AsyncLocalStorage } from 'node:async_hooks';

const limitMs = new AsyncLocalStorage<number>();

/**
 * Limits each statement inside `work`; one that takes longer fails and its connection is closed. For requests; jobs
 * have only PostgreSQL's limit.
 */
export function withQueryTimeLimit<Answer>(milliseconds: number, work: () => Answer): Answer {
  return limitMs.run(milliseconds, work);
}

/** @returns milliseconds, or undefined if not set */
export function currentQueryTimeLimitMs(): number | undefined {
  return limitMs.getStore();
}
