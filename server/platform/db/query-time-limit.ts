import { AsyncLocalStorage } from 'node:async_hooks';

const limitMs = new AsyncLocalStorage<number>();

/**
 * Runs `work`, in which every single statement may take this long before it fails
 * and its connection is given up. Outside of it, statements may take as long as
 * PostgreSQL lets them: a request must answer, a job may wait.
 */
export function withQueryTimeLimit<Answer>(milliseconds: number, work: () => Answer): Answer {
  return limitMs.run(milliseconds, work);
}

/** @returns milliseconds, or undefined where none was set. */
export function currentQueryTimeLimitMs(): number | undefined {
  return limitMs.getStore();
}
