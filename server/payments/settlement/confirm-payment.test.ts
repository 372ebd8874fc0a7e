import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SubmissionOutcome } from '#common/payments/submission-outcome.api.ts';
import { createHttpCardProcessor } from '#server/payments-network/http-network.ts';
import type { Services } from '#server/services.ts';
import { cardBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { serviceAt } from '#tests/builders/network.ts';
import { codeOf, createPaymentScene, debitFee, type PaymentScene } from '#tests/builders/payment-scene.ts';
import type { SignedInCaller } from '#tests/builders/test-app.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { CONFIRM_WITHIN_MINUTES } from './confirm-payment.command.ts';
import { settlePayments } from './settle-payments.command.ts';

const CardNumber = '4000000000003220';

let scene: PaymentScene;
let origin: string;
let key: string;
let caller: SignedInCaller;
let calls: ReturnType<typeof paymentCalls>;

beforeAll(async () => {
  const cardPagesPort = await findFreePort();
  origin = `http://localhost:${cardPagesPort}`;
  const options = { 'paymentOptions.cardConfirmationOrigin': origin };
  scene = await createPaymentScene({ cardProcessorTimeoutMs: 1_500, cardPagesPort, options });
});

afterAll(() => scene.testApp.close());

beforeEach(async () => {
  await signIn();
  key = crypto.randomUUID();
});

async function signIn(): Promise<void> {
  caller = await scene.testApp.signIn('li.wei');
  calls = paymentCalls(caller);
}

/** The session may have expired meanwhile. */
async function timePasses(duration: Temporal.DurationLike): Promise<void> {
  scene.testApp.clock.moveOn(duration);
  await signIn();
}

async function ask(): Promise<SubmissionOutcome> {
  const answer = await caller.call({ method: 'GET', url: `/api/Submission/GetOutcome?key=${key}` });
  return answer.json<SubmissionOutcome>();
}

/** As the portal's page does after the bank's page, or when the customer cancels. */
const end = (GiveUp = false) => calls.post<SubmissionOutcome>('/api/Submission/EndConfirmation', { Key: key, GiveUp });

async function submission(amount: number, number = CardNumber) {
  const info = await calls.info(scene.loan);
  const method = cardBody(scene.loan, { CardNumber: number });
  return submissionBody({ info, loginName: 'li.wei', amount, method, fee: debitFee });
}

/** Submits a payment whose card asks for a confirmation, and returns the page for it. */
async function submitWaiting(amount: number): Promise<string> {
  expect(codeOf(await calls.submitCard(await submission(amount), key))).toBe('Confirming');
  const { Confirmation: confirmation } = await ask();
  return confirmation?.Url ?? '';
}

async function decide(page: string, decision: 'approve' | 'refuse'): Promise<Response> {
  const response = await fetch(`${page}/${decision}`, { method: 'POST', redirect: 'manual' });
  await response.arrayBuffer();
  return response;
}

/** Runs the job as after the leases ran out. */
async function recover(services: Services = scene.testApp.services): Promise<void> {
  await sql`update payments set leased_until = now() where leased_until is not null`.execute(services.database);
  await settlePayments(services, new AbortController().signal);
}

async function states(): Promise<string[]> {
  const { rows } = await sql<{ to_state: string }>`select to_state from payment_events
    where payment_id = (select max(payment_id::text)::uuid from payments) order by event_id`.execute(
    scene.testApp.services.database,
  );
  return rows.map((row) => row.to_state);
}

describe('a card payment that the customer has to confirm', () => {
  test('waits, charges nothing, and blocks the loan meanwhile', async () => {
    const before = await scene.effects();
    const other = await submission(41, '4242424242424242');
    const page = await submitWaiting(41);
    expect(page).toMatch(new RegExp(`^${origin}/confirm/\\w{32}$`));
    const { Confirmation: asked, ...outcome } = await ask();
    expect(outcome).toMatchObject({ Outcome: 'Confirming', ReferenceNumber: null, RefusalCode: null });
    expect(asked).toEqual({ Url: page, MinutesLeft: CONFIRM_WITHIN_MINUTES });
    expect(codeOf(await calls.info(scene.loan))).toBe('Unsettled');
    expect(codeOf(await calls.submitCard(other, crypto.randomUUID()))).toBe('Generic');
    await recover();
    expect(await states()).toEqual(['created', 'submitting', 'confirming']);
    expect(await scene.effects()).toMatchObject({ charges: before.charges, transfers: before.transfers });
    await end(true);
  });

  test('is posted once when it is confirmed, however often that is told', async () => {
    const before = await scene.effects();
    const page = await submitWaiting(42);
    const sentBack = await decide(page, 'approve');
    expect(sentBack.headers.get('location')).toMatch(/\/card-confirmation$/);
    const told = await Promise.all([end(), end(), end(), recover(), recover()]);
    const [{ ReferenceNumber: reference }] = told;
    expect(reference).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    expect(await end()).toMatchObject({ Outcome: 'Made', ReferenceNumber: reference });
    await decide(page, 'refuse');
    await recover();
    expect(await states()).toEqual(['created', 'submitting', 'confirming', 'posted']);
    expect(await scene.effects()).toMatchObject({ charges: before.charges + 1, transfers: before.transfers + 1 });
  });

  test('is posted without the browser, when the tab was closed after confirming', async () => {
    const before = await scene.effects();
    await decide(await submitWaiting(43), 'approve');
    await recover();
    expect(await ask()).toMatchObject({ Outcome: 'Made' });
    expect((await scene.effects()).transfers).toBe(before.transfers + 1);
  });

  test('is not made if the customer refuses at the bank', async () => {
    await decide(await submitWaiting(44), 'refuse');
    expect(await end()).toMatchObject({ Outcome: 'Refused', RefusalCode: 'NotConfirmed' });
    expect((await calls.info(scene.loan)).HasNoErrors).toBe(true);
  });

  test('is not made if the customer gives it up, and a late confirmation charges nothing', async () => {
    const before = await scene.effects();
    const page = await submitWaiting(45);
    expect(await end(true)).toMatchObject({ Outcome: 'Refused', RefusalCode: 'NotConfirmed' });
    await decide(page, 'approve');
    await recover();
    expect(await ask()).toMatchObject({ Outcome: 'Refused' });
    expect(await scene.effects()).toEqual({ ...before, payments: before.payments + 1 });
  });

  test('is made, not given up, if it was confirmed just before', async () => {
    await decide(await submitWaiting(46), 'approve');
    expect(await end(true)).toMatchObject({ Outcome: 'Made' });
  });

  test('ends as not made after its time, and not a moment before', async () => {
    const page = await submitWaiting(47);
    await timePasses({ minutes: CONFIRM_WITHIN_MINUTES - 1, seconds: 59 });
    await recover();
    expect(await ask()).toMatchObject({ Outcome: 'Confirming', Confirmation: { MinutesLeft: 1 } });
    await timePasses({ seconds: 1 });
    await recover();
    expect(await ask()).toMatchObject({ Outcome: 'Refused', RefusalCode: 'NotConfirmed' });
    await decide(page, 'approve');
    await recover();
    expect(await states()).toEqual(['created', 'submitting', 'confirming', 'declined']);
  });

  test('goes on waiting while the processor does not answer, and is unknown after its time', async () => {
    const page = await submitWaiting(48);
    const silent = {
      ...scene.testApp.services,
      cardProcessor: createHttpCardProcessor(serviceAt('http://127.0.0.1:9', 500)),
    };
    await recover(silent);
    expect(await ask()).toMatchObject({ Outcome: 'Confirming' });
    await decide(page, 'approve');
    await timePasses({ minutes: CONFIRM_WITHIN_MINUTES });
    await recover(silent);
    expect(await ask()).toMatchObject({ Outcome: 'InProgress' });
    await recover();
    expect(await ask()).toMatchObject({ Outcome: 'Made' });
    expect(await states()).toEqual(['created', 'submitting', 'confirming', 'unknown', 'posted']);
  });

  test("of another customer can't be ended, and a foreign key looks like none", async () => {
    await submitWaiting(49);
    const margaret = await scene.testApp.signIn('margaret.okafor');
    const answer = await margaret.call({
      method: 'POST',
      url: '/api/Submission/EndConfirmation',
      payload: { Key: key, GiveUp: true },
    });
    expect(answer.json()).toMatchObject({ Outcome: 'NotReceived' });
    expect(await ask()).toMatchObject({ Outcome: 'Confirming' });
    await end(true);
  });

  test('is declined where the portal shows no such pages, or another page than agreed', async () => {
    const off = await scene.testApp.withOptions({ 'paymentOptions.cardConfirmationOrigin': '' }, async () =>
      calls.submitCard(await submission(51), key),
    );
    expect(codeOf(off)).toBe('ConfirmationRequired');
    const elsewhere = { 'paymentOptions.cardConfirmationOrigin': 'https://pages.cards.example' };
    key = crypto.randomUUID();
    const refused = await scene.testApp.withOptions(elsewhere, async () => calls.submitCard(await submission(52), key));
    expect(codeOf(refused)).toBe('ConfirmationRequired');
  });
});
