import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { overpaidCommand } from '#server/payments/operator/overpaid.cli.ts';
import { auditOf, type DeskCaller, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

// The clock is set to Saturday, November 21, 2026.
const customerId = '400102';
const accountNumber = '101-005520-1';
const loan = { customerId, accountNumber };
const url = '/api/desk/overpayments';
const OVERPAID = 12_345;

let test: TestApp;
let agent: DeskCaller;
let operations: DeskCaller;
let supervisor: DeskCaller;

/** A check that is more than the loan owes. */
beforeAll(async () => {
  test = await createTestApp(withDesk);
  ({ agent, operations, supervisor } = await enterStaff(test, customerId));
  const { host, clock } = test.services;
  const owed = (await host.findLoan(customerId, accountNumber, clock.today()))?.payoffCents ?? 0;
  const check = { means: 'check', reference: '77', amountCents: owed + OVERPAID, receivedOn: '2026-11-21' };
  const received = await operations.post('/api/desk/received-payments/receive', {
    ...loan,
    ...check,
    reason: 'Mailed',
  });
  if (received.json().overpaidCents !== OVERPAID) throw new Error(received.body);
});

afterAll(() => test.close());

afterEach(async () => {
  const imbalances = await findImbalances(test.services.database);
  if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
});

const payout = (amountCents: number, changes: object = {}) => ({
  ...loan,
  means: 'check',
  reference: '5001',
  amountCents,
  reason: 'Overpaid by check 77',
  ...changes,
});

const request = async (body: object, by = operations) => (await by.post(`${url}/ask-to-pay-out`, body)).json();

const shown = async () =>
  (await operations.get(`${url}/loan?customerId=${customerId}&accountNumber=${accountNumber}`)).json();

async function approve(action: string) {
  const { open } = (await supervisor.get('/api/desk/approvals')).json();
  const { workItemId } = open.find((item: { action: string }) => item.action === action);
  await supervisor.confirm();
  return (await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Seen the check' })).json();
}

describe('an overpayment', () => {
  it('waits for operations, and is found where it waits', async () => {
    expect((await operations.get(url)).json()).toEqual({
      loans: [{ ...loan, overpaidCents: OVERPAID, since: '2026-11-21' }],
    });
    expect((await operations.get('/api/desk/today')).json().counts).toContainEqual({
      label: 'Overpaid',
      value: '1',
      path: '/overpayments',
    });
    expect(await shown()).toEqual({
      overpaidCents: OVERPAID,
      asked: false,
      bankAccounts: expect.any(Array),
      payouts: [],
    });
  });

  it.each([
    ['NotOverpaid', { amountCents: OVERPAID + 1 }],
    ['NotALoan', { accountNumber: '999-999999-9' }],
    ['NotALoan', { accountNumber: '101-004417-2' }],
  ])('is not paid out as %s', async (error, changes) => {
    expect(await request(payout(OVERPAID, changes))).toEqual({ error });
  });

  it('is not paid out by an agent', async () => {
    expect(await request(payout(100), agent)).toEqual({ error: 'NotPermitted' });
  });

  it('goes back in parts once a second person approves, and the customer is told', async () => {
    expect(await request(payout(10_000))).toEqual({});
    expect(await shown()).toMatchObject({ overpaidCents: OVERPAID, asked: true });
    expect(await approve('payOutOverpayment')).toEqual({ outcome: 'approved', why: '' });
    const rest = { overpaidCents: OVERPAID - 10_000, asked: false };
    expect(await shown()).toMatchObject({
      ...rest,
      payouts: [{ means: 'check', reference: '5001', amountCents: 10_000, paidOn: '2026-11-21', stoppedAt: null }],
    });
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail).toMatchObject({ recipient: 'li.wei@example.com', subject: 'We sent you a refund' });
    expect(mail?.body).toContain('You paid $100.00 more than you owed');
    expect(mail?.body).toContain('Check number: 5001');
    const history = await test.services.host.listHistory(customerId, accountNumber, {
      since: null,
      limit: 1,
      before: null,
    });
    expect(history).toMatchObject([
      { description: 'Overpayment refunded, Check', totalCents: -10_000, principalCents: 0, paymentId: null },
    ]);
    expect(await auditOf(test, 'overpayment-paid-out')).toMatchObject([{ ...loan, amountCents: 10_000 }]);
  });

  it('is not recorded twice with one check', async () => {
    expect(await request(payout(100))).toEqual({});
    expect(await approve('payOutOverpayment')).toMatchObject({
      outcome: 'refused',
      why: 'This check or wire was recorded already.',
    });
  });

  it('of which less is left at the approval stays', async () => {
    expect(await request(payout(2_345, { reference: '5002' }))).toEqual({});
    expect(await request(payout(2_000, { reference: '5003' }))).toEqual({});
    const { open } = (await supervisor.get('/api/desk/approvals')).json();
    const asked = open.filter(({ action }: { action: string }) => action === 'payOutOverpayment');
    const outcomes: string[] = [];
    for (const { workItemId } of asked) {
      await supervisor.confirm();
      const decided = await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Seen' });
      outcomes.push(decided.json().outcome);
    }
    expect(outcomes).toEqual(['approved', 'refused']);
    expect((await shown()).overpaidCents).toBe(0);
    expect((await operations.get(url)).json()).toEqual({ loans: [] });
  });

  it('whose check was lost waits again once it is stopped', async () => {
    const { payouts } = await shown();
    const lost = payouts.find(({ reference }: { reference: string }) => reference === '5001');
    const stop = { ...loan, payoutId: lost.payoutId, reason: 'Never arrived' };
    expect((await operations.post(`${url}/ask-to-stop`, stop)).json()).toEqual({});
    expect(await approve('stopPayout')).toEqual({ outcome: 'approved', why: '' });
    expect((await shown()).overpaidCents).toBe(10_000);
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail?.subject).toBe('We stopped your refund');
    expect((await operations.post(`${url}/ask-to-stop`, stop)).json()).toEqual({ error: 'StoppedAlready' });
    // The same number may go out again.
    expect(await request(payout(10_000))).toEqual({});
    expect(await approve('payOutOverpayment')).toMatchObject({ outcome: 'approved' });
  });

  it('is listed and paid out at the command line, once', async () => {
    const said: string[] = [];
    for (const stream of ['log', 'error'] as const) {
      vi.spyOn(console, stream).mockImplementation((line: string) => void said.push(line));
    }
    const payOut = ['pay-out', accountNumber, '1.00', 'wire', 'W-9', '--by', 'Ana Silva'];
    const { payouts } = await shown();
    const sent = payouts.find(
      (each: { stoppedAt: string | null; amountCents: number }) =>
        each.stoppedAt === null && each.amountCents === 10_000,
    );
    const stop = { ...loan, payoutId: sent.payoutId, reason: 'Wrong amount' };
    await operations.post(`${url}/ask-to-stop`, stop);
    await approve('stopPayout');
    try {
      expect(await overpaidCommand.run(payOut.slice(0, -2), test.services)).toBe(2);
      expect(await overpaidCommand.run(payOut, test.services)).toBe(0);
      expect(await overpaidCommand.run(payOut, test.services)).toBe(1);
      expect(await overpaidCommand.run(payOut.with(2, '0'), test.services)).toBe(2);
      expect(await overpaidCommand.run(payOut.with(1, 'nowhere'), test.services)).toBe(2);
      expect(await overpaidCommand.run([], test.services)).toBe(0);
    } finally {
      vi.restoreAllMocks();
    }
    expect(said).toContain('Recorded: $1.00 went back by wire W-9.');
    expect(said.at(-2)).toBe('101-005520-1 of customer 400102: $99.00 since 11/21/2026');
    expect((await shown()).overpaidCents).toBe(9_900);
    expect(await request(payout(9_900, { reference: '5009' }))).toEqual({});
    await approve('payOutOverpayment');
  });

  it('that came with a check which bounced later is owed back', async () => {
    const list = (
      await operations.get(`/api/desk/received-payments?customerId=${customerId}&accountNumber=${accountNumber}`)
    ).json();
    const { receivedId } = list.received[0];
    await operations.post('/api/desk/received-payments/ask-to-take-back', { ...loan, receivedId, reason: 'Bounced' });
    expect(await approve('takeBackReceived')).toEqual({ outcome: 'approved', why: '' });
    // By now all of it had gone back.
    expect((await shown()).overpaidCents).toBe(-OVERPAID);
    expect((await operations.get(url)).json()).toMatchObject({ loans: [{ overpaidCents: -OVERPAID }] });
    expect((await operations.get('/api/desk/today')).json().counts).not.toContainEqual(
      expect.objectContaining({ label: 'Overpaid' }),
    );
  });
});
