import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '#tests/builders/desk-journey.ts';
import { createRefundScene, type RefundScene } from '#tests/builders/refund-scene.ts';

const OVERPAID = 30_000;

let scene: RefundScene;

beforeAll(async () => {
  scene = await createRefundScene();
});

afterAll(() => scene.testApp.close());

afterEach(() => scene.assertBalanced());

const owedBackToday = async () =>
  (await scene.todayTitles()).filter((title: string) => title.startsWith('Refunded, but'));

const creditStates = async () =>
  (await scene.shown()).payouts.map(({ credit }: { credit: { state: string } }) => credit.state);

describe('a refund by bank credit of a payment that comes back', () => {
  it('does not leave, and the day says so', async () => {
    await scene.receive('77', (await scene.owed()) + OVERPAID);
    await scene.refund(OVERPAID);
    expect(await creditStates()).toEqual(['waiting']);
    await scene.bounces('77');
    expect(await scene.shown()).toMatchObject({ overpaidCents: -OVERPAID });
    expect(await owedBackToday()).toEqual([
      `Refunded, but the payment came back: $300.00 owed back on loan ${scene.loan}`,
    ]);
    const { closed, file } = await scene.closeDay('2026-11-23');
    expect(file).toBeUndefined();
    expect(await creditStates()).toEqual(['held']);
    expect(closed[0]?.comparison?.differences).toEqual([expect.stringContaining('came back itself; stop the credit')]);
    expect((await auditOf(scene.testApp, 'bank-credit-held')).at(-1)).toMatchObject({
      reason: expect.stringContaining('came back'),
    });
  });

  it('leaves once it is covered again', async () => {
    await scene.clockAt('2026-11-24T12:00:00-05:00');
    // Of the second check, $300.00 cover the refund: nothing is overpaid, and the customer is not told so.
    expect(await scene.receive('78', (await scene.owed()) + OVERPAID)).toEqual({ overpaidCents: 0 });
    expect((await scene.newestMail())?.subject).not.toContain('overpaid');
    expect(await owedBackToday()).toEqual([]);
    const { closed, file } = await scene.closeDay('2026-11-24');
    expect(closed.flatMap(({ comparison }) => comparison?.differences)).toEqual([]);
    expect(file).toMatchObject({ creditCount: 1, creditCents: OVERPAID });
  });

  it('that has left already is owed back, and what is received later pays it after the loan', async () => {
    await scene.bounces('78');
    expect(await owedBackToday()).toHaveLength(1);
    const receivedOn = scene.services.clock.today();
    const url = `/api/desk/received-payments/preview?${scene.query}&receivedOn=${receivedOn}`;
    const amountCents = (await scene.owed()) + OVERPAID + 500;
    expect((await scene.operations().get(`${url}&amountCents=${amountCents}`)).json()).toMatchObject({
      paidBackCents: OVERPAID,
      overpaidCents: 500,
    });
    expect(await scene.receive('79', (await scene.owed()) + 10_000)).toEqual({ overpaidCents: 0 });
    expect(await scene.shown()).toMatchObject({ overpaidCents: -20_000 });
    expect(await scene.receive('80', 25_000)).toEqual({ overpaidCents: 5_000 });
    expect(await scene.shown()).toMatchObject({ overpaidCents: 5_000 });
    expect(await owedBackToday()).toEqual([]);
  });
});
