import { countTowardsLimit, hasReachedLimit, limitRequests } from '#server/platform/http/request-limits.ts';
import type { Services } from '#server/services.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { METHODS_TRIED_PER_HOUR } from '#server/payments/payments.policy.ts';

const limit = { most: METHODS_TRIED_PER_HOUR, withinSeconds: 3_600 };

/**
 * Whoever tries one number after the other wants to know which ones are good, not to pay.
 * @throws Refusal 429 after too many within the hour, to be saved or checked.
 */
export async function limitMethodsTried(services: Services, userId: number): Promise<void> {
  await limitRequests(services, `payment-methods:${userId}`, limit);
}

/**
 * Lets a bank account be looked at that is part of a payment. Only those that are refused count:
 * a payment may be sent again and again until its answer arrives.
 * @throws Refusal 429 after too many refusals within the hour.
 */
export async function limitRefusedAccounts<Answer extends { readonly ok: boolean }>(
  services: Services,
  userId: number,
  look: () => Promise<Answer>,
): Promise<Answer> {
  const subject = `bank-accounts-refused:${userId}`;
  if (await hasReachedLimit(services, subject, limit)) throw new Refusal(429, 'TooManyRequests');
  const answer = await look();
  if (!answer.ok) await countTowardsLimit(services, subject, limit);
  return answer;
}
