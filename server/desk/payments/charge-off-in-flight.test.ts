import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServicingScene, type ServicingScene } from '#tests/builders/servicing-scene.ts';

const reason = 'Asked for at the desk';

let scene: ServicingScene;

beforeAll(async () => {
  scene = await createServicingScene();
});

afterAll(() => scene.testApp.close());

const post = async (url: string, body: object) => (await scene.operations.post(url, { reason, ...body })).json();

async function lossNow(): Promise<number> {
  const { customerId, accountNumber } = scene.named;
  const query = `customerId=${customerId}&accountNumber=${accountNumber}`;
  return (await scene.operations.get(`/api/desk/charge-off?${query}`)).json().lossCents;
}

it('a loan is not charged off while no one knows whether a payment was made', async () => {
  const silentAfterCharging = '4000000000000200';
  expect(await post('/api/desk/charge-off/ask', { ...scene.named, seenCents: await lossNow() })).toEqual({});
  await scene.calls.submitCard(
    await scene.cardSubmission(55, { CardNumber: silentAfterCharging }),
    crypto.randomUUID(),
  );
  expect((await scene.approve('chargeOff')).answer).toEqual({
    outcome: 'refused',
    why: 'A payment of the loan is in progress. Ask again in a few minutes.',
  });
  const { rows } = await sql<{ paymentId: string }>`
    select payment_id as "paymentId" from payments where state = 'unknown'`.execute(scene.testApp.services.database);
  await scene.operations.confirm();
  const { customerId } = scene.named;
  const claim = { outcome: 'charged', evidence: 'In the report' };
  const body = { customerId, paymentId: rows[0]?.paymentId, claim };
  expect(await post('/api/desk/payments/settle', body)).toMatchObject({ state: 'posted' });
});
