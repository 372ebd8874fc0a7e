import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Attempt } from './payer.ts';
import { countDue, dropClaims } from './planner.ts';
import { readPayments } from './reconcile.ts';
import type { World } from './world.ts';

/** Expires the leases of dead processes, so the worker's start settles their payments. */
export async function settleEverything(world: World): Promise<void> {
  const { database } = world.database;
  for (let round = 0; round < 10; round += 1) {
    await sql`update payments set leased_until = now() where leased_until is not null`.execute(database);
    await dropClaims(database);
    expect(await world.worker.stop()).toBe(0);
    await world.worker.start();
    for (let look = 0; look < 40; look += 1) {
      await sleep(250);
      // In this order, because a payment that is no longer due may have just been submitted.
      if ((await countDue(database)) > 0) continue;
      const unsettled = (await readPayments(database)).filter(({ state }) =>
        ['submitting', 'confirming', 'unknown'].includes(state),
      );
      if (unsettled.length === 0) return;
    }
  }
}

/** Each payment that a customer was told of is posted once, under one reference number. */
export async function expectAcknowledgedPaymentsToStand(world: World, attempts: readonly Attempt[]): Promise<void> {
  const payments = await readPayments(world.database.database);
  const posted = new Set(payments.filter(({ state }) => state === 'posted').map((payment) => payment.reference_number));
  for (const attempt of attempts) {
    const references = new Set(attempt.answers.filter(isReference));
    expect(references.size, `one reference number per key, not ${[...references].join(', ')}`).toBeLessThanOrEqual(1);
    for (const reference of references) expect(posted, `the acknowledged payment ${reference}`).toContain(reference);
    expect(references.size === 1 && attempt.answers.includes('Declined'), 'declined and acknowledged').toBe(false);
  }
}

export function isReference(answer: string): boolean {
  return /^\w{4}-\w{4}-\w{4}$/.test(answer);
}
