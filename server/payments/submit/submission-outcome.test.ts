import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubmissionOutcome } from '#common/payments/submission-outcome.api.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import type { SignedInCaller } from '#tests/builders/test-app.ts';

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene({ cardProcessorTimeoutMs: 1_000 });
});

afterAll(() => scene.testApp.close());

async function ask(key: string, caller: SignedInCaller = scene.caller): Promise<SubmissionOutcome> {
  const answer = await caller.call({ method: 'GET', url: `/api/Submission/GetOutcome?key=${key}` });
  expect(answer.statusCode).toBe(200);
  return answer.json<SubmissionOutcome>();
}

const nothing = { HasNoErrors: true, Errors: [], ReferenceNumber: null, RefusalCode: null, Confirmation: null };

describe('the outcome of a submission', () => {
  test('is "not received" if the submission never arrived, however often the client asks', async () => {
    const key = crypto.randomUUID();
    expect(await ask(key)).toEqual({ ...nothing, Outcome: 'NotReceived' });
    expect(await ask(key)).toEqual({ ...nothing, Outcome: 'NotReceived' });
    expect((await scene.calls.submitAch(await scene.achSubmission(21), key)).HasNoErrors).toBe(true);
  });

  test.each(['submitCard', 'submitAch'] as const)('is the reference number of a posted payment: %s', async (submit) => {
    const key = crypto.randomUUID();
    const body = await (submit === 'submitCard' ? scene.cardSubmission(22) : scene.achSubmission(23));
    const { ReferenceNumber } = await scene.calls[submit](body, key);
    expect(await ask(key)).toEqual({ ...nothing, Outcome: 'Made', ReferenceNumber });
  });

  test('is the reference number of a scheduled payment', async () => {
    const key = crypto.randomUUID();
    const body = await scene.achSubmission(24);
    Object.assign(body.Payment.Details, { PaymentDate: '2026-11-25', FirstPartyFee: 1 });
    const answer = await scene.calls.post<{ ReferenceNumber: string }>('/api/PaymentScheduled/SubmitAch', body, {
      'idempotency-key': key,
    });
    expect(await ask(key)).toEqual({ ...nothing, Outcome: 'Made', ReferenceNumber: answer.ReferenceNumber });
  });

  test('is the original code for a declined payment', async () => {
    const key = crypto.randomUUID();
    await scene.calls.submitCard(await scene.cardSubmission(25, { CardNumber: '4000000000009995' }), key);
    expect(await ask(key)).toEqual({ ...nothing, Outcome: 'Refused', RefusalCode: 'OverLimit' });
  });

  test('is hidden from other customers, even with the same key', async () => {
    const key = crypto.randomUUID();
    await scene.calls.submitAch(await scene.achSubmission(26), key);
    const margaret = await scene.testApp.signIn('margaret.okafor');
    expect(await ask(key, margaret)).toEqual({ ...nothing, Outcome: 'NotReceived' });
  });

  test('is "unknown" until the processor has answered', async () => {
    const key = crypto.randomUUID();
    const answer = await scene.calls.submitCard(
      await scene.cardSubmission(27, { CardNumber: '4000000000000119' }),
      key,
    );
    expect(answer.Errors).toEqual([{ ErrorMessage: 'Generic' }]);
    // With the number that the customer can name on the phone meanwhile.
    const { ReferenceNumber } = await ask(key);
    expect(ReferenceNumber).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/);
    expect(await ask(key)).toEqual({ ...nothing, Outcome: 'InProgress', ReferenceNumber });
  });
});
