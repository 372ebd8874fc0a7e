import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { auditOf, type DeskCaller, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import { achBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { changed, returned, returnFile } from '#tests/builders/return-file.ts';

// The clock is set to Saturday, November 21, 2026.
const li = { customerId: '400102', accountNumber: '101-005520-1' };
const margaret = { customerId: '400101', accountNumber: '101-004417-2' };

let scene: PaymentScene;
let operations: DeskCaller;
let supervisor: DeskCaller;
let paymentId = '';
let text = '';

async function enter() {
  ({ operations, supervisor } = await enterStaff(scene.testApp, li.customerId, margaret.customerId));
  await supervisor.confirm();
  await operations.confirm();
}

async function later(days: number) {
  scene.testApp.clock.moveOn({ hours: 24 * days });
  await enter();
}

beforeAll(async () => {
  const options = {
    'deskOptions.securedLoanTypes': ['AUTO'],
    'deskOptions.lienReleaseWaitingDays': 10,
    'globalOptions.requireAchDraftAgreementOption': false,
  };
  scene = await createPaymentScene({ ...withDesk, options });
  await enter();
});

afterAll(() => scene.testApp.close());

const post = async (url: string, body: object) =>
  (await operations.post(url, { reason: 'Asked for at the desk', ...body })).json();

const requestMove = (to: typeof li) =>
  post('/api/desk/moved-payments/ask', {
    customerId: margaret.customerId,
    kind: 'payment',
    id: paymentId,
    waivedChargeIds: [],
    toCustomerId: to.customerId,
    toAccountNumber: to.accountNumber,
  });

async function decide(how: 'approve' | 'decline', action: string) {
  const { open } = (await supervisor.get('/api/desk/approvals')).json();
  const { workItemId } = open.find((each: { action: string }) => each.action === action);
  await supervisor.post(`/api/desk/approvals/${how}`, { workItemId, reason: 'Seen' });
}

const release = () =>
  post('/api/desk/lien/release', { ...li, releasedOn: scene.testApp.services.clock.today(), reference: 'ME-T 1' });

it("a lien stays while another customer's payment on the loan waits to be taken off it", async () => {
  const { clock, host } = scene.testApp.services;
  const calls = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
  const info = await calls.info(margaret.accountNumber);
  const method = achBody(margaret.accountNumber);
  const body = submissionBody({ info, loginName: 'margaret.okafor', amount: 120, method, fee: 2 });
  const { ReferenceNumber = '' } = await calls.submitAch(body, crypto.randomUUID());
  const { payments } = (await operations.post('/api/desk/payments/find', { find: ReferenceNumber })).json();
  ({ paymentId } = payments[0]);
  expect(await requestMove(li)).toEqual({});
  await decide('approve', 'movePayment');
  await later(3);
  await closeBusinessDays(scene.testApp.services, new AbortController().signal);
  const owed = (await host.findLoan(li.customerId, li.accountNumber, clock.today()))?.payoffCents;
  const wire = { ...li, means: 'wire', reference: 'W1', amountCents: owed, receivedOn: clock.today() };
  expect(await post('/api/desk/received-payments/receive', wire)).toEqual({ overpaidCents: 0 });
  await later(11);
  expect(await requestMove(margaret)).toEqual({});
  expect(await release()).toEqual({ error: 'PaymentDoubted' });
  await decide('decline', 'movePayment');
});

async function filedDraft() {
  const { rows } = await sql<{ trace: string; amount: number; sealed: Uint8Array }>`
    select trace_number as trace, amount_cents::integer as amount, account_number_sealed as sealed from ach_entries
    where payment_id = ${paymentId}`.execute(scene.testApp.services.database);
  return rows[0] ?? { trace: '', amount: 0, sealed: new Uint8Array() };
}

it("a lien stays while a bank's file that returns a payment on the loan waits for its approval", async () => {
  const { trace, amount } = await filedDraft();
  text = returnFile([returned(trace, amount, 'R10')]);
  expect(await post('/api/desk/returns/ask', { text })).toEqual({});
  expect(await release()).toEqual({ error: 'PaymentDoubted' });
  await decide('decline', 'takeReturns');
});

const untaken = async () => (await operations.get('/api/desk/returns/approved')).json().files;

async function expectOnToday() {
  const { needs } = (await operations.get('/api/desk/today')).json();
  const title = 'Files of returns that were approved and wait to be taken: 1';
  expect(needs).toContainEqual(expect.objectContaining({ title }));
}

it('a lien stays while such a file is approved and not taken, until its approval is dropped', async () => {
  expect(await post('/api/desk/returns/ask', { text })).toEqual({});
  await decide('approve', 'takeReturns');
  expect(await release()).toEqual({ error: 'PaymentDoubted' });
  const [file] = await untaken();
  expect(file).toMatchObject({ askedBy: 'Omar Haddad', approvedBy: 'Sol Bergman', entryCount: 1 });
  await expectOnToday();
  const { workItemId } = file;
  const dropped = await post('/api/desk/returns/drop', { workItemId, reason: 'Withdrawn by the bank' });
  expect(dropped).toEqual({});
  expect(await post('/api/desk/returns/drop', { workItemId })).toEqual({ error: 'NoLongerOpen' });
  expect(await untaken()).toEqual([]);
  expect(await post('/api/desk/returns/take', { text })).toEqual({ error: 'NotApproved' });
  expect((await auditOf(scene.testApp, 'desk-returns-dropped')).at(-1)).toMatchObject({
    workItemId,
    reason: 'Withdrawn by the bank',
  });
});

const sealNumbers = (sealed: Uint8Array) =>
  sql`update ach_entries set account_number_sealed = ${sealed} where payment_id = ${paymentId}`.execute(
    scene.testApp.services.database,
  );

/** Approves and takes a file of one notice that blocks the account, so that it needs the draft's numbers. */
async function takeBlocking(became: 'failed' | 'returned') {
  expect(await post('/api/desk/returns/ask', { text })).toEqual({});
  await decide('approve', 'takeReturns');
  expect(await post('/api/desk/returns/take', { text })).toMatchObject({ notices: [{ became }] });
}

it("a lien stays, and the file on Today, while a return in a taken file couldn't be taken", async () => {
  const { trace, amount, sealed } = await filedDraft();
  text = returnFile([returned(trace, amount, 'R03')]);
  await sealNumbers(Buffer.from([1, 2]));
  await takeBlocking('failed');
  expect(await release()).toEqual({ error: 'PaymentDoubted' });
  await expectOnToday();
  const [{ workItemId }] = await untaken();
  expect(await post('/api/desk/returns/drop', { workItemId, reason: 'Withdrawn by the bank' })).toEqual({});
  await sealNumbers(sealed);
});

it("a correction that can't be taken keeps no lien, because it takes no money back", async () => {
  const { trace, sealed } = await filedDraft();
  await sealNumbers(Buffer.from([1, 2]));
  const correction = returnFile([changed(trace, 'C01', '1918171615')]);
  const preview = await operations.post('/api/desk/returns/preview', { text: correction });
  expect(preview.json()).toMatchObject({ notices: [{ became: 'failed' }] });
  expect(await post('/api/desk/returns/ask', { text: correction })).toEqual({});
  await decide('approve', 'takeReturns');
  expect(await untaken()).toEqual([]);
  await sealNumbers(sealed);
});

it('a lien is released while a file of returns waits that names no payment on the loan', async () => {
  const others = returnFile([returned('0'.repeat(15), 100, 'R01')]);
  expect(await post('/api/desk/returns/ask', { text: others })).toEqual({});
  expect(await release()).toEqual({});
  await decide('decline', 'takeReturns');
});

it("what a file left behind is taken under a new approval, and then the file isn't listed anymore", async () => {
  const { sealed } = await filedDraft();
  await sealNumbers(Buffer.from([1, 2]));
  await takeBlocking('failed');
  await sealNumbers(sealed);
  expect(await untaken()).toHaveLength(1);
  expect(await post('/api/desk/returns/take', { text })).toEqual({ error: 'NotApproved' });
  await takeBlocking('returned');
  expect(await untaken()).toEqual([]);
  const { rows } = await sql`
    select from work_items where action = 'takeReturns' and status = 'approved' and input ->> 'returned' = ${paymentId}
    `.execute(scene.testApp.services.database);
  expect(rows).toEqual([]);
});
