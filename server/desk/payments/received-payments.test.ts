import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditOf, type DeskCaller, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import type { Host } from '#server/host/host.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { receivedCommand } from '#server/payments/operator/received.cli.ts';

// The clock is set to Saturday, November 21, 2026.
const customerId = '400102';
const accountNumber = '101-005520-1';
const loan = { customerId, accountNumber };
const url = '/api/desk/received-payments';

let test: TestApp;
let agent: DeskCaller;
let operations: DeskCaller;
let supervisor: DeskCaller;

beforeAll(async () => {
  test = await createTestApp(withDesk);
  ({ agent, operations, supervisor } = await enterStaff(test, customerId));
});

afterAll(() => test.close());

afterEach(async () => {
  const imbalances = await findImbalances(test.services.database);
  if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
});

const check = (reference: string, amountCents: number, changes: object = {}) => ({
  ...loan,
  means: 'check',
  reference,
  amountCents,
  receivedOn: '2026-11-20',
  reason: 'Came by mail',
  ...changes,
});

const receive = async (body: object, by = operations) => (await by.post(`${url}/receive`, body)).json();
const loanNow = () => test.services.host.findLoan(customerId, accountNumber, test.services.clock.today());
const listed = async () =>
  (await operations.get(`${url}?customerId=${customerId}&accountNumber=${accountNumber}`)).json().received;

async function preview(amountCents: number) {
  const query = `customerId=${customerId}&accountNumber=${accountNumber}&amountCents=${amountCents}&receivedOn=2026-11-20`;
  return (await operations.get(`${url}/preview?${query}`)).json();
}

describe('a check', () => {
  it('is posted once, as previewed, from the day it came, and the customer is told and sees it', async () => {
    const expected = await preview(20_000);
    const before = await loanNow();
    expect(await receive(check('1001', 20_000))).toEqual({ overpaidCents: 0 });
    const after = await loanNow();
    expect(after?.principalCents).toBe(expected.principalAfterCents);
    expect(expected.feesCents + expected.interestCents + expected.principalCents).toBe(20_000);
    expect((before?.principalCents ?? 0) - (after?.principalCents ?? 0)).toBe(expected.principalCents);
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail).toMatchObject({ recipient: 'li.wei@example.com', subject: 'We received your payment' });
    expect(mail?.body).toContain('Reference: 1001');
    const li = await test.signIn('li.wei');
    const history = await li.call({
      method: 'GET',
      url: `/api/AccountHistory?accountNumber=${accountNumber}&days=30&downloadCSV=false`,
    });
    expect(history.body).toContain('Payment, Check');
    expect(await receive(check('1001', 20_000))).toEqual({ error: 'ReceivedAlready' });
    expect((await loanNow())?.principalCents).toBe(after?.principalCents);
    expect(await listed()).toMatchObject([
      { reference: '1001', amountCents: 20_000, overpaidCents: 0, recordedBy: operations.emailAddress, asked: false },
    ]);
    expect(await auditOf(test, 'desk-payment-received')).toMatchObject([
      { accountNumber, reference: '1001', amountCents: 20_000, staff: operations.emailAddress, reason: 'Came by mail' },
    ]);
  });

  it('that ten people post at once is posted once', async () => {
    const before = await loanNow();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => receive(check('1002', 5_000, { receivedOn: '2026-11-21' }))),
    );
    expect(answers.toSorted((a, b) => Number('error' in a) - Number('error' in b))).toEqual([
      { overpaidCents: 0 },
      ...Array.from({ length: 9 }, () => ({ error: 'ReceivedAlready' })),
    ]);
    const after = await loanNow();
    expect((before?.payoffCents ?? 0) - (after?.payoffCents ?? 0)).toBe(5_000);
  });

  it('that bounces is taken back once a second person approves: all of it is owed again', async () => {
    const before = await loanNow();
    await receive(check('1003', 7_500));
    const { receivedId } = (await listed()).find(({ reference }: { reference: string }) => reference === '1003');
    const ask = { ...loan, receivedId, reason: 'Returned by the bank' };
    expect((await operations.post(`${url}/ask-to-take-back`, ask)).json()).toEqual({});
    expect((await operations.post(`${url}/ask-to-take-back`, ask)).json()).toEqual({ error: 'AskedAlready' });
    const { open } = (await supervisor.get('/api/desk/approvals')).json();
    const { workItemId } = open.find(({ action }: { action: string }) => action === 'takeBackReceived');
    await operations.confirm();
    const ownApproval = await operations.post('/api/desk/approvals/approve', { workItemId, reason: 'Mine' });
    expect(ownApproval.json()).toEqual({ error: 'NotPermitted' });
    await supervisor.confirm();
    const decided = await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Seen the notice' });
    expect(decided.json()).toEqual({ outcome: 'approved', why: '' });
    expect(await loanNow()).toMatchObject({
      payoffCents: before?.payoffCents,
      totalDueCents: before?.totalDueCents,
      dueOn: before?.dueOn,
    });
    expect((await listNewestMessages(test.services, 1))[0]?.subject).toBe('Your payment was returned to us unpaid');
    expect((await operations.post(`${url}/ask-to-take-back`, ask)).json()).toEqual({ error: 'TakenBack' });
    // The bank may pay it the second time.
    expect(await receive(check('1003', 7_500))).toEqual({ overpaidCents: 0 });
  });

  it.each([
    ['ReceivedLater', { receivedOn: '2026-11-22' }],
    ['ReceivedTooLongAgo', { receivedOn: '2026-09-21' }],
    ['AmountNotPossible', { amountCents: 10_000_000_000 }],
    ['NotALoan', { accountNumber: '999-999999-9' }],
    ['NotALoan', { accountNumber: '101-004417-2' }],
  ])('is refused as %s', async (error, changes) => {
    const before = await loanNow();
    expect(await receive(check('1009', 100, changes))).toEqual({ error });
    expect((await loanNow())?.payoffCents).toBe(before?.payoffCents);
  });

  it('is not posted by an agent', async () => {
    expect(await receive(check('1010', 100), agent)).toEqual({ error: 'NotPermitted' });
  });
});

describe('a file of checks', () => {
  it('is posted once, however often it is taken, and says what is wrong with a line', async () => {
    const said: string[] = [];
    for (const stream of ['log', 'error'] as const) {
      vi.spyOn(console, stream).mockImplementation((line: string) => void said.push(line));
    }
    const file = path.join(test.services.config.dataFolder, 'checks.csv');
    const header = 'account_number,means,reference,amount,received_on';
    const good = `${accountNumber},wire,W-1,12.50,2026-11-19`;
    await writeFile(
      file,
      [header, good, `${accountNumber},cash,C-1,5,2026-11-19`, `nowhere,check,9,5,2026-11-19`].join('\n'),
    );
    const before = await loanNow();
    try {
      expect(await receivedCommand.run([file, '--dry-run'], test.services)).toBe(1);
      expect((await loanNow())?.payoffCents).toBe(before?.payoffCents);
      expect(await receivedCommand.run([file], test.services)).toBe(2);
      expect(await receivedCommand.run([file, '--by', 'Ana Silva'], test.services)).toBe(1);
      expect(await receivedCommand.run([file, '--by', 'Ana Silva'], test.services)).toBe(1);
    } finally {
      vi.restoreAllMocks();
    }
    expect((before?.payoffCents ?? 0) - ((await loanNow())?.payoffCents ?? 0)).toBe(1_250);
    expect(said).toContain('Line 3: means is not one of check, wire, branch');
    expect(said).toContain('Line 4: nowhere is not a loan on the books');
    expect(said).toContain('Line 2: W-1 is posted already');
    expect(said.at(-1)).toBe('Posted 0, known 1, refused 2.');
  });
});

describe('more than is owed', () => {
  it('pays off the loan, and the rest is kept for a refund that the customer is told of', async () => {
    const { payoffCents = 0 } = (await loanNow()) ?? {};
    const { overpaidCents } = await receive(check('1020', payoffCents + 2_000, { receivedOn: '2026-11-21' }));
    expect(overpaidCents).toBe(2_000);
    expect(await loanNow()).toMatchObject({ payoffCents: 0, dueOn: null });
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail).toMatchObject({ subject: 'You paid more than you owed' });
    expect(mail?.body).toContain('we will refund the $20.00 to you');
    expect(await listed()).toContainEqual(expect.objectContaining({ reference: '1020', overpaidCents: 2_000 }));
  });
});

describe('a core whose own staff posts payments', () => {
  it('refuses them here', async () => {
    await test.withHost({ servicing: undefined } as unknown as Partial<Host>, async () => {
      expect(await receive(check('1030', 100))).toEqual({ error: 'CoreDoesThis' });
    });
  });
});
