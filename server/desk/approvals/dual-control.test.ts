import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '#common/core/money.ts';
import { type DeskRole, mayDo } from '#common/desk/permissions.ts';
import { approvableActions, type ApprovableAction } from '#common/desk/work.api.ts';
import { chargeOff, planChargeOff } from '#server/accounts/servicing/charge-off.command.ts';
import { drawOnLine } from '#server/payments/operator/draw-on-line.command.ts';
import { listPayouts } from '#server/payments/operator/payouts.queries.ts';
import { changeRights, findStaffByEmail } from '#server/desk/staff/staff.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { approvables } from './approvable-actions.ts';
import { insertWorkItem, type Values } from './work-items.queries.ts';

const li = { customerId: '400102', accountNumber: '101-005520-1' };
const margaret = { customerId: '400101', accountNumber: '101-004417-2' };
const line = { customerId: '400105', accountNumber: '103-001188-2' };
const reason = 'Asked for at the desk';
const decision = { by: 'test', reason };
const nothingElse = () => Promise.resolve();

let scene: PaymentScene;
const services = () => scene.testApp.services;

beforeAll(async () => {
  scene = await createPaymentScene(withDesk);
});

afterAll(() => scene.testApp.close());

/** How an action is asked for: by its call, or else the request is put in with this input. */
type RequestedBy = ((by: DeskCaller) => Promise<void>) | Values;

/** Every action has an entry, so a new one is tried as well. */
const requestsOf: Readonly<Record<ApprovableAction, RequestedBy>> = {
  releaseLogin: { userId: '1' },
  correctEmail: { emailAddress: 'li.wei@example.net' },
  async refundPayment(by) {
    const { ReferenceNumber = '' } = await scene.calls.submitCard(await scene.cardSubmission(60), crypto.randomUUID());
    const { payments } = await post(by, '/api/desk/payments/find', { find: ReferenceNumber });
    const { paymentId } = payments[0];
    await request(by, '/api/desk/payments/ask-refund', { customerId: li.customerId, paymentId, amountCents: 2_000 });
  },
  waiveLateCharge: { accountNumber: li.accountNumber, chargeId: '1' },
  changeHoldCode: { accountNumber: li.accountNumber, wanted: '', before: 'BNK' },
  liftCustomerHold: { code: 'BNK', releaseLogins: 'true' },
  deferInstallments: { accountNumber: li.accountNumber, installments: '1', seen: '2026-12-12' },
  async movePayment(by) {
    const id = await receive(by, li, '9001', 1_000);
    const to = { toCustomerId: margaret.customerId, toAccountNumber: margaret.accountNumber };
    const money = { customerId: li.customerId, kind: 'received', id, waivedChargeIds: [] };
    await request(by, '/api/desk/moved-payments/ask', { ...money, ...to });
  },
  changeRate: { accountNumber: li.accountNumber, rate: '50000', from: '2026-12-01', newPayment: 'no', seenCents: '0' },
  withdrawRate: { accountNumber: li.accountNumber, rate: '50000', from: '2026-12-01' },
  async drawOnLine(by) {
    await request(by, '/api/desk/draws/ask', { ...line, means: 'check', reference: '9002', amountCents: 1_000 });
  },
  async chargeOff(by) {
    const { lossCents: seenCents } = await planned(li);
    await request(by, '/api/desk/charge-off/ask', { ...li, seenCents });
  },
  async reverseChargeOff(by) {
    const { lossCents: seenCents } = await planned(margaret);
    const charged = await chargeOff(services(), { ...margaret, seenCents }, decision, nothingElse);
    expect(charged).toMatchObject({ ok: true });
    await request(by, '/api/desk/charge-off/ask-to-reverse', margaret);
  },
  async takeBackReceived(by) {
    const receivedId = await receive(by, li, '9003', 1_000);
    await request(by, '/api/desk/received-payments/ask-to-take-back', { ...li, receivedId });
  },
  async payOutOverpayment(by) {
    const { accountNumber, customerId } = line;
    const owed = (await services().host.findLoan(customerId, accountNumber, services().clock.today()))?.payoffCents;
    await receive(by, line, '9004', Number(owed) + 5_000);
    const sent = { ...line, means: 'check', reference: '9005', amountCents: 5_000 };
    await request(by, '/api/desk/overpayments/ask-to-pay-out', sent);
  },
  async stopPayout(by) {
    const draw = { ...line, means: 'check', reference: '9006', amountCents: cents(1_000) } as const;
    expect(await drawOnLine(services(), draw, decision, nothingElse)).toMatchObject({ ok: true });
    const [drawn] = await listPayouts(services().database, { ...line, purpose: 'draw' }, 1);
    await request(by, '/api/desk/overpayments/ask-to-stop', { ...line, payoutId: drawn?.payoutId });
  },
  releaseBankAccount: { paymentId: '', code: 'R16', blockedAt: '2026-11-20T00:00:00Z' },
  inviteStaff: { emailAddress: 'new@desk.example', name: 'New', role: 'supervisor' },
  changeStaffRole: { staffId: '999', role: 'supervisor' },
  downloadBankFile: { businessOn: '2026-11-20' },
  refuseBankFile: { businessOn: '2026-11-20' },
  downloadCreditFile: { fileId: '1' },
  takeReturns: { fileHash: '' },
};

const post = async (by: DeskCaller, url: string, body: object) => (await by.post(url, body)).json();

async function request(by: DeskCaller, url: string, body: object): Promise<void> {
  expect(await post(by, url, { ...body, reason })).toEqual({});
}

async function planned(loan: typeof li) {
  const found = await planChargeOff(services(), loan);
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

/** A check. Returns its id. */
async function receive(by: DeskCaller, loan: typeof li, reference: string, amountCents: number): Promise<string> {
  const received = { ...loan, means: 'check', reference, amountCents, receivedOn: '2026-11-20', reason };
  await post(by, '/api/desk/received-payments/receive', received);
  const url = `/api/desk/received-payments?customerId=${loan.customerId}&accountNumber=${loan.accountNumber}`;
  const { received: all } = (await by.get(url)).json();
  return all.find((each: { reference: string }) => each.reference === reference).receivedId;
}

/** Someone who may decide it, so that being the same person is all that keeps them from it. */
function roleFor(action: ApprovableAction): DeskRole {
  return mayDo('supervisor', approvables[action].approve) ? 'supervisor' : 'administrator';
}

async function requestAs(by: DeskCaller, action: ApprovableAction): Promise<number> {
  const how = requestsOf[action];
  const { database, clock } = services();
  const { rows: before } = await sql<{ id: number }>`
    select coalesce(max(work_item_id), 0) as id from work_items`.execute(database);
  if (typeof how === 'function') await how(by);
  else {
    const { rows } = await sql<{ staffId: number }>`
      select staff_id as "staffId" from staff where email_address = ${by.emailAddress}`.execute(database);
    const askedBy = rows[0]?.staffId ?? 0;
    const item = {
      action,
      customerId: '',
      customerName: 'Someone',
      input: how,
      before: {},
      after: {},
      reason,
      askedBy,
    };
    await inTransaction(database, (transaction) => insertWorkItem(transaction, item, clock.now()));
  }
  const { rows } = await sql<{ id: number }>`
    select work_item_id as id from work_items where work_item_id > ${before[0]?.id} and action = ${action}`.execute(
    database,
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? 0;
}

describe('what one person asks for in one session', () => {
  it.each(approvableActions)('can be decided by another person only: %s', async (action) => {
    const role = roleFor(action);
    const first = await enterDesk(scene.testApp, role);
    if (role === 'supervisor') for (const { customerId } of [li, margaret, line]) await first.open(customerId);
    const workItemId = await requestAs(first, action);
    const second = await enterDesk(scene.testApp, role);
    expect(second.emailAddress).toBe(first.emailAddress);
    await second.confirm();
    const shown = (await second.get('/api/desk/approvals')).json().open;
    expect(shown).toContainEqual(expect.objectContaining({ workItemId, obstacle: 'OwnRequest', mayWithdraw: true }));

    for (const decide of ['approve', 'decline']) {
      const body = { workItemId, reason: `I ${decide} it myself` };
      const answer = await second.post(`/api/desk/approvals/${decide}`, body);
      expect([answer.statusCode, answer.json()]).toEqual([403, { error: 'OwnRequest' }]);
      expect(await auditOf(scene.testApp, 'desk-refused')).toContainEqual(
        expect.objectContaining({ code: 'OwnRequest', staff: first.emailAddress, ...body }),
      );
    }
    for (const other of ['agent', 'operations'] as const) {
      const caller = await enterDesk(scene.testApp, other);
      await caller.confirm();
      const body = { workItemId, reason: `An ${other} tries` };
      const answer = await caller.post('/api/desk/approvals/approve', body);
      expect([answer.statusCode, answer.json()]).toEqual([403, { error: 'NotPermitted' }]);
      expect(await auditOf(scene.testApp, 'desk-refused')).toContainEqual(
        expect.objectContaining({ code: 'NotPermitted', staff: caller.emailAddress, ...body }),
      );
    }
    expect(await auditOf(scene.testApp, 'desk-approved')).toEqual([]);

    const colleague = await enterDesk(scene.testApp, 'supervisor', 1);
    const declined = await post(colleague, '/api/desk/approvals/decline', { workItemId, reason: 'Not like this' });
    expect(declined).toEqual({});
    expect((await auditOf(scene.testApp, 'desk-declined')).at(-1)).toMatchObject({
      workItemId,
      action,
      staff: colleague.emailAddress,
    });
  });
});

describe('what someone asked for who may no longer ask', () => {
  it.each([
    ['access to the desk', ''],
    ['the role that asks for it', 'agent'],
  ] as const)('is not approved after they lost %s, but declined', async (_what, after) => {
    const { clock, database } = services();
    const operations = await enterDesk(scene.testApp, 'operations');
    await operations.open(line.customerId);
    const workItemId = await requestAs(operations, 'drawOnLine');
    const { staffId = 0 } = (await findStaffByEmail(database, operations.emailAddress)) ?? {};
    // Not by someone of the staff, whose colleagues would have to wait a day.
    const change = (to: DeskRole | '') => ({
      staffId,
      changedBy: null,
      before: '' as const,
      after: to,
      at: clock.now(),
    });
    await inTransaction(database, (transaction) => changeRights(transaction, change(after)));

    const supervisor = await enterDesk(scene.testApp, 'supervisor');
    const { needs } = (await supervisor.get('/api/desk/today')).json();
    expect(needs).toContainEqual(expect.objectContaining({ title: expect.stringMatching(/^Omar Haddad asks/) }));
    const { open } = (await supervisor.get('/api/desk/approvals')).json();
    expect(open).toContainEqual(
      expect.objectContaining({ workItemId, obstacle: 'AskerMayNotAsk', mayDecline: true, mayWithdraw: false }),
    );
    await supervisor.confirm();
    const body = { workItemId, reason: 'Looks right' };
    expect(await post(supervisor, '/api/desk/approvals/approve', body)).toEqual({ error: 'AskerMayNotAsk' });
    expect(await post(supervisor, '/api/desk/approvals/decline', body)).toEqual({});
    await inTransaction(database, (transaction) => changeRights(transaction, change('operations')));
  });
});
