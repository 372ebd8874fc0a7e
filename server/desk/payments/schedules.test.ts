import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf, type DeskCaller, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import { createPlannedPaymentScene, monday, type PlannedPaymentScene } from '#tests/builders/planned-payment-scene.ts';

const customerId = '400102';
let scene: PlannedPaymentScene;
let agent: DeskCaller;

beforeAll(async () => {
  scene = await createPlannedPaymentScene(withDesk);
  ({ agent } = await enterStaff(scene.testApp, customerId));
});

afterAll(() => scene.testApp.close());

/** Returns its id. */
async function recurWeekly(amount: number): Promise<string> {
  const details = { RecurringDetails: { RecurringOption: 'Weekly', DaysBeforeDue: 0 } };
  await scene.calls.post('/api/PaymentRecurring/SubmitAch', {
    ...(await scene.submission(monday, amount, 0)),
    ...details,
  });
  const created = await auditOf(scene.testApp, 'recurring-payment-created');
  return (created.at(-1) as unknown as { readonly recurringId: string }).recurringId;
}

const scheduleOf = (recurringId: string, of = customerId) =>
  agent.get(`/api/desk/schedule?customerId=${of}&recurringId=${recurringId}`);
const stop = (recurringId: string, of = customerId) =>
  agent.post('/api/desk/payments/stop-schedule', { customerId: of, recurringId, reason: 'Customer called' });

test('an agent reads what a recurring payment draws, from what and when', async () => {
  const recurringId = await recurWeekly(50);
  expect((await scheduleOf(recurringId)).json()).toMatchObject({
    recurringId,
    accountNumber: scene.loan,
    state: 'active',
    option: 'Weekly',
    nextOn: monday,
    paused: false,
    totalCents: 50_00,
    method: 'ACH',
    lastFour: '6354',
  });
  await scene.clear();
});

test('an agent stops a recurring payment once; the customer is told, and no longer has it', async () => {
  const recurringId = await recurWeekly(60);
  expect((await stop(recurringId)).statusCode).toBe(200);
  expect((await scheduleOf(recurringId)).json()).toMatchObject({ state: 'cancelled' });
  expect((await scene.calls.info(scene.loan)).RecurringPayment).toBeNull();
  expect(await scene.newestMails(1)).toEqual(['Your upcoming payment was deleted']);
  expect((await stop(recurringId)).json()).toEqual({ error: 'NotPlanned' });
  expect(await auditOf(scene.testApp, 'desk-schedule-stopped')).toMatchObject([{ recurringId }]);
});

test("another customer's recurring payment is not found", async () => {
  const recurringId = await recurWeekly(70);
  await agent.open('400101');
  expect((await scheduleOf(recurringId, '400101')).statusCode).toBe(404);
  expect((await stop(recurringId, '400101')).statusCode).toBe(404);
  expect((await scheduleOf(recurringId)).json()).toMatchObject({ state: 'active' });
  await scene.clear();
});
