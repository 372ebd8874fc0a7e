import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clock, clockOf } from '#server/platform/clock.ts';
import { achBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { achFee, codeOf, createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';

const timeZone = 'America/New_York';

/** Monday, after the cut-off: a draft of that day leaves on Tuesday; one of Tuesday too, unless the days are mixed. */
const beforeMidnight = Temporal.Instant.from('2026-11-23T23:59:59-05:00');

/** More than a submission reads the clock. */
const MOST_READINGS = 20;

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene();
  scene.testApp.clock.moveOn(scene.testApp.clock.now().until(beforeMidnight));
});

afterAll(() => scene.testApp.close());

/** Stands at a second before midnight until it was read so many times, then at midnight. */
function clockThatJumpsAfter(readings: number): Clock {
  let read = 0;
  return clockOf(() => {
    read += 1;
    return read > readings ? beforeMidnight.add({ seconds: 1 }) : beforeMidnight;
  }, timeZone);
}

test('a draft that is submitted at midnight belongs to one day, wherever midnight falls', async () => {
  const caller = await scene.testApp.signIn('li.wei');
  const info = await paymentCalls(caller).info(scene.loan);
  const answers: string[] = [];
  for (let readings = 0; readings < MOST_READINGS; readings += 1) {
    const draft = { info, loginName: 'li.wei', amount: 20 + readings, method: achBody(scene.loan), fee: achFee };
    const calls = await scene.callsAt(clockThatJumpsAfter(readings), caller);
    answers.push(codeOf(await calls.submitAch(submissionBody(draft), crypto.randomUUID())) ?? 'posted');
  }
  // Yesterday's payment is refused when the submission came after midnight, and made when it came before.
  expect(new Set(answers)).toEqual(new Set(['PaymentDateMinimumError', 'posted']));
  expect(answers).toEqual(answers.toSorted((a, b) => (a < b ? -1 : 1)));
  const { rows } = await sql`
    select distinct pay_on, file_on, (p.created_at at time zone ${timeZone})::date as created_on
    from payments p join ach_entries using (payment_id)`.execute(scene.testApp.services.database);
  expect(rows).toEqual([{ pay_on: '2026-11-23', file_on: '2026-11-24', created_on: '2026-11-23' }]);
});
