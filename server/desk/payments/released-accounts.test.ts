import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeReturns } from '#server/payments/end-of-day/take-returns.command.ts';
import { auditOf, enterDesk } from '#tests/builders/desk-journey.ts';
import { createDrawScene } from '#tests/builders/draw-scene.ts';
import { achBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { achFee, codeOf } from '#tests/builders/payment-scene.ts';
import { createRefundScene, type RefundScene } from '#tests/builders/refund-scene.ts';
import { returnedCredit, returnFile } from '#tests/builders/return-file.ts';

const FIRST = 10_000;
const SECOND = 5_000;
const reason = 'The bank wrote that it was their error';

/** The bank sends a credit that left back. */
async function refuseCredit({ services }: Pick<RefundScene, 'services'>, code: string, amountCents = FIRST) {
  const { rows } = await sql<{ trace: string }>`
    select trace_number as trace from payout_credits join payouts using (payout_id)
    where trace_number is not null and amount_cents = ${amountCents}`.execute(services.database);
  const file = returnFile([returnedCredit(rows[0]?.trace ?? '', amountCents, code)]);
  expect(await takeReturns(services, file)).toMatchObject({
    value: { notices: [{ became: 'returned', effects: expect.arrayContaining(['blocks the bank account']) }] },
  });
}

describe('a bank account that only ever got refunds, one of which its bank refused', () => {
  let scene: RefundScene;

  beforeEach(async () => {
    scene = await createRefundScene();
    await scene.receive('77', (await scene.owed()) + FIRST + SECOND);
    await scene.refund(FIRST);
  });

  afterEach(async () => {
    await scene.assertBalanced();
    await scene.testApp.close();
  });

  const payoutOf = async (amountCents: number) =>
    (await scene.shown()).payouts.find((payout: { amountCents: number }) => payout.amountCents === amountCents);

  const creditOf = async (amountCents: number) => (await payoutOf(amountCents)).credit;

  async function askRelease(amountCents: number, changes: object = {}, by = scene.operations()) {
    const { payoutId } = await payoutOf(amountCents);
    const body = { ...scene.named, payoutId, reason, ...changes };
    return (await by.post('/api/desk/overpayments/ask-release-account', body)).json();
  }

  /** By bank account, on another loan than the one that is paid off. */
  async function pay() {
    const calls = paymentCalls(await scene.testApp.signIn('sam.rivera'));
    const line = '103-001188-2';
    const parts = {
      info: await calls.info(line),
      loginName: 'sam.rivera',
      amount: 41,
      method: achBody(line),
      fee: achFee,
    };
    return calls.submitAch(submissionBody(parts));
  }

  it('is released at the refund that came back once a second person approves, and the customer is told', async () => {
    expect(await creditOf(FIRST)).toMatchObject({ accountBlock: null });
    expect(await askRelease(FIRST)).toEqual({ error: 'NotBlocked' });
    await scene.closeDay('2026-11-23');
    await refuseCredit(scene, 'R02');
    expect(codeOf(await pay())).toBe('Invalid');
    expect((await scene.shown()).bankAccounts).toEqual([]);
    const blocked = { code: 'R02', blockedAt: expect.any(String), releaseAsked: false };
    expect(await creditOf(FIRST)).toMatchObject({ returnCode: 'R02', accountBlock: blocked });

    expect(await askRelease(FIRST)).toEqual({});
    expect(await askRelease(FIRST)).toEqual({ error: 'AskedAlready' });
    expect(await creditOf(FIRST)).toMatchObject({ accountBlock: { ...blocked, releaseAsked: true } });
    const { item, outcome } = await scene.approve('releaseBankAccount');
    expect(Object.entries(item.after)).toEqual([
      ['Bank account ending in 6354, of $100.00 sent 11/21/2026', 'may be drawn on'],
    ]);
    expect(outcome).toBe('approved');

    expect(await creditOf(FIRST)).toMatchObject({ returnCode: 'R02', accountBlock: null });
    expect((await scene.shown()).bankAccounts).toMatchObject([{ lastFour: '6354' }]);
    expect(await pay()).toMatchObject({ HasNoErrors: true });
    const { customerId } = scene.named;
    const { payoutId } = await payoutOf(FIRST);
    expect(await auditOf(scene.testApp, 'bank-account-released')).toMatchObject([
      { customerId, payoutId, code: 'R02' },
    ]);
    expect(await auditOf(scene.testApp, 'desk-release-account-asked')).toMatchObject([
      { customerId, payoutId, reason },
    ]);
  });

  it('says so at a refund on hold, which leaves once the account is released there', async () => {
    await scene.closeDay('2026-11-23');
    await scene.refund(SECOND);
    await refuseCredit(scene, 'R03');
    expect((await scene.closeDay('2026-11-24')).file?.creditCount ?? 0).toBe(0);
    expect(await creditOf(SECOND)).toMatchObject({
      state: 'held',
      heldReason: expect.stringMatching(/stop the credit and pay it out by other means, or release the account$/),
      accountBlock: { code: 'R03', releaseAsked: false },
    });
    expect(await askRelease(SECOND)).toEqual({});
    expect(await scene.approve('releaseBankAccount')).toMatchObject({ outcome: 'approved' });
    expect(await scene.newestMail()).toMatchObject({ subject: 'You can pay from your bank account again' });
    expect((await scene.closeDay('2026-11-25')).file).toMatchObject({ creditCount: 1, creditCents: SECOND });
  });

  it('stays refused if a newer refusal came after the request', async () => {
    await scene.refund(SECOND);
    await scene.closeDay('2026-11-23');
    await refuseCredit(scene, 'R02');
    expect(await askRelease(FIRST)).toEqual({});
    await refuseCredit(scene, 'R03', SECOND);
    expect(await scene.approve('releaseBankAccount')).toMatchObject({ outcome: 'refused' });
    expect(await creditOf(FIRST)).toMatchObject({ accountBlock: { code: 'R03', releaseAsked: false } });
  });

  it('is asked about by staff who correct payments, at a payout of that loan', async () => {
    await scene.closeDay('2026-11-23');
    await refuseCredit(scene, 'R02');
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(scene.named.customerId);
    expect(await askRelease(FIRST, {}, agent)).toEqual({ error: 'NotPermitted' });
    expect(await askRelease(FIRST, { payoutId: crypto.randomUUID() })).toEqual({ error: 'NotFound' });
    const others = { customerId: '400105', accountNumber: '103-001188-2' };
    await scene.operations().open(others.customerId);
    expect(await askRelease(FIRST, others)).toEqual({ error: 'NotFound' });
    expect(await creditOf(FIRST)).toMatchObject({ accountBlock: { releaseAsked: false } });
  });
});

describe('a bank account that only ever got draws, one of which its bank refused', () => {
  it('is released at the draw that came back', async () => {
    const scene = await createDrawScene();
    try {
      expect(await scene.requestBankCredit(FIRST)).toEqual({});
      await scene.approve('drawOnLine');
      await scene.closeDay('2026-11-23');
      await refuseCredit(scene, 'R02');
      const [draw] = (await scene.shown()).draws;
      expect(scene.profileIn(await scene.shown())).toBe('');
      expect(draw.credit).toMatchObject({ returnCode: 'R02', accountBlock: { code: 'R02' } });
      const body = { ...scene.named, payoutId: draw.payoutId, reason };
      await scene.operations().post('/api/desk/overpayments/ask-release-account', body);
      expect(await scene.approve('releaseBankAccount')).toMatchObject({ outcome: 'approved' });
      expect(scene.profileIn(await scene.shown())).not.toBe('');
    } finally {
      await scene.testApp.close();
    }
  });
});
