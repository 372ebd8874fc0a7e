import type { Services } from '#server/services.ts';
import { countRequest, deleteRequests, uncountRequest } from './request-limits.queries.ts';
import { Refusal } from './refusal.ts';

export interface RequestLimit {
  readonly most: number;
  readonly withinSeconds: number;
}

/**
 * Counts one more request of `subject` in the database, so that all processes share the limit.
 * @throws Refusal 429 when it is one too many.
 */
export async function limitRequests(services: Services, subject: string, limit: RequestLimit): Promise<void> {
  const count = await countTowardsLimit(services, subject, limit);
  if (count > limit.most) throw new Refusal(429, 'TooManyRequests');
}

/** Counts one more request, and leaves to the caller what follows from the number. */
export function countTowardsLimit(services: Services, subject: string, limit: RequestLimit): Promise<number> {
  return countRequest(services.database, hashOf(services, subject), services.clock.now(), limit.withinSeconds);
}

/** A request that was counted; giving it back makes as if it had not been. */
export interface CountedTry {
  readonly giveBack: () => Promise<void>;
}

/**
 * Counts a try before it is judged, so that those that come at once cannot share
 * one; what turns out to be right is given back.
 * @returns undefined when the subject has none left, and the try must not be judged
 */
export async function countTry(
  services: Services,
  subject: string,
  limit: RequestLimit,
): Promise<CountedTry | undefined> {
  if ((await countTowardsLimit(services, subject, limit)) > limit.most) return undefined;
  return { giveBack: () => uncountRequest(services.database, hashOf(services, subject)) };
}

/** What was counted no longer counts, as after a right answer. */
export function forgetRequests(services: Services, subject: string): Promise<void> {
  return deleteRequests(services.database, hashOf(services, subject));
}

function hashOf(services: Services, subject: string): Uint8Array {
  return services.cipher.blindIndex(subject, 'request-limit');
}
