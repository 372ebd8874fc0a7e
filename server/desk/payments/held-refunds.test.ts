import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { readBankFile } from '#server/payments/end-of-day/make-bank-file.command.ts';
import type { Services } from '#server/services.ts';
import { achBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { achFee } from '#tests/builders/payment-scene.ts';
import { createRefundScene, type RefundScene } from '#tests/builders/refund-scene.ts';

const OVERPAID = 30_000;

let scene: RefundScene;

beforeEach(async () => {
  scene = await createRefundScene();
});

afterEach(async () => {
  await scene.assertBalanced();
  await scene.testApp.close();
});

const newestCredit = async () => (await scene.shown()).payouts[0].credit;

describe('a refund whose loan cannot be read', () => {
  beforeEach(async () => {
    await scene.receive('77', (await scene.owed()) + OVERPAID);
    await scene.refund(OVERPAID);
  });

  /** Another customer pays by draft. */
  async function payOfSam(): Promise<void> {
    const calls = paymentCalls(await scene.testApp.signIn('sam.rivera'));
    const line = '103-001188-2';
    const method = achBody(line, { OwnerName: 'Sam Rivera', AccountNumber: '7771112222' });
    const parts = { info: await calls.info(line), loginName: 'sam.rivera', amount: 41, method, fee: achFee };
    expect(await calls.submitAch(submissionBody(parts))).toMatchObject({ HasNoErrors: true });
  }

  function poisoned(): Services {
    const { services, loan } = scene;
    const { servicing } = services.host;
    if (!servicing) throw new Error('These are our own books');
    const findOverpaid: typeof servicing.findOverpaid = async (customerId, accountNumber) => {
      if (accountNumber === loan) throw new Error('the loan makes no sense');
      return servicing.findOverpaid(customerId, accountNumber);
    };
    return { ...services, host: { ...services.host, servicing: { ...servicing, findOverpaid } } };
  }

  async function closeUnread(businessOn: string) {
    await scene.clockAt(`${businessOn}T17:05:00-05:00`);
    const closed = await closeBusinessDays(poisoned(), new AbortController().signal);
    return { closed, file: await readBankFile(scene.services, day(businessOn)) };
  }

  it("is held, the day says so, and the others' drafts leave; it leaves once it can be read", async () => {
    await payOfSam();
    const { closed, file } = await closeUnread('2026-11-23');
    expect(file).toMatchObject({ entryCount: 1, creditCount: 0 });
    const why = expect.stringContaining('its loan or line could not be read');
    expect(await newestCredit()).toMatchObject({ state: 'held', heldReason: why });
    expect(closed[0]?.comparison?.differences).toEqual([why]);
    expect((await scene.closeDay('2026-11-24')).file).toMatchObject({ creditCount: 1, creditCents: OVERPAID });
  });

  it('says what is against it once it can be read', async () => {
    await closeUnread('2026-11-23');
    await scene.bounces('77');
    await scene.closeDay('2026-11-24');
    const cameBack = { state: 'held', heldReason: expect.stringContaining('came back itself') };
    expect(await newestCredit()).toMatchObject(cameBack);
    await closeUnread('2026-11-25');
    expect(await newestCredit()).toMatchObject(cameBack);
  });
});
