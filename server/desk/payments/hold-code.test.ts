import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Host } from '#server/host/host.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';

const customerId = '400102';
const url = '/api/desk/hold-code';

let scene: PaymentScene;
let loan: { readonly customerId: string; readonly accountNumber: string };
let operations: DeskCaller;
let supervisor: DeskCaller;

beforeAll(async () => {
  scene = await createPaymentScene(withDesk);
  loan = { customerId, accountNumber: scene.loan };
  operations = await enterDesk(scene.testApp, 'operations');
  supervisor = await enterDesk(scene.testApp, 'supervisor');
  await operations.open(customerId);
  await supervisor.confirm();
});

afterAll(() => scene.testApp.close());

beforeEach(async () => {
  await scene.testApp.services.host.servicing?.changeHoldCode({ accountNumber: scene.loan, holdCode: '' });
});

const shown = async () => (await operations.get(`${url}?customerId=${customerId}&accountNumber=${scene.loan}`)).json();

const change = async (wanted: string, before: string, by = operations) =>
  (await by.post(`${url}/change`, { ...loan, wanted, before, reason: 'Notice of the court' })).json();

/** Approves the open request to change the code. */
async function approve() {
  const { open } = (await supervisor.get('/api/desk/approvals')).json();
  const { workItemId } = open.find(({ action }: { action: string }) => action === 'changeHoldCode');
  return (await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Case dismissed' })).json();
}

describe('a hold code', () => {
  it('is set by one person, and stops payments and late charges at once', async () => {
    const submission = await scene.achSubmission(41);
    expect(await change('BKR', '')).toEqual({ outcome: 'changed' });
    expect(await shown()).toMatchObject({ holdCode: 'BKR', asked: false });
    expect(await scene.calls.submitAch(submission, crypto.randomUUID())).toMatchObject({ HasNoErrors: false });
    const { clock, host } = scene.testApp.services;
    expect(await host.findLoan(customerId, scene.loan, clock.today())).toMatchObject({ lateCharge: 'none' });
    expect((await auditOf(scene.testApp, 'desk-hold-code-changed')).at(-1)).toMatchObject({
      accountNumber: scene.loan,
      before: '',
      after: 'BKR',
      staff: operations.emailAddress,
      reason: 'Notice of the court',
    });
  });

  it('is lifted once a second person approves', async () => {
    await change('BKR', '');
    expect(await change('', 'BKR')).toEqual({ outcome: 'asked' });
    expect(await change('', 'BKR')).toEqual({ error: 'AskedAlready' });
    expect(await shown()).toMatchObject({ holdCode: 'BKR', asked: true });
    expect(await approve()).toMatchObject({ outcome: 'approved' });
    expect(await shown()).toMatchObject({ holdCode: '', asked: false });
    expect(await scene.calls.submitAch(await scene.achSubmission(42), crypto.randomUUID())).toMatchObject({
      HasNoErrors: true,
    });
  });

  it('that changed meanwhile is not lifted by an older request', async () => {
    await change('BKR', '');
    await change('', 'BKR');
    await scene.testApp.services.host.servicing?.changeHoldCode({ accountNumber: scene.loan, holdCode: 'DEC' });
    expect(await approve()).toEqual({ outcome: 'refused', why: 'The loan has another hold code by now.' });
    expect(await shown()).toMatchObject({ holdCode: 'DEC', asked: false });
  });

  it('of two people who saw none is set by one', async () => {
    const answers = await Promise.all([change('BKR', ''), change('DEC', '')]);
    expect(answers).toContainEqual({ outcome: 'changed' });
    expect(answers).toContainEqual({ error: 'HoldsChanged' });
  });

  it('that the institution does not list is refused', async () => {
    expect(await change('48', '')).toEqual({ error: 'UnknownHoldCode' });
    expect(await change('CLOSED', '')).toEqual({ error: 'UnknownHoldCode' });
  });

  it('of a closed loan stays', async () => {
    await scene.testApp.services.host.servicing?.changeHoldCode({ accountNumber: scene.loan, holdCode: 'CLOSED' });
    expect(await change('', 'CLOSED')).toEqual({ error: 'LoanClosed' });
  });

  it('is not changed by an agent, and not where the core has its own staff', async () => {
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(customerId);
    expect(await change('BKR', '', agent)).toEqual({ error: 'NotPermitted' });
    await scene.testApp.withHost({ servicing: undefined } as unknown as Partial<Host>, async () => {
      expect(await change('BKR', '')).toEqual({ error: 'CoreDoesThis' });
    });
    expect(await shown()).toMatchObject({ holdCode: '' });
  });
});
