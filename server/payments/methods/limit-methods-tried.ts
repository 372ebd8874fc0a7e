import { setTimeout as sleep } from 'node:timers/promises';
import { type CountedTry, countTry, limitRequests } from '#server/platform/http/request-limits.ts';
import type { Services } from '#server/services.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { METHODS_TRIED_PER_HOUR } from '#server/payments/payments.policy.ts';

const RETRY_AFTER_MS = [50, 100, 200, 400];

const limit = { most: METHODS_TRIED_PER_HOUR, withinSeconds: 3_600 };

/**
 * Trying many numbers is card testing, not paying.
 * @throws Refusal 429 after too many within an hour, saved or checked
 */
export async function limitMethodsTried(services: Services, userId: number): Promise<void> {
  await limitRequests(services, `payment-methods:${userId}`, limit);
}

/**
 * Checks a single-use bank account. Each check counts before it is made, so parallel ones can't share one. Only a
 * refusal stays counted, because a payment may be resent until its answer arrives.
 * @throws Refusal 429 after too many refusals within an hour
 */
export async function limitRefusedAccounts<Answer extends { readonly ok: boolean }>(
  services: Services,
  userId: number,
  check: () => Promise<Answer>,
): Promise<Answer> {
  const counted = await takeCheck(services, userId);
  if (!counted) throw new Refusal(429, 'TooManyRequests');
  let isRefused = false;
  try {
    const answer = await check();
    isRefused = !answer.ok;
    return answer;
  } finally {
    if (!isRefused) await counted.giveBack();
  }
}

/** Copies of one payment that are checked at the same time give their checks back soon. */
async function takeCheck(services: Services, userId: number): Promise<CountedTry | undefined> {
  for (const pauseMs of RETRY_AFTER_MS) {
    const counted = await countTry(services, `bank-accounts-refused:${userId}`, limit);
    if (counted) return counted;
    await sleep(pauseMs);
  }
  return undefined;
}
