import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ZERO } from '#common/core/money.ts';
import { HostUnavailable } from '#server/host/host-errors.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readGuard } from '#server/host-tasks/host-tasks.queries.ts';
import { ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import { createHttpCardProcessor } from '#server/payments-network/http-network.ts';
import type { Services } from '#server/services.ts';
import { codeOf, createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { serviceAt } from '#tests/builders/network.ts';
import { findPayment, type Payment } from '#server/payments/payments.queries.ts';
import { claimUnsettledPayments } from './unsettled-payments.queries.ts';
import { recordImmediate, recordSubmission } from '#server/payments/submit/record-submission.command.ts';
import { chargeRequest, chargeSubmitted, tokenize } from './charge-card.ts';
import { settleInTurn, settlePayments } from './settle-payments.command.ts';
import { lookUpMethod } from '#server/payments/methods/usable-methods.ts';
import { fingerprintOf, readKey, readSubmission } from '#server/payments/submit/submission-request.wire.ts';
import { submitPayment } from '#server/payments/submit/submit-payment.command.ts';

const silent = '4000000000000119';
const silentAfterCharging = '4000000000000200';
const answersLate = '4000000000000309';
const chargesLate = '4000000000000408';

const LATE_MS = 4_000;

let scene: PaymentScene;
let key: string;

beforeAll(async () => {
  scene = await createPaymentScene({ cardProcessorTimeoutMs: 1_500, lateMs: LATE_MS });
});

afterAll(() => scene.testApp.close());

beforeEach(() => {
  key = crypto.randomUUID();
});

/** Runs the job as after the leases of a dead process, or the wait between questions, ran out. */
async function recover(services: Services = scene.testApp.services): Promise<number> {
  await sql`update payments set leased_until = now() where leased_until is not null`.execute(services.database);
  return settlePayments(services, new AbortController().signal);
}

async function states(): Promise<string[]> {
  const { rows } = await sql<{ to_state: string }>`select to_state from payment_events
    where payment_id = (select max(payment_id::text)::uuid from payments) order by event_id`.execute(
    scene.testApp.services.database,
  );
  return rows.map((row) => row.to_state);
}

/** The processor's address refuses connections. */
function withoutProcessor(): Services {
  return {
    ...scene.testApp.services,
    cardProcessor: createHttpCardProcessor(serviceAt('http://127.0.0.1:9', 500)),
  };
}

describe('a payment without an answer from the processor', () => {
  test('warns not to pay again, blocks the loan, and ends as not made if nothing was charged', async () => {
    const before = await scene.effects();
    const body = await scene.cardSubmission(61, { CardNumber: silent });
    expect(codeOf(await scene.calls.submitCard(body, key))).toBe('Generic');
    expect(codeOf(await scene.calls.info(scene.loan))).toBe('Unsettled');
    expect(codeOf(await scene.calls.submitCard(body, key))).toBe('Generic');
    expect(codeOf(await scene.calls.submitCard(body, crypto.randomUUID()))).toBe('Generic');

    expect(await recover()).toBe(1);
    expect(codeOf(await scene.calls.submitCard(body, key))).toBe('Connection');
    expect(await states()).toEqual(['created', 'submitting', 'unknown', 'declined']);
    expect(await scene.effects()).toEqual({ ...before, payments: before.payments + 1 });
    // Who read "Don't pay again until we know the result" may have left since.
    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    expect(mail).toMatchObject({ subject: "Your payment wasn't made" });
    expect(mail?.body).toContain('your payment of $64.00 on 11/21/2026');
    const again = await scene.calls.submitCard(await scene.cardSubmission(61), crypto.randomUUID());
    expect(again.HasNoErrors).toBe(true);
  });

  test.each([
    ['only the answer was lost', silentAfterCharging],
    ['the approval comes late', answersLate],
  ])('is posted once when %s', async (_what, CardNumber) => {
    const before = await scene.effects();
    const body = await scene.cardSubmission(62, { CardNumber });
    expect(codeOf(await scene.calls.submitCard(body, key))).toBe('Generic');
    expect((await scene.effects()).transfers).toBe(before.transfers);

    expect(await recover()).toBe(1);
    expect(await recover()).toBe(0);
    expect((await scene.calls.submitCard(body, key)).ReferenceNumber).toBeTruthy();
    expect(await states()).toEqual(['created', 'submitting', 'unknown', 'posted']);
    const after = await scene.effects();
    expect(after).toMatchObject({ charges: before.charges + 1, transfers: before.transfers + 1 });
  });

  test('cannot be charged by a late request once it is settled as not made', async () => {
    const before = await scene.effects();
    const body = await scene.cardSubmission(63, { CardNumber: chargesLate });
    expect(codeOf(await scene.calls.submitCard(body, key))).toBe('Generic');
    expect(await recover()).toBe(1);
    await sleep(LATE_MS);
    expect(codeOf(await scene.calls.submitCard(body, key))).toBe('Connection');
    expect(await scene.effects()).toEqual({ ...before, payments: before.payments + 1 });
  });

  test('of a loan that was paid off meanwhile is kept, and the customer is told', async () => {
    const { clock, host } = scene.testApp.services;
    const body = await scene.cardSubmission(66, { CardNumber: silentAfterCharging });
    expect(codeOf(await scene.calls.submitCard(body, key))).toBe('Generic');
    const [owned] = await host.listLoans([scene.loan], clock.today());
    const customerId = owned?.customerId ?? '';
    const loan = await host.findLoan(customerId, scene.loan, clock.today());
    const payoff = { paymentId: 'received-payoff', effectiveOn: clock.today(), postedAt: clock.now() };
    const amountCents = loan?.payoffCents ?? ZERO;
    await host.servicing?.receivePayment({ ...payoff, accountNumber: scene.loan, means: 'wire', amountCents });
    expect(await recover()).toBe(1);
    expect(await host.servicing?.findOverpaid(customerId, scene.loan)).toBe(6_600);
    const [told, receipt] = await listNewestMessages(scene.testApp.services, 2);
    expect(told).toMatchObject({ subject: 'You paid more than you owed', recipient: receipt?.recipient });
    expect(told?.body).toContain('It was $66.00 more than you owed.');
    await host.reversePayment(payoff);
  });

  test("stays unknown while the processor doesn't answer", async () => {
    const body = await scene.cardSubmission(64, { CardNumber: silentAfterCharging });
    await scene.calls.submitCard(body, key);
    expect(await recover(withoutProcessor())).toBe(0);
    expect(codeOf(await scene.calls.submitCard(body, key))).toBe('Generic');
    expect(await settlePayments(scene.testApp.services, new AbortController().signal)).toBe(0);
    expect(await recover()).toBe(1);
    expect((await scene.calls.submitCard(body, key)).HasNoErrors).toBe(true);
  });

  test('is not made if not even the vault could be reached', async () => {
    const body = await scene.cardSubmission(65);
    const session = await sessionOfLi();
    const answer = await submitPayment(
      withoutProcessor(),
      session,
      { type: 'Card', timing: 'immediate', body: body as never },
      { header: key, ipAddress: '127.0.0.1', siteUrl: 'http://localhost' },
      recordImmediate,
      chargeSubmitted,
    );
    expect(answer).toEqual({ ok: false, error: 'Connection' });
    expect((await scene.calls.info(scene.loan)).HasNoErrors).toBe(true);
  });
});

describe('a process that dies', () => {
  test('after recording the intent leaves a payment that ends as not made', async () => {
    const before = await scene.effects();
    await dieAfterRecording(71);
    expect(await settlePayments(scene.testApp.services, new AbortController().signal)).toBe(0);
    expect(await recover()).toBe(1);
    expect(await states()).toEqual(['created', 'submitting', 'declined']);
    expect(await scene.effects()).toEqual({ ...before, payments: before.payments + 1 });
  });

  test('after the charge leaves a payment that is posted once, however many processes recover it', async () => {
    const before = await scene.effects();
    const { charge, token } = await dieAfterRecording(72);
    const { cardProcessor } = scene.testApp.services;
    await cardProcessor.charge(chargeRequest(scene.testApp.services, charge, token));
    const settled = await Promise.all(Array.from({ length: 5 }, () => recover()));
    expect(settled.some((count) => count > 0)).toBe(true);
    expect(await states()).toEqual(['created', 'submitting', 'posted']);
    const after = await scene.effects();
    expect(after).toMatchObject({ charges: before.charges + 1, transfers: before.transfers + 1 });
  });
});

describe('a draft after five payments that cannot be settled', () => {
  const stopping = new AbortController().signal;
  const noProcessor = () => Promise.reject(new ProcessorUnavailable('no answer'));
  const noHost = () => Promise.reject(new HostUnavailable('unreachable', 'no answer'));

  beforeEach(recordDraft);

  async function recordDraft(): Promise<void> {
    const calls = await scene.callsWithHost({ postPayment: noHost });
    expect(codeOf(await calls.submitAch(await scene.achSubmission(73), key))).toBe('Generic');
    expect(await states()).toEqual(['created', 'submitting']);
  }

  /** The payments before it fail in the books, or are cards whose outcome the processor doesn't tell. */
  async function settleAfterFive(services: Services, changes: Partial<Payment> = {}) {
    const { database } = scene.testApp.services;
    const { rows } = await sql<{ id: string }>`
      select payment_id as id from payments order by created_at desc limit 1`.execute(database);
    const draft = await findPayment(database, rows[0]?.id ?? '');
    if (!draft) throw new Error('The draft was not found');
    const five = Array.from({ length: 5 }, () => ({ ...draft, ...changes, paymentId: crypto.randomUUID() }));
    return settleInTurn(services, [...five, draft], stopping);
  }

  const newestState = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from payments order by created_at desc limit 1`.execute(scene.testApp.services.database);
    return rows[0]?.state;
  };

  const card: Partial<Payment> = { methodType: 'Card', state: 'unknown' };

  test('is settled if they fail', async () => {
    expect(await settleAfterFive(scene.testApp.services)).toEqual({ count: 1, answered: true });
    expect(await newestState()).toBe('posted');
  });

  test('is settled if the processor answers, but not about them', async () => {
    const { services } = scene.testApp;
    const cardProcessor = { ...services.cardProcessor, settle: noProcessor };
    expect(await settleAfterFive({ ...services, cardProcessor }, card)).toEqual({ count: 1, answered: true });
    expect(await newestState()).toBe('posted');
  });

  test('waits for the next run if the processor is silent, or the host', async () => {
    const { services } = scene.testApp;
    const cardProcessor = { ...services.cardProcessor, settle: noProcessor, assertAnswers: noProcessor };
    expect(await settleAfterFive({ ...services, cardProcessor }, card)).toEqual({ count: 0, answered: false });
    const host = { ...services.host, postPayment: noHost, countLateCharges: noHost };
    expect(await settleInTurn({ ...services, host }, await unsettled(), stopping)).toEqual({
      count: 0,
      answered: false,
    });
    expect(await newestState()).toBe('submitting');
    expect(await recover()).toBe(1);
  });

  async function unsettled(): Promise<Payment[]> {
    await sql`update payments set leased_until = now() where leased_until is not null`.execute(
      scene.testApp.services.database,
    );
    return claimUnsettledPayments(scene.testApp.services.database, { limit: 10, leaseMs: 1 });
  }
});

/** Runs everything up to the commit of the first phase. */
async function dieAfterRecording(amount: number) {
  const { services } = scene.testApp;
  const session = await sessionOfLi();
  const submission = {
    type: 'Card',
    timing: 'immediate',
    body: (await scene.cardSubmission(amount)) as never,
  } as const;
  const request = readSubmission(submission);
  const moment = services.clock.moment();
  const submissionKey = readKey(services, session, { submission, header: key, at: moment.at });
  if (!request || !submissionKey) throw new Error('The submission could not be read');
  const method = await lookUpMethod(services, session, request.method);
  if (!method.ok) throw new Error(method.error);
  const requestFingerprint = fingerprintOf(services, submission);
  const { keyHash } = submissionKey;
  const guard = await readGuard(services.database, accountSubject(request.accountNumber));
  const found = { request, moment, method: method.value, guard, seen: null };
  const checked = { ...found, keyHash, requestFingerprint, ipAddress: '127.0.0.1' };
  const recorded = await recordSubmission(services, session, checked, recordImmediate);
  if (recorded.kind !== 'toCharge' || recorded.charge.source.kind !== 'card')
    throw new Error('The payment was not recorded');
  const vaulted = await tokenize(services, recorded.charge.source.card);
  if (!vaulted.ok) throw new Error(vaulted.error);
  return { charge: recorded.charge, token: vaulted.value.token };
}

async function sessionOfLi() {
  const user = await scene.testApp.services.database
    .selectFrom('users')
    .select('user_id')
    .where('login_key', '=', 'li.wei')
    .executeTakeFirstOrThrow();
  return {
    sessionId: 0,
    userId: user.user_id,
    loginName: 'li.wei',
    customerId: '400102',
    companyNumber: 0,
    pendingSteps: [],
    deviceId: null,
    confirmedAt: null,
    isView: false,
  };
}
