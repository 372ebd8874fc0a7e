import { setTimeout as wait } from 'node:timers/promises';

/** Pads work to a minimum duration, so its time doesn't reveal, for example, whether a user exists. */
export async function inEvenTime<Value>(leastMs: number, work: () => Promise<Value>): Promise<Value> {
  const [outcome] = await Promise.allSettled([work(), wait(leastMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
