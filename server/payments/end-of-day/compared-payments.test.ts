import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { type ComparedPayment, listChangedPayments } from './compared-payments.queries.ts';

const [before, last, through] = ['2026-11-20T10:00:00Z', '2026-11-20T12:00:00Z', '2026-11-20T14:00:00Z'] as const;
const span = {
  since: Temporal.Instant.from(before),
  last: Temporal.Instant.from(last),
  through: Temporal.Instant.from(through),
};

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene();
});

afterAll(() => scene.testApp.close());

it('lists every payment that changed in the span once, also when many changed in one instant', async () => {
  const { database } = scene.testApp.services;
  for (let paid = 0; paid < 9; paid += 1) {
    expect(await scene.calls.submitAch(await scene.achSubmission(100 + paid))).toMatchObject({ HasNoErrors: true });
  }
  const { rows } = await sql<{ id: string }>`
    select payment_id as id from payments where state = 'posted' order by payment_id`.execute(database);
  const ids = rows.map(({ id }) => id);
  const times = [before, '2026-11-20T10:00:00.000001Z', ...Array.from({ length: 5 }, () => last), through];
  const placed = [...times, '2026-11-20T14:00:00.000001Z'];
  await sql`update payments set state_since = '2026-01-01T00:00:00Z'`.execute(database);
  for (const [index, time] of placed.entries()) {
    await sql`update payments set state_since = ${time} where payment_id = ${ids[index]}`.execute(database);
  }
  for (const limit of [1, 2, 3, 100]) {
    const seen: ComparedPayment[] = [];
    for (let after: ComparedPayment | undefined; ; after = seen.at(-1)) {
      const page = await listChangedPayments(database, span, { after, limit });
      seen.push(...page);
      if (page.length < limit) break;
    }
    // Neither the one at the beginning of the span nor the one after its end.
    expect(seen.map(({ paymentId }) => paymentId).toSorted(), `pages of ${limit}`).toEqual(ids.slice(1, 8).toSorted());
    // Those that changed after the last comparison count.
    expect(seen.filter(({ counts }) => counts).map(({ paymentId }) => paymentId)).toEqual([ids[7]]);
  }
});
