import type { Services } from '#server/services.ts';
import { countRequest, deleteRequests, selectWindowStart, uncountRequest } from './request-limits.queries.ts';
import { Refusal } from './refusal.ts';

export interface RequestLimit {
  readonly max: number;
  readonly withinSeconds: number;
}

/**
 * Counts a request of `subject` in the database, shared by all processes.
 * @throws Refusal 429 above the limit
 */
export async function limitRequests(services: Services, subject: string, limit: RequestLimit): Promise<void> {
  const count = await countTowardsLimit(services, subject, limit);
  if (count > limit.max) throw new Refusal(429, 'TooManyRequests');
}

/** Counts a request; the caller decides what the number means. */
export function countTowardsLimit(services: Services, subject: string, limit: RequestLimit): Promise<number> {
  return countRequest(services.database, hashOf(services, subject), services.clock.now(), limit.withinSeconds);
}

/** A counted request that can be uncounted. */
export interface CountedTry {
  readonly giveBack: () => Promise<void>;
}

/**
 * Counts an attempt before checking it, so concurrent attempts can't share one; uncount it if it was right.
 * @returns undefined if the subject has none left and the attempt must not be checked
 */
export async function countTry(
  services: Services,
  subject: string,
  limit: RequestLimit,
): Promise<CountedTry | undefined> {
  if ((await countTowardsLimit(services, subject, limit)) > limit.max) return undefined;
  return { giveBack: () => uncountRequest(services.database, hashOf(services, subject)) };
}

/** Returns when the counted window of a subject began. */
export function findWindowStart(services: Services, subject: string): Promise<Temporal.Instant | undefined> {
  return selectWindowStart(services.database, hashOf(services, subject));
}

/** Resets the count, for example after a right answer. */
export function forgetRequests(services: Services, subject: string): Promise<void> {
  return deleteRequests(services.database, hashOf(services, subject));
}

function hashOf(services: Services, subject: string): Uint8Array {
  return services.cipher.blindIndex(subject, 'request-limit');
}
