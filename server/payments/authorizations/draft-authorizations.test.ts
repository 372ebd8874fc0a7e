import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentInfo } from '#common/payments/payments.api.ts';
import { auditOf, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import {
  createPlannedPaymentScene,
  monday,
  type PlannedPaymentScene,
  scheduledAchFee,
} from '#tests/builders/planned-payment-scene.ts';
import { listDraftAuthorizations } from './draft-authorizations.queries.ts';

const customerId = '400102';
let scene: PlannedPaymentScene;

beforeAll(async () => {
  scene = await createPlannedPaymentScene(withDesk);
});

afterAll(() => scene.testApp.close());

/** As staff sees it, who answer for it when the bank returns a draft as not authorized (R10). */
async function authorizedOf(reference: string) {
  const { agent } = await enterStaff(scene.testApp, customerId);
  const { payments } = (await agent.post('/api/desk/payments/find', { find: reference })).json();
  const query = `customerId=${customerId}&paymentId=${payments[0].paymentId}`;
  return (await agent.get(`/api/desk/payment?${query}`)).json().draftAuthorizations;
}

function editOf(info: PaymentInfo, changes: object) {
  return {
    ...scene.deletionOf(info, info.ScheduledPayments[0]?.EncryptedString),
    PaymentDate: '2026-11-24',
    PaymentAmount: 45,
    FirstPartyFee: scheduledAchFee,
    ThirdPartyFee: 0,
    Method: null,
    ...changes,
  };
}

const today = { payOn: '2026-11-21', lastFour: '6354', ipAddress: '127.0.0.1' };

test('a payment by bank account is kept with the words that authorized it, and where they were accepted', async () => {
  const { ReferenceNumber } = await scene.calls.submitAch(await scene.achSubmission(40), crypto.randomUUID());
  expect(await authorizedOf(ReferenceNumber ?? '')).toEqual([
    {
      ...today,
      totalCents: 42_00,
      authorizedAt: expect.stringMatching(/^2026-11-21T/) as string,
      words: expect.stringMatching(/you authorize First Harbor Lending to withdraw.*call \(555\) 010-4477/) as string,
    },
  ]);
});

test('a payment by card needs none', async () => {
  const { ReferenceNumber } = await scene.calls.submitCard(await scene.cardSubmission(40), crypto.randomUUID());
  expect(await authorizedOf(ReferenceNumber ?? '')).toEqual([]);
});

test('every change of a scheduled payment from a bank account is authorized again', async () => {
  const calls = await scene.callsUnder({ 'paymentOptions.allowScheduledEdit': true });
  const body = await scene.submission(monday, 40);
  const { ReferenceNumber } = await calls.post<{ ReferenceNumber: string }>('/api/PaymentScheduled/SubmitAch', body);
  const edit = editOf(await calls.info(scene.loan), {});
  expect(await calls.post('/api/PaymentScheduled/Edit', edit)).toMatchObject({ HasNoErrors: true });
  expect(await authorizedOf(ReferenceNumber)).toMatchObject([
    { payOn: monday, totalCents: 41_00, words: expect.stringContaining('delete the payment') as string },
    { payOn: '2026-11-24', totalCents: 46_00 },
  ]);
  await scene.clear();
});

test('a refused change authorizes nothing', async () => {
  const calls = await scene.callsUnder({ 'paymentOptions.allowScheduledEdit': true });
  const body = await scene.submission(monday, 40);
  const { ReferenceNumber } = await calls.post<{ ReferenceNumber: string }>('/api/PaymentScheduled/SubmitAch', body);
  const edit = editOf(await calls.info(scene.loan), { PaymentAmount: 1_000_000 });
  expect(await calls.post('/api/PaymentScheduled/Edit', edit)).toMatchObject({ HasNoErrors: false });
  expect(await authorizedOf(ReferenceNumber)).toHaveLength(1);
  await scene.clear();
});

test('a recurring payment without an agreement is authorized as a series, which its payments name', async () => {
  const body = await scene.submission(monday, 50, 0);
  const recurring = { ...body, RecurringDetails: { RecurringOption: 'Weekly', DaysBeforeDue: 0 } };
  await scene.calls.post('/api/PaymentRecurring/SubmitAch', recurring);
  const started = await auditOf(scene.testApp, 'recurring-payment-created');
  const { recurringId } = started.at(-1) as unknown as { readonly recurringId: string };
  expect(await listDraftAuthorizations(scene.testApp.services.database, [recurringId])).toMatchObject([
    { totalCents: 50_00, payOn: monday, words: expect.stringContaining('each of these payments') as string },
  ]);
  await scene.clear();
});
