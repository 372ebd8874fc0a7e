import { setTimeout as wait } from 'node:timers/promises';

/**
 * Lets work take at least this long, so that its time does not tell whether
 * there was anything to do, such as a message to write to somebody who exists.
 */
export async function inEvenTime<Value>(leastMs: number, work: () => Promise<Value>): Promise<Value> {
  const [outcome] = await Promise.allSettled([work(), wait(leastMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
