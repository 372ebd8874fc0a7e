import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#common/core/money.ts';
import { auditOf, type DeskCaller, enterDesk, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import type { Host } from '#server/host/host.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { refundPart } from '#server/payments/operator/refund-part.command.ts';
import { refundPayment } from '#server/payments/operator/refund-payment.command.ts';
import { returnPayment } from '#server/payments/settlement/return-payment.command.ts';
import { inTransaction } from '#server/platform/db/database.ts';

// The clock is set to Saturday, November 21, 2026.
const li = { customerId: '400102', accountNumber: '101-005520-1' };
const margaret = { customerId: '400101', accountNumber: '101-004417-2' };
const margaretsOther = '102-000318-8';
const url = '/api/desk/moved-payments';

let scene: PaymentScene;
let operations: DeskCaller;
let supervisor: DeskCaller;

beforeAll(async () => {
  scene = await createPaymentScene(withDesk);
});

afterAll(() => scene.testApp.close());

beforeEach(async () => {
  ({ operations, supervisor } = await enterStaff(scene.testApp, li.customerId, margaret.customerId));
});

const services = () => scene.testApp.services;
const loanOf = ({ customerId, accountNumber }: typeof li) =>
  services().host.findLoan(customerId, accountNumber, services().clock.today());
const mails = async (count: number) =>
  (await listNewestMessages(services(), count)).map(({ recipient, subject, body }) => ({ recipient, subject, body }));

async function payByBank(amount: number) {
  const { ReferenceNumber = '' } = await scene.calls.submitAch(await scene.achSubmission(amount), crypto.randomUUID());
  const { payments } = (await operations.post('/api/desk/payments/find', { find: ReferenceNumber })).json();
  return { id: payments[0].paymentId as string, reference: ReferenceNumber };
}

async function receiveCheck(loan: typeof li, reference: string, changes: object = {}) {
  const received = { ...loan, means: 'check', reference, amountCents: 30_000, receivedOn: '2026-11-19' };
  await operations.post('/api/desk/received-payments/receive', { ...received, reason: 'By mail', ...changes });
  return (await receivedOn(loan)).find((each: { reference: string }) => each.reference === reference);
}

async function receivedOn({ customerId, accountNumber }: typeof li) {
  const query = `customerId=${customerId}&accountNumber=${accountNumber}`;
  return (await operations.get(`/api/desk/received-payments?${query}`)).json().received;
}

const request = async (body: object, by = operations) =>
  (await by.post(`${url}/ask`, { waivedChargeIds: [], reason: 'Account number mistyped', ...body })).json();

async function approve() {
  const { open } = (await supervisor.get('/api/desk/approvals')).json();
  const item = open.find(({ action }: { action: string }) => action === 'movePayment');
  await supervisor.confirm();
  const { workItemId } = item;
  const decided = await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Seen the check' });
  return { item, outcome: decided.json() };
}

const toMargaret = { toCustomerId: margaret.customerId, toAccountNumber: margaret.accountNumber };

describe('a bank payment', () => {
  it("is moved to another customer's loan once a second person approves; each hears only of their own", async () => {
    const { id, reference } = await payByBank(120);
    const money = { customerId: li.customerId, kind: 'payment', id };
    const before = { li: await loanOf(li), margaret: await loanOf(margaret), effects: await scene.effects() };
    const query = new URLSearchParams({ ...money, ...toMargaret });
    const preview = (await operations.get(`${url}/preview?${query.toString()}`)).json();
    expect(preview).toMatchObject({ totalCents: 12_200, fromAccountNumber: li.accountNumber, overpaidCents: 0 });
    expect(await request({ ...money, ...toMargaret })).toEqual({});
    expect(await request({ ...money, ...toMargaret })).toEqual({ error: 'AskedAlready' });
    const detail = async () =>
      (await operations.get(`/api/desk/payment?customerId=${li.customerId}&paymentId=${id}`)).json();
    expect((await detail()).offers).not.toContain('move');
    const { item, outcome } = await approve();
    expect(outcome).toEqual({ outcome: 'approved', why: '' });
    expect(Object.values(item.before)).toEqual([`on loan ${li.accountNumber} of Li Wei`]);
    expect(Object.values(item.after)[0]).toContain('Margaret Okafor (400101), another customer');

    expect(before.li?.payoffCents).toBe(Number((await loanOf(li))?.payoffCents) - 12_000);
    expect((await loanOf(margaret))?.principalCents).toBe(preview.principalAfterCents);
    expect((await loanOf(li))?.principalCents).toBe(preview.fromPrincipalAfterCents);
    // One draft and no charge, as before: only the books have moved.
    expect(await scene.effects()).toMatchObject({
      payments: before.effects.payments,
      entries: before.effects.entries,
      charges: before.effects.charges,
    });
    const told = await mails(2);
    const [away, here] = ['We took a payment off your loan', 'We applied a payment to your loan'].map((subject) =>
      told.find((mail) => mail.subject === subject),
    );
    expect(away?.recipient).toBe('li.wei@example.com');
    expect(here?.recipient).toBe('margaret.okafor@example.com');
    for (const [body, others] of [
      [away?.body, ['Margaret', margaret.accountNumber]],
      [here?.body, ['Li Wei', li.accountNumber, reference]],
    ] as const) {
      for (const secret of others) expect(body).not.toContain(secret);
    }
    expect(await detail()).toMatchObject({
      state: 'posted',
      moves: [{ fromAccountNumber: li.accountNumber, toAccountNumber: margaret.accountNumber }],
    });
    const receipt = await scene.caller.call({ method: 'GET', url: `/api/Receipt?ReferenceNumber=${reference}` });
    expect(receipt.json()).toMatchObject({ State: 'Made', Moved: { On: '2026-11-21', LoanAccountNumber: null } });
    for (const { customerId } of [li, margaret]) {
      const timeline = await operations.get(`/api/desk/customer/timeline?customerId=${customerId}`);
      expect(timeline.body).toContain(`Payment moved from ${li.accountNumber} to ${margaret.accountNumber}`);
    }
    expect(await auditOf(scene.testApp, 'payment-moved')).toMatchObject([
      { from: li.accountNumber, to: margaret.accountNumber, amountCents: 12_200, reason: 'Account number mistyped' },
    ]);
  });

  it('that its bank returns afterwards is reversed where it is, and both customers are told', async () => {
    const before = await loanOf(margaret);
    const { id } = await payByBank(80);
    await request({ customerId: li.customerId, kind: 'payment', id, ...toMargaret });
    await approve();
    const ofLi = await loanOf(li);
    await inTransaction(services().database, (transaction) => returnPayment(services(), transaction, id, 'R01'));
    expect(await loanOf(margaret)).toEqual(before);
    expect(await loanOf(li)).toEqual(ofLi);
    const told = await mails(2);
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual([
      'li.wei@example.com',
      'margaret.okafor@example.com',
    ]);
    expect(told.find(({ recipient }) => recipient.startsWith('margaret'))?.body).not.toContain(li.accountNumber);
    const gone = await request({ customerId: li.customerId, kind: 'payment', id, ...toMargaret });
    expect(gone).toEqual({ error: 'NotMovable' });
    expect(await findImbalances(services().database)).toEqual([]);
  });

  it('of which a part was refunded before is named with the rest when it is returned', async () => {
    const { ReferenceNumber = '' } = await scene.calls.submitCard(await scene.cardSubmission(60), crypto.randomUUID());
    const { payments } = (await operations.post('/api/desk/payments/find', { find: ReferenceNumber })).json();
    const id = payments[0].paymentId as string;
    const part = { paymentId: id, amountCents: cents(2_000) };
    await refundPart(services(), part, { by: 'test', reason: 'Test' }, () => Promise.resolve());
    await request({ customerId: li.customerId, kind: 'payment', id, ...toMargaret });
    expect((await approve()).outcome).toEqual({ outcome: 'approved', why: '' });
    await inTransaction(services().database, (transaction) => returnPayment(services(), transaction, id, 'DISPUTE'));
    const told = (await mails(2)).find(({ recipient }) => recipient.startsWith('margaret'));
    expect(told).toMatchObject({ subject: 'A payment on your loan was returned' });
    expect(told?.body).toContain('$43.00');
    expect(told?.body).not.toContain('$63.00');
  });

  it('that was returned after someone asked is not moved', async () => {
    const { id } = await payByBank(70);
    await request({ customerId: li.customerId, kind: 'payment', id, ...toMargaret });
    await inTransaction(services().database, (transaction) => returnPayment(services(), transaction, id, 'R01'));
    const before = await loanOf(margaret);
    const { outcome } = await approve();
    expect(outcome).toMatchObject({ outcome: 'refused', why: expect.stringContaining('returned') });
    expect(await loanOf(margaret)).toEqual(before);
  });
});

describe('a card payment', () => {
  it('that is refunded after it was moved is paid back once and reversed where it is', async () => {
    const before = { margaret: await loanOf(margaret), charges: (await scene.effects()).charges };
    const { ReferenceNumber = '' } = await scene.calls.submitCard(await scene.cardSubmission(60), crypto.randomUUID());
    const { payments } = (await operations.post('/api/desk/payments/find', { find: ReferenceNumber })).json();
    const id = payments[0].paymentId as string;
    await request({ customerId: li.customerId, kind: 'payment', id, ...toMargaret });
    expect((await approve()).outcome).toEqual({ outcome: 'approved', why: '' });
    expect((await scene.effects()).charges).toBe(before.charges + 1);
    const ofLi = await loanOf(li);
    const decision = { by: 'Ana Silva', reason: 'Paid twice' };
    const refund = () =>
      inTransaction(services().database, (transaction) => refundPayment(services(), transaction, id, decision));
    expect((await refund()).ok).toBe(true);
    expect((await refund()).ok).toBe(false);
    expect(await loanOf(margaret)).toEqual(before.margaret);
    expect(await loanOf(li)).toEqual(ofLi);
    const charge = (await scene.charges()).find(({ paymentId }) => paymentId === id);
    expect(charge).toMatchObject({ refunded: true });
    expect(await findImbalances(services().database)).toEqual([]);
  });
});

describe('a check that was received for a mistyped loan', () => {
  it('counts on the right loan of the customer, with one message, and is taken back there', async () => {
    const other = { ...margaret, accountNumber: margaretsOther };
    const before = { wrong: await loanOf(margaret), right: await loanOf(other) };
    const check = await receiveCheck(margaret, '2001');
    const money = { customerId: margaret.customerId, kind: 'received', id: check.receivedId };
    expect(await request({ ...money, toCustomerId: margaret.customerId, toAccountNumber: margaretsOther })).toEqual({});
    expect((await approve()).outcome).toEqual({ outcome: 'approved', why: '' });
    // A later payment was applied again after the check, and stays so: the same is owed, as interest instead of principal.
    const owed = (loan: Awaited<ReturnType<typeof loanOf>>) => [loan?.payoffCents, loan?.dueOn, loan?.lateChargesCents];
    expect(owed(await loanOf(margaret))).toEqual(owed(before.wrong));
    const [mail] = await mails(1);
    expect(mail).toMatchObject({ subject: 'We moved your payment to the right loan' });
    expect(mail?.body).toContain(margaretsOther);
    const [away] = (await receivedOn(margaret)).filter((each: { reference: string }) => each.reference === '2001');
    const [here] = (await receivedOn(other)).filter((each: { reference: string }) => each.reference === '2001');
    expect(away.movedAt).not.toBeNull();
    expect(here).toMatchObject({ movedAt: null, movedHere: true, receivedOn: '2026-11-19' });
    // The number is free on the wrong loan, and taken on the right one.
    const again = { means: 'check', reference: '2001', amountCents: 100, receivedOn: '2026-11-19', reason: 'By mail' };
    const receive = (loan: typeof li) => operations.post('/api/desk/received-payments/receive', { ...loan, ...again });
    expect((await receive(other)).json()).toEqual({ error: 'ReceivedAlready' });

    const back = { ...other, receivedId: here.receivedId, reason: 'Returned by the bank' };
    expect((await operations.post('/api/desk/received-payments/ask-to-take-back', back)).json()).toEqual({});
    const { open } = (await supervisor.get('/api/desk/approvals')).json();
    const { workItemId } = open.find(({ action }: { action: string }) => action === 'takeBackReceived');
    await supervisor.confirm();
    await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Seen the notice' });
    expect(await loanOf(other)).toEqual(before.right);
    expect(await findImbalances(services().database)).toEqual([]);
  });

  it('takes a late charge back that was made while it was missing', async () => {
    const { host } = services();
    const right = { customerId: margaret.customerId, accountNumber: '101-007730-5' };
    const check = await receiveCheck(margaret, '2002', { receivedOn: '2026-11-01' });
    const money = { customerId: margaret.customerId, kind: 'received', id: check.receivedId };
    const to = { toCustomerId: right.customerId, toAccountNumber: right.accountNumber };
    const preview = (
      await operations.get(`${url}/preview?${new URLSearchParams({ ...money, ...to }).toString()}`)
    ).json();
    const [charge] = preview.lateCharges;
    expect(charge.amountCents).toBeGreaterThan(0);
    expect(await request({ ...money, ...to, waivedChargeIds: ['1'] })).toEqual({ error: 'ChargePaid' });
    expect(await request({ ...money, ...to, waivedChargeIds: [charge.chargeId] })).toEqual({});
    const { item, outcome } = await approve();
    expect(Object.values(item.after)).toContain('waived');
    expect(outcome).toEqual({ outcome: 'approved', why: '' });
    const charges = await host.listLateCharges(right.customerId, right.accountNumber);
    expect(charges.map(({ chargeId }) => chargeId)).not.toContain(charge.chargeId);
    expect((await mails(2)).map(({ subject }) => subject)).toContain('We waived a late charge');
  });
});

describe('a payment that leaves a loan of which more was paid than owed', () => {
  it('lets the overpayment count there, and the customer is told', async () => {
    const { payoffCents: amountCents = 0 } = (await loanOf(li)) ?? {};
    const { receivedId: id } = await receiveCheck(li, '2101', { amountCents, receivedOn: '2026-11-21' });
    await receiveCheck(li, '2102', { amountCents, receivedOn: '2026-11-21' });
    const { servicing } = services().host;
    expect(await servicing?.findOverpaid(li.customerId, li.accountNumber)).toBe(amountCents);
    expect(await request({ customerId: li.customerId, kind: 'received', id, ...toMargaret })).toEqual({});
    expect((await approve()).outcome).toEqual({ outcome: 'approved', why: '' });
    expect(await servicing?.findOverpaid(li.customerId, li.accountNumber)).toBe(0);
    expect(await loanOf(li)).toMatchObject({ payoffCents: 0 });
    const applied = (await mails(5)).filter(({ subject }) => subject === 'We applied what you had overpaid');
    expect(applied).toMatchObject([
      { recipient: 'li.wei@example.com', body: expect.stringContaining(`loan ${li.accountNumber} no longer counts`) },
    ]);
    const { accountNumber } = li;
    expect(await auditOf(scene.testApp, 'overpayment-applied')).toMatchObject([{ accountNumber, amountCents }]);
  });
});

describe('a move is refused', () => {
  it.each([
    ['SameLoan', { toCustomerId: li.customerId, toAccountNumber: li.accountNumber }],
    ['NotALoan', { toCustomerId: li.customerId, toAccountNumber: margaret.accountNumber }],
    ['NotALoan', { toCustomerId: li.customerId, toAccountNumber: 'nowhere' }],
    ['LoanClosed', { toCustomerId: margaret.customerId, toAccountNumber: '101-001902-4' }],
    ['OpenFirst', { toCustomerId: '400104', toAccountNumber: '101-007301-6' }],
  ])('as %s', async (error, to) => {
    const { receivedId } = await receiveCheck(li, `3-${error}`, { amountCents: 100 });
    expect(await request({ customerId: li.customerId, kind: 'received', id: receivedId, ...to })).toEqual({ error });
  });

  it("for another customer's payment, for an agent, and for the person who asked", async () => {
    const { receivedId: id } = await receiveCheck(li, '3100', { amountCents: 100 });
    const money = { customerId: li.customerId, kind: 'received', id, ...toMargaret };
    expect(await request({ ...money, customerId: margaret.customerId })).toEqual({ error: 'NotFound' });
    expect(await request(money, await enterDesk(scene.testApp, 'agent'))).toEqual({ error: 'NotPermitted' });
    expect(await request(money, supervisor)).toEqual({});
    await supervisor.confirm();
    const { open } = (await supervisor.get('/api/desk/approvals')).json();
    const { workItemId } = open.find(({ action }: { action: string }) => action === 'movePayment');
    const own = await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'My own' });
    expect(own.json()).toEqual({ error: 'OwnRequest' });
  });

  it('where the core does this', async () => {
    const { receivedId: id } = await receiveCheck(li, '3200', { amountCents: 100 });
    await scene.testApp.withHost({ servicing: undefined } as unknown as Partial<Host>, async () => {
      const asked = await request({ customerId: li.customerId, kind: 'received', id, ...toMargaret });
      expect(asked).toEqual({ error: 'CoreDoesThis' });
    });
  });
});
