import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { auditOf, type DeskCaller, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { listPaymentsById } from '#server/payments/end-of-day/compared-payments.queries.ts';
import { refundCommand } from '#server/payments/operator/refund.cli.ts';
import { refundPart } from '#server/payments/operator/refund-part.command.ts';
import { handleCardEvent } from '#server/payments/settlement/card-events.command.ts';

const customerId = '400102';

let scene: PaymentScene;
let operations: DeskCaller;
let supervisor: DeskCaller;

beforeAll(async () => {
  scene = await createPaymentScene(withDesk);
  ({ operations, supervisor } = await enterStaff(scene.testApp, customerId));
});

afterAll(() => scene.testApp.close());

afterEach(async () => {
  const imbalances = await findImbalances(services().database);
  if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
});

const services = () => scene.testApp.services;

/** With the fee of $3.00. */
async function pay(amount: number) {
  const { ReferenceNumber = '' } = await scene.calls.submitCard(
    await scene.cardSubmission(amount),
    crypto.randomUUID(),
  );
  const { payments } = (await operations.post('/api/desk/payments/find', { find: ReferenceNumber })).json();
  return { paymentId: payments[0].paymentId as string, reference: ReferenceNumber };
}

const request = async (paymentId: string, amountCents?: number) =>
  (
    await operations.post('/api/desk/payments/ask-refund', {
      customerId,
      paymentId,
      reason: 'Paid too much',
      ...(amountCents !== undefined && { amountCents }),
    })
  ).json();

async function approve() {
  const { open } = (await supervisor.get('/api/desk/approvals')).json();
  const item = open.find(({ action }: { action: string }) => action === 'refundPayment');
  await supervisor.confirm();
  const body = { workItemId: item.workItemId, reason: 'Seen both' };
  return { item, outcome: (await supervisor.post('/api/desk/approvals/approve', body)).json() };
}

const detailOf = async (paymentId: string) =>
  (await operations.get(`/api/desk/payment?customerId=${customerId}&paymentId=${paymentId}`)).json();
const chargeOf = async (paymentId: string) => (await scene.charges()).find((charge) => charge.paymentId === paymentId);
const refundNow = (paymentId: string, amountCents: number) =>
  refundPart(services(), { paymentId, amountCents: cents(amountCents) }, { by: 'test', reason: 'Test' }, () =>
    Promise.resolve(),
  );

describe('a part of a card payment', () => {
  it('goes back to the card once a second person approves; the rest counts, and the customer sees both', async () => {
    const before = await scene.effects();
    const { paymentId, reference } = await pay(60);
    const paid = await scene.effects();
    expect(await detailOf(paymentId)).toMatchObject({ partBelowCents: 6_300, refunds: [] });
    expect(await request(paymentId, 6_300)).toEqual({ error: 'NotAPart' });
    expect(await request(paymentId, 2_000)).toEqual({});
    expect(await request(paymentId, 1_000)).toEqual({ error: 'AskedAlready' });
    expect(await request(paymentId)).toEqual({ error: 'AskedAlready' });
    const { item, outcome } = await approve();
    expect(Object.values(item.after)).toEqual(['$20.00 refunded to the card; $43.00 of the payment stays']);
    expect(outcome).toEqual({ outcome: 'approved', why: '' });

    const after = await scene.effects();
    expect(after.principalCents - paid.principalCents).toBeLessThanOrEqual(2_000);
    expect(after.principalCents).toBeLessThan(before.principalCents);
    expect(await chargeOf(paymentId)).toMatchObject({ refunded: false, refundedCents: 2_000 });
    expect(await detailOf(paymentId)).toMatchObject({
      state: 'posted',
      partBelowCents: 4_300,
      refunds: [{ amountCents: 2_000, refundedBy: supervisor.emailAddress }],
      offers: ['refund', 'move'],
    });
    const [mail] = await listNewestMessages(services(), 1);
    expect(mail?.subject).toBe('We refunded part of your payment');
    expect(mail?.body).toContain('We refunded $20.00');
    expect(mail?.body).toContain('The other $43.00 stays paid');
    const receipt = await scene.caller.call({ method: 'GET', url: `/api/Receipt?ReferenceNumber=${reference}` });
    expect(receipt.json()).toMatchObject({ State: 'Made', TotalAmount: 63, Refunds: [{ Amount: 20 }] });
    const page = { since: null, limit: 3, before: null };
    expect(await services().host.listHistory(customerId, scene.loan, page)).toMatchObject([
      { description: 'Payment, Card, after a partial refund', totalCents: 4_000, returned: false, paymentId: null },
      { description: 'Payment refunded in part', totalCents: -6_000 },
      { description: 'Payment, Card', totalCents: 6_000, returned: false, paymentId },
    ]);
    expect(await auditOf(scene.testApp, 'payment-refunded-in-part')).toContainEqual(
      expect.objectContaining({ paymentId, amountCents: 2_000, by: supervisor.emailAddress }),
    );
    expect(await services().host.listPostings([paymentId])).toMatchObject([{ totalCents: 4_300, reversed: false }]);
    expect(await listPaymentsById(services().database, [paymentId])).toMatchObject([{ refundedCents: 2_000 }]);

    // All that is left.
    expect(await request(paymentId)).toEqual({});
    const rest = await approve();
    expect(Object.values(rest.item.after)[0]).toContain('the $43.00 that are left of it');
    expect(rest.outcome).toEqual({ outcome: 'approved', why: '' });
    expect(await chargeOf(paymentId)).toMatchObject({ refunded: true, refundedCents: 6_300 });
    expect((await scene.effects()).principalCents).toBe(before.principalCents);
    expect((await listNewestMessages(services(), 1))[0]?.body).toContain('We refunded $43.00');
  });

  it('and another one never exceed the payment, even at the same moment', async () => {
    const { paymentId } = await pay(61);
    const results = await Promise.all([refundNow(paymentId, 3_300), refundNow(paymentId, 3_300)]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toMatchObject({ error: 'NotAPart' });
    expect(await chargeOf(paymentId)).toMatchObject({ refundedCents: 3_300 });
    expect(await refundNow(paymentId, 3_100)).toMatchObject({ error: 'NotAPart' });
    expect(await refundNow(paymentId, 3_099)).toMatchObject({ ok: true });
    // A cent of the fee is left, and nothing on the loan.
    expect(await services().host.listPostings([paymentId])).toMatchObject([{ totalCents: 1, reversed: false }]);
    expect(await refundNow(paymentId, 1)).toMatchObject({ error: 'NotAPart' });
  });

  it('that the processor reports is not refunded again; a dispute takes the rest', async () => {
    const before = await scene.effects();
    const { paymentId } = await pay(62);
    await refundNow(paymentId, 1_500);
    const left = (await scene.effects()).principalCents;
    const event = { eventId: 'r1', type: 'charge.refunded', paymentId, amountCents: 1_500 } as const;
    expect(await handleCardEvent(services(), event)).toBe('done');
    expect(await handleCardEvent(services(), event)).toBe('done');
    expect((await scene.effects()).principalCents).toBe(left);
    const dispute = { disputeId: 'dp_9', reason: 'fraudulent', eventId: 'd1', paymentId };
    await handleCardEvent(services(), { ...dispute, type: 'dispute.opened', amountCents: 5_000 });
    expect(await refundNow(paymentId, 100)).toMatchObject({ error: 'InDispute' });
    await handleCardEvent(services(), { ...dispute, type: 'dispute.lost', amountCents: 5_000 });
    expect(await detailOf(paymentId)).toMatchObject({ state: 'returned' });
    expect((await scene.effects()).principalCents).toBe(before.principalCents);
    expect((await listNewestMessages(services(), 1))[0]?.body).toContain('$50.00');
  });

  it.each([
    { of: 20, parts: [1_150], repeated: 'the rest is as much as the part' },
    { of: 33, parts: [1_200, 1_200], repeated: 'another part is as much' },
  ])('of $of that the processor reports twice leaves the rest on the loan: $repeated', async ({ of, parts }) => {
    const { paymentId } = await pay(of);
    for (const part of parts) await refundNow(paymentId, part);
    const left = (await scene.effects()).principalCents;
    const report = (eventId: string, amountCents: number) =>
      handleCardEvent(services(), { eventId, type: 'charge.refunded', paymentId, amountCents });
    for (const [index, part] of parts.entries()) {
      await Promise.all([report(`${paymentId} ${index}`, part), report(`${paymentId} ${index}`, part)]);
      await report(`${paymentId} ${index}`, part);
    }
    expect(await detailOf(paymentId)).toMatchObject({ state: 'posted' });
    expect((await scene.effects()).principalCents).toBe(left);
    // What the processor gave back by itself comes as an event of its own.
    await report(`${paymentId} rest`, of * 100 + 300 - parts.reduce((sum, part) => sum + part, 0));
    expect(await detailOf(paymentId)).toMatchObject({ state: 'returned' });
  });

  it("of a loan whose figures come from the core's files is not refunded: the files know only whole payments", async () => {
    const { paymentId, reference } = await pay(34);
    expect(await request(paymentId, 1_000)).toEqual({});
    const { host, clock } = services();
    const accounts = await host.listAccounts(customerId, clock.today());
    const fed = accounts.map((account) => ({ ...account, figuresAsOf: day('2026-11-20') }));
    await scene.testApp.withHost({ listAccounts: () => Promise.resolve(fed) }, async () => {
      const { outcome } = await approve();
      expect(outcome).toMatchObject({ outcome: 'refused', why: expect.stringContaining("the core's files") });
      expect(await detailOf(paymentId)).toMatchObject({ partBelowCents: null, offers: ['refund', 'move'] });
      expect(await request(paymentId, 1_000)).toEqual({ error: 'FiguresFromFiles' });
      const error = vi.spyOn(console, 'error').mockReturnValue();
      expect(await refundCommand.run([reference, '10.00', '--by', 'Ada Byron'], services())).toBe(1);
      expect(error).toHaveBeenLastCalledWith(expect.stringContaining("come from the core's files"));
      error.mockRestore();
    });
    expect(await chargeOf(paymentId)).toMatchObject({ refundedCents: 0 });
  });

  it("can be refunded at the command line too; part of a bank payment can't", async () => {
    const { reference, paymentId } = await pay(63);
    const run = (...words: string[]) => refundCommand.run(words, services());
    expect(await run(reference, '10.00', '--by', 'Ada Byron')).toBe(0);
    expect(await chargeOf(paymentId)).toMatchObject({ refundedCents: 1_000 });
    expect(await run(reference, '56.00', '--by', 'Ada Byron')).toBe(1);
    expect(await run(reference, 'half', '--by', 'Ada Byron')).toBe(2);
    expect(await run('AAAA-AAAA-AAAA', 'all', '--by', 'Ada Byron')).toBe(2);
    expect(await run(reference)).toBe(2);
    expect(await run(reference, 'all', '--by', 'Ada Byron')).toBe(0);
    expect(await chargeOf(paymentId)).toMatchObject({ refunded: true });
    const bank = await scene.calls.submitAch(await scene.achSubmission(64), crypto.randomUUID());
    const { payments } = (await operations.post('/api/desk/payments/find', { find: bank.ReferenceNumber })).json();
    expect(await detailOf(payments[0].paymentId)).toMatchObject({ partBelowCents: null });
    expect(await request(payments[0].paymentId, 100)).toEqual({ error: 'NotACard' });
  });
});
