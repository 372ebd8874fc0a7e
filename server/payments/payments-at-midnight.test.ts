import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clock, clockOf } from '#server/platform/clock.ts';
import { achBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { achFee, codeOf, createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';

const timeZone = 'America/New_York';

/**
 * Monday, after the cut-off: Monday's drafts leave on Tuesday. The test checks that a submission does not mix the two
 * days.
 */
const beforeMidnight = Temporal.Instant.from('2026-11-23T23:59:59-05:00');

/** More often than a submission reads the clock. */
const MAX_READINGS = 20;

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene();
  scene.testApp.clock.moveOn(scene.testApp.clock.now().until(beforeMidnight));
});

afterAll(() => scene.testApp.close());

/** Returns 23:59:59 for this many readings, then midnight. */
function clockThatJumpsAfter(readings: number): Clock {
  let read = 0;
  return clockOf(() => {
    read += 1;
    return read > readings ? beforeMidnight.add({ seconds: 1 }) : beforeMidnight;
  }, timeZone);
}

test('a draft submitted at midnight belongs to one day, whenever midnight falls', async () => {
  const caller = await scene.testApp.signIn('li.wei');
  const info = await paymentCalls(caller).info(scene.loan);
  const answers: string[] = [];
  for (let readings = 0; readings < MAX_READINGS; readings += 1) {
    const parts = { info, loginName: 'li.wei', amount: 20 + readings, method: achBody(scene.loan), fee: achFee };
    const calls = await scene.callsAt(clockThatJumpsAfter(readings), caller);
    answers.push(codeOf(await calls.submitAch(submissionBody(parts), crypto.randomUUID())) ?? 'posted');
  }
  // Refused if the submission saw Tuesday first, accepted if it saw Monday.
  expect(new Set(answers)).toEqual(new Set(['PaymentDateMinimumError', 'posted']));
  expect(answers).toEqual(answers.toSorted((a, b) => (a < b ? -1 : 1)));
  const { rows } = await sql`
    select distinct pay_on, file_on, (p.created_at at time zone ${timeZone})::date as created_on
    from payments p join ach_entries using (payment_id)`.execute(scene.testApp.services.database);
  expect(rows).toEqual([{ pay_on: '2026-11-23', file_on: '2026-11-24', created_on: '2026-11-23' }]);
});
