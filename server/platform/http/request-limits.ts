import type { Services } from '#server/services.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import {
  countRequests,
  deleteRequests,
  selectWindowStart,
  uncountRequests,
  uncountRequestsLate,
} from './request-limits.queries.ts';
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
export async function countTowardsLimit(services: Services, subject: string, limit: RequestLimit): Promise<number> {
  const [count = 0] = await countTowards(services, [[subject, limit]]);
  return count;
}

/** A subject, and how often it may ask. */
type Limited = readonly [subject: string, limit: RequestLimit];

function countTowards(services: Services, limits: readonly Limited[]): Promise<readonly number[]> {
  const subjects = limits.map(([subject, limit]) => ({ ...limit, subjectHash: hashOf(services, subject) }));
  return countRequests(services.database, subjects, services.clock.now());
}

/** A counted request that can be uncounted, once. */
export interface CountedTry {
  readonly giveBack: () => Promise<void>;
  /** With the transaction's last statement. */
  readonly giveBackLate: (transaction: Transaction) => void;
}

/**
 * Counts an attempt before checking it, so concurrent attempts can't share one; uncount it if it was right.
 * @returns undefined if the subject has none left and the attempt must not be checked
 */
export function countTry(services: Services, subject: string, limit: RequestLimit): Promise<CountedTry | undefined> {
  return countTries(services, [[subject, limit]]);
}

/** Like `countTry`, for several limits. One that has none left keeps the later ones from being counted. */
export async function countTries(services: Services, limits: readonly Limited[]): Promise<CountedTry | undefined> {
  const counts = await countTowards(services, limits);
  if (!limits.every(([, { max }], index) => (counts[index] ?? Infinity) <= max)) return undefined;
  const hashes = limits.map(([subject]) => hashOf(services, subject));
  return {
    giveBack: () => uncountRequests(services.database, hashes),
    giveBackLate: (transaction) => uncountRequestsLate(transaction, hashes),
  };
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
