import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoanHold, loanHolds } from '#common/accounts/rules/loan-holds.ts';
import type { Host } from '#server/host/host.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';

const customerId = '400102';
const url = '/api/desk/holds';

let scene: PaymentScene;
let loan: { readonly customerId: string; readonly accountNumber: string };
let operations: DeskCaller;

beforeAll(async () => {
  scene = await createPaymentScene(withDesk);
  loan = { customerId, accountNumber: scene.loan };
  operations = await enterDesk(scene.testApp, 'operations');
  await operations.open(customerId);
});

afterAll(() => scene.testApp.close());

beforeEach(async () => {
  const before = await holds();
  if (before.length > 0) await change([], before);
});

const holds = async (): Promise<LoanHold[]> =>
  (await operations.get(`${url}?customerId=${customerId}&accountNumber=${scene.loan}`)).json().holds;

const change = async (wanted: readonly LoanHold[], before: readonly LoanHold[], by = operations) =>
  (await by.post(`${url}/change`, { ...loan, holds: wanted, before, reason: 'Letter of a lawyer' })).json();

describe('a hold', () => {
  it.each(loanHolds)('%s is placed and lifted, and nothing else changes', async (hold) => {
    expect(await change([hold], [])).toEqual({});
    expect(await holds()).toEqual([hold]);
    expect(await change([], [hold])).toEqual({});
    expect(await holds()).toEqual([]);
  });

  it('for a dispute is told to the customer once, also when it ends; other holds show in the portal', async () => {
    const subjects = async () =>
      (await listNewestMessages(scene.testApp.services, 50))
        .map(({ subject }) => subject)
        .filter((text) => /dispute/.test(text));
    const before = (await subjects()).length;
    await change(['noCardPayments'], []);
    await change(['inDispute', 'noCardPayments'], ['noCardPayments']);
    await change(['inDispute'], ['inDispute', 'noCardPayments']);
    expect((await subjects()).length).toBe(before + 1);
    expect((await subjects())[0]).toBe('We recorded your dispute');
    await change([], ['inDispute']);
    expect((await subjects()).length).toBe(before + 2);
    expect((await subjects())[0]).toBe('Your dispute is closed');
  });

  it('on payments is followed by the portal at once, and lifted as fast', async () => {
    const submission = await scene.achSubmission(41);
    await change(['noOnlinePayments'], []);
    expect(await scene.calls.submitAch(submission, crypto.randomUUID())).toMatchObject({
      HasNoErrors: false,
      Errors: [{ ErrorMessage: 'Security does not allow online payments.' }],
    });
    await change([], ['noOnlinePayments']);
    expect(await scene.calls.submitAch(await scene.achSubmission(41), crypto.randomUUID())).toMatchObject({
      HasNoErrors: true,
    });
  });

  it('on bank accounts leaves cards', async () => {
    const [byBank, byCard] = [await scene.achSubmission(42), await scene.cardSubmission(43)];
    await change(['noBankPayments'], []);
    expect(await scene.calls.submitAch(byBank, crypto.randomUUID())).toMatchObject({ HasNoErrors: false });
    expect(await scene.calls.submitCard(byCard, crypto.randomUUID())).toMatchObject({ HasNoErrors: true });
  });

  it('of two people who saw the same is changed by one', async () => {
    const answers = await Promise.all([change(['inDispute'], []), change(['noCardPayments'], [])]);
    expect(answers).toContainEqual({});
    expect(answers).toContainEqual({ error: 'HoldsChanged' });
    expect(await holds()).toHaveLength(1);
  });

  it('has an entry in the audit log, with what was before', async () => {
    await change(['inDispute', 'noCardPayments'], []);
    await change(['noCardPayments'], ['inDispute', 'noCardPayments']);
    expect((await auditOf(scene.testApp, 'desk-holds-changed')).at(-1)).toMatchObject({
      accountNumber: scene.loan,
      before: 'inDispute, noCardPayments',
      after: 'noCardPayments',
      staff: operations.emailAddress,
      reason: 'Letter of a lawyer',
    });
  });

  it('is not changed by an agent, and not where the core has its own staff', async () => {
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(customerId);
    expect(await change(['inDispute'], [], agent)).toEqual({ error: 'NotPermitted' });
    await scene.testApp.withHost({ servicing: undefined } as unknown as Partial<Host>, async () => {
      expect(await change(['inDispute'], [])).toEqual({ error: 'CoreDoesThis' });
    });
    expect(await holds()).toEqual([]);
  });
});
