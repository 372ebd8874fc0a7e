import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeReturns } from '#server/payments/end-of-day/take-returns.command.ts';
import { achBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { withDetails } from '#tests/builders/payment-scene.ts';
import { createRefundScene, type RefundScene } from '#tests/builders/refund-scene.ts';
import { changed, returnFile } from '#tests/builders/return-file.ts';

let scene: RefundScene;
let trace = '';

/** A refund that left with a bank file, one that waits for the next, and a customer who deleted the account since. */
beforeAll(async () => {
  scene = await createRefundScene();
  await schedule('2026-12-10');
  await scene.receive('77', (await scene.owed()) + 35_000);
  await scene.refund(30_000);
  await scene.closeDay('2026-11-23');
  [trace = ''] = await scene.traces();
  await scene.refund(5_000);
  const { database } = scene.services;
  await sql`delete from default_payment_methods`.execute(database);
  await sql`delete from saved_bank_accounts`.execute(database);
});

afterAll(() => scene.testApp.close());

async function schedule(on: string): Promise<void> {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const info = await calls.info(scene.loan);
  const body = submissionBody({ info, loginName: 'li.wei', amount: 41, method: achBody(scene.loan), fee: 1 });
  const answer = await calls.post('/api/PaymentScheduled/SubmitAch', withDetails(body, { PaymentDate: on }));
  expect(answer).toMatchObject({ HasNoErrors: true });
}

describe('a notification of change about an account that the customer deleted', () => {
  it('is told to the customer who was promised a refund to it, and changes what has not left', async () => {
    expect(
      await takeReturns(scene.services, returnFile([changed(trace, 'C03', '412002036   1918171615')])),
    ).toMatchObject({
      value: {
        notices: [{ became: 'changed', effects: ['planned payments changed: 1', 'unsent bank credits changed: 1'] }],
      },
    });
    const mail = await scene.newestMail();
    expect(mail?.subject).toBe('Your bank account details have changed');
    expect(mail?.body).toMatch(/ending in 6354 have changed.*ending in 1615/);
    const { file } = await scene.closeDay('2026-11-24');
    expect(file?.text).toContain('6224120020361918171615 ');
  });
});
