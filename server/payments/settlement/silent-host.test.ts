import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HostRefused, HostUnavailable } from '#server/host/host-errors.ts';
import type { Host } from '#server/host/host.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import type { BusinessDay } from '#server/payments/end-of-day/business-days.queries.ts';
import { describeDay } from '#server/payments/end-of-day/describe-day.ts';
import { makeBankFile, readBankFile } from '#server/payments/end-of-day/make-bank-file.command.ts';
import { auditOf } from '#tests/builders/desk-journey.ts';
import { codeOf, createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { applyUnapplied, recordRefund } from './unapplied.command.ts';
import { listUnapplied } from './unapplied.queries.ts';
import { settlePayments } from './settle-payments.command.ts';

let scene: PaymentScene;
let key: string;

beforeAll(async () => {
  scene = await createPaymentScene();
});

afterAll(() => scene.testApp.close());

beforeEach(() => {
  key = crypto.randomUUID();
});

const silence = () => Promise.reject(new HostUnavailable('unreachable', 'no answer'));

const losesAnswers: Partial<Host> = {
  async postPayment(posting) {
    await scene.testApp.services.host.postPayment(posting);
    throw new HostUnavailable('late', 'the answer came too late');
  },
};

const submissions = {
  card: async (calls: PaymentScene['calls'], amount: number) =>
    calls.submitCard(await scene.cardSubmission(amount), key),
  draft: async (calls: PaymentScene['calls'], amount: number) =>
    calls.submitAch(await scene.achSubmission(amount), key),
} as const;

async function recover(): Promise<number> {
  const { services } = scene.testApp;
  await sql`update payments set leased_until = now() where leased_until is not null`.execute(services.database);
  return settlePayments(services, new AbortController().signal);
}

async function newest(): Promise<{ readonly state: string; readonly entry: string | null }> {
  const { rows } = await sql<{ state: string; entry: string | null }>`
    select p.state, e.state as entry from payments p left join ach_entries e using (payment_id)
    order by p.created_at desc, p.payment_id desc limit 1`.execute(scene.testApp.services.database);
  const [row] = rows;
  if (!row) throw new Error('Payment not found');
  return row;
}

describe.each(['card', 'draft'] as const)('a payment by %s', (method) => {
  test.each<readonly [string, Partial<Host>, number]>([
    ['does not answer', { postPayment: silence }, 0],
    ['answers too late', losesAnswers, 1],
  ])('is posted once when the host %s', async (_what, host, postedBefore) => {
    const calls = await scene.callsWithHost(host);
    const before = await scene.effects();
    expect(codeOf(await submissions[method](calls, 31 + postedBefore))).toBe('Generic');
    expect((await newest()).state).toBe('submitting');
    expect((await scene.effects()).transfers).toBe(before.transfers + postedBefore);
    expect(codeOf(await scene.calls.info(scene.loan))).toBe('Unsettled');

    expect(await recover()).toBe(1);
    expect(await recover()).toBe(0);
    expect((await newest()).state).toBe('posted');
    const after = await scene.effects();
    expect(after).toMatchObject({ payments: before.payments + 1, transfers: before.transfers + 1 });
    expect(after.charges).toBe(before.charges + (method === 'card' ? 1 : 0));
  });

  test("changes nothing when the loan can't be read from the host", async () => {
    const calls = await scene.callsWithHost({ findLoan: silence });
    const before = await scene.effects();
    await submissions[method](calls, 33).catch(() => undefined);
    expect(await scene.effects()).toEqual(before);
  });
});

test('a draft goes into a bank file only after the host has posted its payment', async () => {
  const { services } = scene.testApp;
  const friday = services.clock.today();
  const calls = await scene.callsWithHost({ postPayment: silence });
  expect(codeOf(await submissions.draft(calls, 41))).toBe('Generic');
  await sql`update ach_entries set file_on = ${friday}`.execute(services.database);
  await sql`insert into business_days (business_on) values (${friday})`.execute(services.database);
  await makeBankFile(services, friday);
  const left = (await readBankFile(services, friday))?.entryCount ?? 0;
  const { rows } = await sql<{ posted: number }>`
    select count(*) as posted from payments where state = 'posted' and method_type = 'ACH'`.execute(services.database);
  expect(left).toBe(rows[0]?.posted);
  expect(await newest()).toEqual({ state: 'submitting', entry: 'collected' });
  await recover();
  expect(await newest()).toEqual({ state: 'posted', entry: 'collected' });
});

test('a draft the host refuses is declined and never sent', async () => {
  const refusal = () => Promise.reject(new HostRefused('NotALoan', 'no such loan'));
  const calls = await scene.callsWithHost({ postPayment: refusal });
  const before = await scene.effects();
  expect(codeOf(await submissions.draft(calls, 42))).toBe('Error');
  expect(await newest()).toEqual({ state: 'declined', entry: 'cancelled' });
  expect((await scene.effects()).transfers).toBe(before.transfers);
});

test('a payoff whose loan the host no longer finds leaves it to staff whether something is owed', async () => {
  const { services } = scene.testApp;
  const calls = await scene.callsWithHost({ postPayment: silence });
  expect(codeOf(await submissions.draft(calls, 44))).toBe('Generic');
  await sql`update payments set is_payoff = true, leased_until = now() where state = 'submitting'`.execute(
    services.database,
  );
  const host: Host = { ...services.host, findLoanToDraw: () => Promise.resolve({ standing: 'notFound' }) };
  expect(await settlePayments({ ...services, host }, new AbortController().signal)).toBe(1);
  expect((await newest()).state).toBe('posted');
  expect(await auditOf(scene.testApp, 'payoff-not-checked')).toMatchObject([{ accountNumber: scene.loan }]);
  const subjects = (await listNewestMessages(services, 10)).map(({ subject }) => subject);
  expect(subjects).not.toContainEqual(expect.stringContaining("isn't paid off yet"));
});

describe('a card payment that the host refuses after the charge', () => {
  const refusal = () => Promise.reject(new HostRefused('NotALoan', 'no such loan'));
  const stop = new AbortController().signal;

  async function chargeUnapplied(amount: number): Promise<string> {
    const calls = await scene.callsWithHost({ postPayment: refusal });
    const before = await scene.effects();
    expect(codeOf(await submissions.card(calls, amount))).toBe('Unapplied');
    expect((await newest()).state).toBe('unapplied');
    expect(await scene.effects()).toMatchObject({ charges: before.charges + 1, transfers: before.transfers });
    const [unapplied] = await listUnapplied(scene.testApp.services.database, 10);
    expect(unapplied?.reason).toBe('no such loan');
    return unapplied?.payment.referenceNumber ?? '';
  }

  async function newestMail() {
    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    return mail;
  }

  test('is set aside with a message to the customer, and applied once the cause is fixed', async () => {
    const { services } = scene.testApp;
    const reference = await chargeUnapplied(51);
    expect(await newestMail()).toMatchObject({ subject: "We couldn't apply your payment yet" });
    expect(codeOf(await scene.calls.info(scene.loan))).toBe('Unsettled');
    expect(await settlePayments(services, stop)).toBe(0);
    expect((await newest()).state).toBe('unapplied');
    const day = {
      businessOn: services.clock.today(),
      comparison: null,
      chargedAt: null,
      lateCharges: 0,
      filedAt: null,
    };
    expect((await describeDay(services, day as BusinessDay)).join('\n')).toContain('Charged but not applied: 1');

    const refusing = { ...services, host: { ...services.host, postPayment: refusal } };
    expect(await applyUnapplied(refusing, reference, 'Ana Silva')).toMatchObject({ ok: false });
    expect((await newest()).state).toBe('unapplied');
    const before = await scene.effects();
    expect(await applyUnapplied(services, reference, 'Ana Silva')).toMatchObject({ ok: true });
    expect((await newest()).state).toBe('posted');
    expect(await scene.effects()).toMatchObject({ charges: before.charges, transfers: before.transfers + 1 });
    expect(await newestMail()).toMatchObject({ subject: `Payment confirmation ${reference}` });
    expect(await applyUnapplied(services, reference, 'Ana Silva')).toMatchObject({ ok: false, error: 'it is posted' });
    expect(codeOf(await scene.calls.info(scene.loan))).toBeUndefined();
  });

  test('is refunded with a message to the customer, and the loan accepts payments again', async () => {
    const { services } = scene.testApp;
    const reference = await chargeUnapplied(52);
    const refund = { reason: 'loan was sold', by: 'Ana Silva' };
    expect(await recordRefund(services, reference, refund)).toMatchObject({ ok: true });
    expect((await newest()).state).toBe('refunded');
    expect(await newestMail()).toMatchObject({ subject: 'We refunded your payment' });
    expect(codeOf(await scene.calls.info(scene.loan))).toBeUndefined();
    expect(await recordRefund(services, reference, refund)).toMatchObject({ ok: false, error: 'it is refunded' });
    expect(await recordRefund(services, 'NONE-0000-0000', refund)).toMatchObject({ ok: false });
  });
});
