import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HostRefused, HostUnavailable } from '#server/host/host-errors.ts';
import type { Host } from '#server/host/host.ts';
import { runHostTasks } from '#server/host-tasks/run-host-tasks.command.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { achBody, type SubmissionBody } from '#tests/builders/payment-calls.ts';
import { codeOf, createPaymentScene, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';
import { settlePayments } from './settle-payments.command.ts';

const accepts = { 'paymentOptions.acceptPendingAch': true } as const;
const silence = () => Promise.reject(new HostUnavailable('unreachable', 'no answer'));
const down: Partial<Host> = { ownsAccount: silence, findLoan: silence, findCustomer: silence, postPayment: silence };
const stop = new AbortController().signal;

let scene: PaymentScene;
let ProfileId: string;
let key: string;

beforeAll(async () => {
  scene = await createPaymentScene();
  await scene.caller.call({
    method: 'POST',
    url: '/api/PaymentMethod/AddAchPaymentMethod',
    payload: achBody(scene.loan),
  });
  ProfileId = (await scene.calls.methods(scene.loan))[0]?.AchInfo?.ProfileId ?? '';
});

afterAll(() => scene.testApp.close());

beforeEach(() => {
  key = crypto.randomUUID();
});

/** The customer opens the payment screen while the host answers. */
async function openScreen(amount: number): Promise<SubmissionBody> {
  const body = await scene.achSubmission(amount);
  const { EncryptedData } = await (await scene.callsWithHost({}, accepts)).info(scene.loan);
  return { ...body, EncryptedData, Payment: { ...body.Payment, Method: { ProfileId } } };
}

async function recover(host: Partial<Host> = {}): Promise<number> {
  const { services } = scene.testApp;
  await sql`update payments set leased_until = now() where leased_until is not null`.execute(services.database);
  return settlePayments({ ...services, host: { ...services.host, ...host } }, stop);
}

test('a bank payment is pending while the host is down, and is posted once when it is back', async () => {
  const body = await openScreen(31);
  const calls = await scene.callsWithHost(down, accepts);
  const before = await scene.effects();
  const answer = await calls.submitAch(body, key);
  expect(answer).toMatchObject({ HasNoErrors: true, Pending: true });
  expect(await scene.effects()).toEqual({
    ...before,
    payments: before.payments + 1,
    entries: before.entries + 1,
  });
  // Another payment on the loan has to wait for this one.
  expect(await recover(down)).toBe(0);
  expect(codeOf(await calls.submitAch(body, crypto.randomUUID()))).toBeDefined();

  expect(await recover()).toBe(1);
  expect(await recover()).toBe(0);
  expect(await scene.effects()).toMatchObject({
    payments: before.payments + 1,
    transfers: before.transfers + 1,
    entries: before.entries + 1,
  });
  expect(await calls.submitAch(body, key)).toMatchObject({ ReferenceNumber: answer.ReferenceNumber, Pending: false });
  // The payment was posted, so the figures of the screen no longer hold.
  await expect(calls.submitAch(body, crypto.randomUUID())).rejects.toThrow('503');
});

test('a customer who lost the answer learns that the payment is pending', async () => {
  const body = await openScreen(36);
  const calls = await scene.callsWithHost(down, accepts);
  const { ReferenceNumber } = await calls.submitAch(body, key);
  // A posting that may still be under way is not waiting.
  expect(await calls.outcome(key)).toMatchObject({ Outcome: 'InProgress', ReferenceNumber });
  scene.testApp.clock.moveOn({ minutes: 2 });
  expect(await calls.outcome(key)).toMatchObject({ Outcome: 'Pending', ReferenceNumber });
  expect(await scene.calls.outcome(key)).toMatchObject({ Outcome: 'InProgress' });
  await recover();
  expect(await calls.outcome(key)).toMatchObject({ Outcome: 'Made', ReferenceNumber });
});

test('a pending payment that the host refuses is not drawn, and the customer gets an email', async () => {
  const { services } = scene.testApp;
  const body = await openScreen(32);
  const calls = await scene.callsWithHost(down, accepts);
  const before = await scene.effects();
  expect(await calls.submitAch(body, key)).toMatchObject({ Pending: true });
  await recover({ postPayment: () => Promise.reject(new HostRefused('NotALoan', 'no such loan')) });
  const { rows } = await sql<{ state: string; entry: string }>`
    select p.state, e.state as entry from payments p join ach_entries e using (payment_id)
    order by p.created_at desc, p.payment_id desc limit 1`.execute(services.database);
  expect(rows).toEqual([{ state: 'declined', entry: 'cancelled' }]);
  expect((await scene.effects()).transfers).toBe(before.transfers);
  await runHostTasks(services, stop);
  const [mail] = await listNewestMessages(services, 1);
  expect(mail).toMatchObject({ subject: "We couldn't make your payment" });
});

test('nothing is taken while the option is off, or from a screen that was opened while it was', async () => {
  const body = await openScreen(33);
  const before = await scene.effects();
  await expect((await scene.callsWithHost(down)).submitAch(body, key)).rejects.toThrow('503');
  const { EncryptedData } = await scene.calls.info(scene.loan);
  const calls = await scene.callsWithHost(down, accepts);
  await expect(calls.submitAch({ ...body, EncryptedData }, key)).rejects.toThrow('503');
  expect(await scene.effects()).toEqual(before);
});

test('the figures of the screen decide what may be paid', async () => {
  const body = withDetails(await openScreen(34), { PaymentAmount: 9_000_000 });
  const calls = await scene.callsWithHost(down, accepts);
  const before = await scene.effects();
  expect(codeOf(await calls.submitAch(body, key))).toBe('PaymentAmountMaximumError');
  expect(await scene.effects()).toEqual(before);
});

test("another person can't pay with the screen's handle, and a typed bank account is refused", async () => {
  const body = await openScreen(35);
  const other = await scene.testApp.signIn('margaret.okafor');
  const before = await scene.effects();
  const calls = await scene.callsWithHost(down, accepts);
  const typed = { ...body, Payment: { ...body.Payment, Method: achBody(scene.loan) } };
  await expect(calls.submitAch(typed, key)).rejects.toThrow('503');
  const foreign = await scene.callsWithHost(down, accepts, other);
  const named = { ...body, Payment: { ...body.Payment, LogonName: 'margaret.okafor' } };
  expect(codeOf(await foreign.submitAch(named, key))).toBe('Invalid');
  expect(await scene.effects()).toEqual(before);
});
