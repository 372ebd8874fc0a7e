import type { Day } from '#common/core/dates.ts';
import { isUnderMaintenance } from '#server/platform/maintenance.queries.ts';
import type { Services } from '#server/services.ts';
import { claimDueRecurring, type Recurring } from './recurring-payments.queries.ts';
import { releasePayment, type ReleaseResult } from './release-payment.command.ts';
import { runRecurring } from './run-recurring.command.ts';
import { claimDuePayments } from './scheduled-payments.queries.ts';

/** How much one process takes in hand at once. */
const BATCH_SIZE = 1_000;

/** How long it may have it in hand; then it is taken to have died. */
const CLAIM_MS = 300_000;

/** How many payments are under way at once; a processor that is silent holds up no more than these. */
const AT_ONCE = 8;

/**
 * Submits every scheduled and recurring payment whose day has come, the oldest
 * day first. May run twice, in several processes at once, and be killed at any
 * moment: each payment is made once, and what was missed is caught up.
 * @returns how many were dealt with.
 */
export async function runDuePayments(services: Services, stopping: AbortSignal): Promise<number> {
  // While the books are closed for the night nothing is posted; the next run finds the same.
  if (await isUnderMaintenance(services.database)) return 0;
  const through = services.clock.today();
  const scheduled = await work(services, stopping, through, claimDuePayments, releasePayment);
  return scheduled + (await work(services, stopping, through, claimDueRecurring, runRecurring));
}

type Claim<Item> = (
  database: Services['database'],
  claim: { readonly through: Day; readonly limit: number; readonly leaseMs: number },
) => Promise<Item[]>;

async function work<Item extends { readonly accountNumber: string }>(
  services: Services,
  stopping: AbortSignal,
  through: Day,
  claim: Claim<Item>,
  submit: (services: Services, item: Item) => Promise<ReleaseResult>,
): Promise<number> {
  let dealtWith = 0;
  while (!stopping.aborted) {
    const claimed = await claim(services.database, { through, limit: BATCH_SIZE, leaseMs: CLAIM_MS });
    if (claimed.length === 0) break;
    const lanes = inLanes(claimed);
    const counts = await Promise.all(lanes.map((lane) => submitInOrder(services, stopping, lane, submit)));
    dealtWith += counts.reduce((sum, count) => sum + count, 0);
  }
  return dealtWith;
}

/** Payments of one account stay in their order; those of different accounts may be under way at once. */
function inLanes<Item extends { readonly accountNumber: string }>(items: readonly Item[]): Item[][] {
  const byAccount = [...Map.groupBy(items, (item) => item.accountNumber).values()];
  const lanes: Item[][] = Array.from({ length: Math.min(AT_ONCE, byAccount.length) }, () => []);
  for (const [index, group] of byAccount.entries()) lanes[index % lanes.length]?.push(...group);
  return lanes;
}

/** One payment that cannot be submitted must not keep the others from it. */
async function submitInOrder<Item extends object>(
  services: Services,
  stopping: AbortSignal,
  lane: readonly Item[],
  submit: (services: Services, item: Item) => Promise<ReleaseResult>,
): Promise<number> {
  let dealtWith = 0;
  for (const item of lane) {
    if (stopping.aborted) break;
    try {
      if ((await submit(services, item)) === 'done') dealtWith += 1;
    } catch (error) {
      services.log.error({ err: error, ...idOf(item) }, 'a payment that is due could not be submitted');
    }
  }
  return dealtWith;
}

function idOf(item: { readonly paymentId?: string } | Recurring): object {
  return 'recurringId' in item ? { recurringId: item.recurringId } : { paymentId: item.paymentId };
}
