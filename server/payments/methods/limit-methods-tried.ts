import { countTry, limitRequests } from '#server/platform/http/request-limits.ts';
import type { Services } from '#server/services.ts';
import { Refusal } from '#server/platform/http/refusal.ts';

/** Per user; adding and checking both count. */
export const METHODS_TRIED_PER_HOUR = 30;

/** Per user, so patience doesn't make the check of bank accounts a directory of those that exist. */
export const METHODS_TRIED_PER_DAY = 60;

const limit = { max: METHODS_TRIED_PER_HOUR, withinSeconds: 3_600 };
const dailyLimit = { max: METHODS_TRIED_PER_DAY, withinSeconds: 24 * 3_600 };

/**
 * Limits card testing and questions whether a bank account exists: many numbers tried, saved or only checked.
 * Throws Refusal 429 after too many within an hour or a day.
 */
export async function limitMethodsTried(services: Services, userId: number): Promise<void> {
  await limitRequests(services, `payment-methods:${userId}`, limit);
  await limitRequests(services, `payment-methods-of-day:${userId}`, dailyLimit);
}

/** Checks in progress, keyed by user and bank account. */
const running = new Map<string, Promise<{ readonly ok: boolean }>>();

/**
 * Limits checks of single-use bank accounts. Each check is counted before it runs, so parallel ones can't share a
 * count; only refusals stay counted, because a payment may be resent until it is answered. Parallel copies of a payment
 * share one check.
 * @param account everything the check depends on
 * @throws Refusal 429 after too many refusals within an hour or a day
 */
export async function limitRefusedAccounts<Answer extends { readonly ok: boolean }>(
  services: Services,
  { userId, account }: { readonly userId: number; readonly account: string },
  check: () => Promise<Answer>,
): Promise<Answer> {
  const key = `${userId}:${account}`;
  const copy = running.get(key);
  // Safe: the key includes everything that is checked.
  if (copy) return copy as Promise<Answer>;
  const checking = countAndCheck(services, userId, check).finally(() => running.delete(key));
  running.set(key, checking);
  return checking;
}

async function countAndCheck<Answer extends { readonly ok: boolean }>(
  services: Services,
  userId: number,
  check: () => Promise<Answer>,
): Promise<Answer> {
  const ofHour = await countTry(services, `bank-accounts-refused:${userId}`, limit);
  if (!ofHour) throw new Refusal(429, 'TooManyRequests');
  const ofDay = await countTry(services, `bank-accounts-refused-of-day:${userId}`, dailyLimit);
  if (!ofDay) throw new Refusal(429, 'TooManyRequests');
  let isRefused = false;
  try {
    const answer = await check();
    isRefused = !answer.ok;
    return answer;
  } finally {
    if (!isRefused) await Promise.all([ofHour.giveBack(), ofDay.giveBack()]);
  }
}
