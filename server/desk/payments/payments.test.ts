import {
  indexBankAccount,
  isBlockedAccount,
  blockBankAccount,
} from '#server/payments/settlement/bank-drafts.queries.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, type DeskCaller, enterDesk, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import { achBody } from '#tests/builders/payment-calls.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { serviceAt } from '#tests/builders/network.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { createHttpCardProcessor } from '#server/payments-network/http-network.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { readingsOfPaymentText } from './payments.routes.ts';

const customerId = '400102';
const silentAfterCharging = '4000000000000200';

let scene: PaymentScene;
let agent: DeskCaller;
let operations: DeskCaller;
let supervisor: DeskCaller;

beforeAll(async () => {
  scene = await createPaymentScene({ ...withDesk, cardProcessorTimeoutMs: 1_500 });
});

afterAll(() => scene.testApp.close());

beforeEach(async () => {
  const { testApp } = scene;
  ({ agent, operations, supervisor } = await enterStaff(testApp, customerId));
});

async function idOfUnknown(): Promise<string> {
  const { payments } = (await agent.post('/api/desk/payments/find', { find: '' })).json();
  return payments[0].paymentId;
}

async function payByCard(amount: number, changes: { readonly CardNumber?: string } = {}) {
  return scene.calls.submitCard(await scene.cardSubmission(amount, changes), crypto.randomUUID());
}

async function payByBank(amount: number) {
  return scene.calls.submitAch(await scene.achSubmission(amount), crypto.randomUUID());
}

/** The payment that a submission was answered with. */
async function idOf({ ReferenceNumber = '' }: { readonly ReferenceNumber?: string }): Promise<string> {
  const { payments } = (await agent.post('/api/desk/payments/find', { find: ReferenceNumber })).json();
  return payments[0].paymentId;
}

async function detailOf(paymentId: string, caller = agent) {
  return (await caller.get(`/api/desk/payment?customerId=${customerId}&paymentId=${paymentId}`)).json();
}

async function newestSubjects(): Promise<readonly string[]> {
  return (await listNewestMessages(scene.testApp.services, 3)).map(({ subject }) => subject);
}

describe('an agent', () => {
  let paymentId: string;

  it('finds a payment by its confirmation number, total and card ending, and reads how it came to its state', async () => {
    const { ReferenceNumber = '' } = await payByCard(51);
    paymentId = await idOf({ ReferenceNumber });
    for (const find of [ReferenceNumber.toLowerCase().replaceAll('-', ''), '$54.00', '4242']) {
      const found = (await agent.post('/api/desk/payments/find', { find })).json();
      expect(found.payments, find).toContainEqual(expect.objectContaining({ paymentId, state: 'posted' }));
    }
    const byName = (await agent.post('/api/desk/payments/find', { find: 'wei' })).json();
    expect(byName.payments).toContainEqual(expect.objectContaining({ paymentId, customerName: 'Li Wei' }));
    expect(byName.payments.every(({ customerId: of }: { customerId: string }) => of === customerId)).toBe(true);
    expect(byName.returned).toEqual([]);
    const detail = await detailOf(paymentId);
    expect(detail).toMatchObject({ reference: ReferenceNumber, totalCents: 5_400, staff: [], refundAsked: false });
    expect(detail.steps.map(({ to, cause }: { to: string; cause: string }) => [to, cause])).toEqual([
      ['created', 'submission'],
      ['submitting', 'submission'],
      ['posted', 'submission'],
    ]);
    expect(await auditOf(scene.testApp, 'desk-payments-searched')).toContainEqual(
      expect.objectContaining({ by: 'lastFour,total' }),
    );
  });

  it("can't open a payment without opening its customer, nor as another customer's", async () => {
    const stranger = await enterDesk(scene.testApp, 'agent');
    expect(await detailOf(paymentId, stranger)).toEqual({ error: 'OpenFirst' });
    await stranger.open('400101');
    const mixed = await stranger.get(`/api/desk/payment?customerId=400101&paymentId=${paymentId}`);
    expect(mixed.statusCode).toBe(404);
    // Someone who only looked isn't among those who acted on the payment.
    expect((await detailOf(paymentId)).staff).toEqual([]);
  });

  it('cannot ask for a refund, and the try is in the audit log', async () => {
    const asked = await agent.post('/api/desk/payments/ask-refund', { customerId, paymentId, reason: 'Paid twice' });
    expect(asked.json()).toEqual({ error: 'NotPermitted' });
    expect(await auditOf(scene.testApp, 'desk-refused')).toContainEqual(
      expect.objectContaining({ call: 'POST /api/desk/payments/ask-refund', code: 'NotPermitted' }),
    );
  });
});

describe('a refund', () => {
  async function requestRefund(paymentId: string) {
    const body = { customerId, paymentId, reason: 'Paid twice' };
    expect((await operations.post('/api/desk/payments/ask-refund', body)).statusCode).toBe(200);
    expect((await operations.post('/api/desk/payments/ask-refund', body)).json()).toEqual({ error: 'AskedAlready' });
    const { open } = (await supervisor.get('/api/desk/approvals')).json();
    return open.find(({ action }: { action: string }) => action === 'refundPayment').workItemId as number;
  }

  it('of a card reverses the loan, pays the card back once, and tells the customer', async () => {
    const before = await scene.effects();
    const paymentId = await idOf(await payByCard(52));
    const workItemId = await requestRefund(paymentId);
    expect((await scene.effects()).principalCents).toBeLessThan(before.principalCents);
    await operations.confirm();
    const alone = await operations.post('/api/desk/approvals/approve', { workItemId, reason: 'Alone' });
    expect(alone.json()).toEqual({ error: 'NotPermitted' });
    await supervisor.confirm();
    const decided = await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Seen both' });
    expect(decided.json()).toEqual({ outcome: 'approved', why: '' });
    expect((await scene.effects()).principalCents).toBe(before.principalCents);
    expect(await scene.charges()).toContainEqual(expect.objectContaining({ paymentId, refunded: true }));
    expect(await newestSubjects()).toContain('We refunded your payment');
    const detail = await detailOf(paymentId);
    expect(detail).toMatchObject({ state: 'returned', why: 'REFUND', offers: [] });
    expect(detail.steps.at(-1)).toMatchObject({ to: 'returned', cause: 'operator' });
    expect(detail.staff.map(({ event }: { event: string }) => event)).toEqual(
      expect.arrayContaining(['desk-approved', 'desk-refused', 'desk-refund-asked']),
    );
    expect(await auditOf(scene.testApp, 'payment-returned')).toContainEqual(
      expect.objectContaining({ paymentId, by: supervisor.emailAddress, reason: 'Paid twice' }),
    );
    const timeline = await operations.get(`/api/desk/customer/timeline?customerId=${customerId}&kind=payment`);
    const told = timeline
      .json()
      .entries.filter(({ title }: { title: string }) => title.includes(detail.reference))
      .map(({ title, detail: words }: { title: string; detail: string }) => `${title} | ${words}`);
    // Only the return has its code.
    expect(told).toEqual([
      expect.stringMatching(/: returned \| \$\S+ to \S+, by staff, REFUND$/),
      expect.stringMatching(/: posted \| \$\S+ to [\w-]+$/),
      expect.stringMatching(/: being sent \| \$\S+ to [\w-]+$/),
      expect.stringMatching(/: recorded \| \$\S+ to [\w-]+$/),
    ]);
  });

  it('of a bank payment keeps its draft from leaving; after it left, there is none', async () => {
    const before = await scene.effects();
    const paymentId = await idOf(await payByBank(53));
    expect((await detailOf(paymentId)).draft).toMatchObject({ state: 'collected' });
    const workItemId = await requestRefund(paymentId);
    await supervisor.confirm();
    await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Customer asked' });
    expect(await detailOf(paymentId)).toMatchObject({ state: 'returned', draft: { state: 'cancelled' } });
    expect((await scene.effects()).principalCents).toBe(before.principalCents);
    expect(await newestSubjects()).toContain('We canceled a payment');

    const sentId = await idOf(await payByBank(54));
    const sent = await requestRefund(sentId);
    const { database } = scene.testApp.services;
    await sql`update ach_entries set state = 'cancelled' where payment_id = ${sentId}`.execute(database);
    const late = await supervisor.post('/api/desk/approvals/approve', { workItemId: sent, reason: 'Customer asked' });
    expect(late.json()).toMatchObject({ outcome: 'refused' });
    expect(await detailOf(sentId)).toMatchObject({ state: 'posted', offers: ['move'] });
  });
});

describe('an unknown outcome', () => {
  const claim = { outcome: 'notCharged', evidence: 'Not in the report of Nov 21' };
  const reason = 'Customer called';

  it("is settled by the processor's answer, whatever staff believes", async () => {
    await payByCard(55, { CardNumber: silentAfterCharging });
    const paymentId = await idOfUnknown();
    expect((await detailOf(paymentId)).offers).toEqual(['settle']);
    expect((await operations.get('/api/desk/today')).json().needs).toContainEqual(
      expect.objectContaining({ action: 'Settle', path: `/payments/${customerId}/${paymentId}` }),
    );
    const body = { customerId, paymentId, reason, claim };
    expect((await operations.post('/api/desk/payments/settle', body)).json()).toEqual({ error: 'ConfirmFirst' });
    await operations.confirm();
    const settled = await operations.post('/api/desk/payments/settle', body);
    expect(settled.json()).toEqual({ state: 'posted', decidedBy: 'processor' });
    expect((await detailOf(paymentId)).staff).toMatchObject([{ event: 'desk-payment-settled' }]);
    expect((await operations.post('/api/desk/payments/settle', body)).json()).toEqual({ error: 'NotUnknown' });
  });

  it("is settled by the processor's answer, without a claim by staff", async () => {
    await payByCard(57, { CardNumber: silentAfterCharging });
    const paymentId = await idOfUnknown();
    await operations.confirm();
    const settled = await operations.post('/api/desk/payments/settle', { customerId, paymentId, reason, claim: null });
    expect(settled.json()).toEqual({ state: 'posted', decidedBy: 'processor' });
  });

  it('is settled by evidence while the processor does not answer, and the evidence is kept', async () => {
    await payByCard(56, { CardNumber: silentAfterCharging });
    const paymentId = await idOfUnknown();
    const { services } = scene.testApp;
    const { cardProcessor } = services;
    await operations.confirm();
    Object.assign(services, { cardProcessor: createHttpCardProcessor(serviceAt('http://127.0.0.1:9', 500)) });
    try {
      const body = { customerId, paymentId, reason, claim };
      const asked = await operations.post('/api/desk/payments/settle', { ...body, claim: null });
      expect(asked.json()).toEqual({ error: 'ProcessorSilent' });
      const settled = await operations.post('/api/desk/payments/settle', body);
      expect(settled.json()).toEqual({ state: 'declined', decidedBy: 'evidence' });
    } finally {
      Object.assign(services, { cardProcessor });
    }
    const [mail] = await listNewestMessages(services, 1);
    expect(mail).toMatchObject({
      subject: 'We found no charge for your payment',
      body: expect.stringContaining("If you see this payment there, don't pay again"),
    });
    const detail = await detailOf(paymentId);
    expect(detail.steps.at(-1)).toMatchObject({ from: 'unknown', to: 'declined', cause: 'operator' });
    expect(detail.staff[0]).toMatchObject({ event: 'desk-payment-settled', evidence: claim.evidence });
    expect(await auditOf(scene.testApp, 'payment-declined')).toContainEqual(
      expect.objectContaining({ paymentId, by: operations.emailAddress, evidence: claim.evidence }),
    );
  });
});

describe('a planned payment', () => {
  it('is canceled by an agent once, and the customer is told', async () => {
    const { database } = scene.testApp.services;
    const paymentId = await idOf(await payByCard(57));
    // A scheduled payment as its job would find it.
    await sql`update payments set state = 'scheduled', timing = 'scheduled' where payment_id = ${paymentId}`.execute(
      database,
    );
    const body = { customerId, paymentId, reason: 'Customer called' };
    expect((await agent.post('/api/desk/payments/cancel', body)).statusCode).toBe(200);
    expect((await agent.post('/api/desk/payments/cancel', body)).json()).toEqual({ error: 'NotPlanned' });
    expect(await detailOf(paymentId)).toMatchObject({ state: 'cancelled', steps: expect.anything() });
    expect(await newestSubjects()).toContain('Your upcoming payment was deleted');
  });
});

describe('a bank account that a bank refused', () => {
  it('is drawn on again once a second person approves, and the customer is told', async () => {
    const { services } = scene.testApp;
    const { RoutingNumber: routingNumber, AccountNumber: accountNumber } = achBody(scene.loan);
    const numbers = { routingNumber, accountNumber };
    const paymentId = await idOf(await payByBank(56));
    expect((await detailOf(paymentId)).accountBlock).toBeNull();
    const body = { customerId, paymentId, reason: 'The bank wrote that it was their error' };
    const request = () => operations.post('/api/desk/payments/ask-release-account', body);
    expect((await request()).json()).toEqual({ error: 'NotBlocked' });

    const accountIndex = indexBankAccount(services, numbers);
    const block = (code: string) =>
      inTransaction(services.database, (transaction) =>
        blockBankAccount(transaction, { accountIndex, code, at: services.clock.now() }),
      );
    const requestRelease = async () => {
      const { open } = (await supervisor.get('/api/desk/approvals')).json();
      const { workItemId } = open.find(({ action }: { action: string }) => action === 'releaseBankAccount');
      return { workItemId, reason: 'Letter seen' };
    };
    await block('R16');
    expect(await detailOf(paymentId)).toMatchObject({ accountBlock: { code: 'R16', releaseAsked: false } });
    expect((await request()).statusCode).toBe(200);
    expect((await request()).json()).toEqual({ error: 'AskedAlready' });
    expect(await detailOf(paymentId)).toMatchObject({ accountBlock: { releaseAsked: true } });
    expect(await isBlockedAccount(services, services.database, numbers)).toBe(true);

    // A newer refusal, which no one has looked at.
    await block('R10');
    await supervisor.confirm();
    const outdated = await supervisor.post('/api/desk/approvals/approve', await requestRelease());
    expect(outdated.json()).toMatchObject({ outcome: 'refused' });
    expect(await isBlockedAccount(services, services.database, numbers)).toBe(true);
    expect((await request()).statusCode).toBe(200);
    const decided = await supervisor.post('/api/desk/approvals/approve', await requestRelease());
    expect(decided.json()).toEqual({ outcome: 'approved', why: '' });
    expect(await isBlockedAccount(services, services.database, numbers)).toBe(false);
    expect((await detailOf(paymentId)).accountBlock).toBeNull();
    expect(await newestSubjects()).toContain('You can pay from your bank account again');
    expect(await auditOf(scene.testApp, 'bank-account-released')).toMatchObject([{ paymentId, code: 'R10' }]);
  });
});

describe('a typed text', () => {
  it.each([
    ['', ['needsPerson']],
    ['7K3M-9QXT-42PD', ['reference']],
    ['7k3m9qxt42pd', ['reference']],
    ['$1,234.50', ['total']],
    ['4242', ['lastFour', 'total']],
    ['091000010000012', ['trace']],
    ['Li Wei', ['customerName']],
    ['Benjaminsson', ['reference', 'customerName']],
    ['Li 7', []],
    ['L', []],
  ])('%j is looked for as %j', (text, expected) => {
    expect(readingsOfPaymentText(text).map(({ by }) => by)).toEqual(expected);
  });
});
