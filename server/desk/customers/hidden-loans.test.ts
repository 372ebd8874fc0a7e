import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdCodeCommand } from '#server/accounts/servicing/hold-code.cli.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import { isOnLoanFromFiles } from '#server/payments/operator/refund-part.command.ts';
import { findPayment } from '#server/payments/payments.queries.ts';
import { auditOf, type DeskCaller, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import { achBody, submissionBody } from '#tests/builders/payment-calls.ts';
import { createPaymentScene, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';

const customerId = '400102';
const reason = 'Notice of the court';

let scene: PaymentScene;
let loan: { readonly customerId: string; readonly accountNumber: string };
let agent: DeskCaller;
let operations: DeskCaller;
let supervisor: DeskCaller;

beforeAll(async () => {
  const options = { 'globalOptions.requireAchDraftAgreementOption': false };
  scene = await createPaymentScene({ ...withDesk, options });
  loan = { customerId, accountNumber: scene.loan };
  ({ agent, operations, supervisor } = await enterStaff(scene.testApp, customerId));
});

afterAll(() => scene.testApp.close());

const services = () => scene.testApp.services;

async function hide() {
  const payload = { AccountNumber: scene.loan };
  const hidden = await scene.caller.call({ method: 'POST', url: '/api/Account/ShowHideAccount', payload });
  expect(hidden.json()).toMatchObject({ HasNoErrors: true });
}

afterEach(async () => {
  await services().host.showOnWeb(scene.loan);
  await services().host.servicing?.changeHoldCode({ accountNumber: scene.loan, holdCode: '' });
});

const accountsOfGlance = async () =>
  (await operations.get(`/api/desk/customer?customerId=${customerId}`)).json().accounts;

const accountsOfCustomer = async () =>
  (await scene.caller.call({ method: 'GET', url: '/api/accountList' }))
    .json()
    .Accounts.map((account: { Number: string }) => account.Number);

const setCode = async (wanted: string, before: string, by = operations) =>
  (await by.post('/api/desk/hold-code/change', { ...loan, wanted, before, reason })).json();

describe('a loan that its customer hid', () => {
  beforeEach(hide);

  it('is at the glance of staff, marked as hidden, and not in the portal', async () => {
    expect(await accountsOfGlance()).toMatchObject([{ accountNumber: scene.loan, hidden: true }]);
    expect(await accountsOfCustomer()).toEqual([]);
  });

  it('takes a bankruptcy code, which pauses its planned draft', async () => {
    await services().host.showOnWeb(scene.loan);
    const parts = { info: await scene.calls.info(scene.loan), loginName: 'li.wei', amount: 45, fee: 1 };
    const planned = withDetails(submissionBody({ ...parts, method: achBody(scene.loan) }), {
      PaymentDate: '2026-11-23',
    });
    expect(await scene.calls.post('/api/PaymentScheduled/SubmitAch', planned)).toMatchObject({ HasNoErrors: true });
    await hide();
    const url = `/api/desk/hold-code?customerId=${customerId}&accountNumber=${scene.loan}`;
    expect((await operations.get(url)).json()).toMatchObject({ holdCode: '' });
    expect(await setCode('BKR', '')).toEqual({ outcome: 'changed' });
    expect((await listNewestMessages(services(), 1))[0]?.subject).toBe('Your planned payments are paused');
    const before = await scene.effects();
    scene.testApp.clock.moveOn({ hours: 48 });
    try {
      await runDuePayments(services(), new AbortController().signal);
      expect((await scene.effects()).entries).toBe(before.entries);
      expect((await scene.effects()).transfers).toBe(before.transfers);
    } finally {
      scene.testApp.clock.moveOn({ hours: -48 });
      await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(services().database);
    }
  });

  it('is held with all loans of its customer', async () => {
    const url = '/api/desk/customer-hold';
    const held = await operations.post(`${url}/place`, { customerId, code: 'BKR', reason });
    expect(held.json()).toEqual({ loans: [scene.loan], logins: 0 });
    expect((await operations.get(`${url}?customerId=${customerId}`)).json().loans).toMatchObject([
      { accountNumber: scene.loan, holdCode: 'BKR', obstacle: 'HasCode' },
    ]);
  });

  it('takes a hold, a hold code at the command line, and a payment that staff received', async () => {
    const holds = { ...loan, holds: ['inDispute'], before: [], reason };
    expect((await operations.post('/api/desk/holds/change', holds)).json()).toEqual({});
    const url = `/api/desk/holds?customerId=${customerId}&accountNumber=${scene.loan}`;
    expect((await operations.get(url)).json()).toEqual({ holds: ['inDispute'] });
    const lifted = { ...loan, holds: [], before: ['inDispute'], reason };
    expect((await operations.post('/api/desk/holds/change', lifted)).json()).toEqual({});
    const log = vi.spyOn(console, 'log').mockReturnValue();
    expect(await holdCodeCommand.run([scene.loan, 'BKR', '--by', 'Kim Osei'], services())).toBe(0);
    expect(log).toHaveBeenLastCalledWith('Set: BKR');
    log.mockRestore();
    const check = { ...loan, means: 'check', reference: '1187', amountCents: 4_000, receivedOn: '2026-11-20', reason };
    expect((await operations.post('/api/desk/received-payments/receive', check)).statusCode).toBe(200);
  });

  it('has a late charge waived', async () => {
    const { database, host } = services();
    const { rows } = await sql<{ owner: string; accountNumber: string }>`
      select customer_id as owner, account_number as "accountNumber"
      from accounts join postings using (account_id) join transfers using (transfer_id) join loans using (account_id)
      where transfers.description = 'Late charge' and amount_cents = 2500 and late_charges_cents >= 2500
      order by account_number limit 1`.execute(database);
    const { owner = '', accountNumber = '' } = rows[0] ?? {};
    await operations.open(owner);
    await host.hideFromWeb(accountNumber);
    const url = `/api/desk/late-charges?customerId=${owner}&accountNumber=${accountNumber}`;
    const { charges } = (await operations.get(url)).json();
    const { chargeId } = charges.find(({ owed }: { owed: boolean }) => owed);
    const waiver = { customerId: owner, accountNumber, chargeId, reason: 'Bank holiday abroad' };
    expect((await operations.post('/api/desk/late-charges/waive', waiver)).json()).toEqual({ outcome: 'waived' });
    await host.showOnWeb(accountNumber);
  });

  it('is not changed here if its figures come from files', async () => {
    const { database } = services();
    const paid = await paidOnLoan();
    const fedAsOf = (asOf: string | null) =>
      sql`update accounts set figures_as_of = ${asOf} where account_number = ${scene.loan}`.execute(database);
    expect(await isOnLoanFromFiles(services(), paid)).toBe(false);
    await fedAsOf('2026-11-20');
    try {
      const refused = { error: 'FiguresFromFiles' };
      expect(await setCode('BKR', '')).toEqual(refused);
      const check = {
        ...loan,
        means: 'check',
        reference: '1188',
        amountCents: 4_000,
        receivedOn: '2026-11-20',
        reason,
      };
      expect((await operations.post('/api/desk/received-payments/receive', check)).json()).toEqual(refused);
      const dueDay = { ...loan, dueDay: 20, seen: '2026-12-12', reason };
      expect((await operations.post('/api/desk/due-date/change', dueDay)).json()).toEqual(refused);
      expect(await isOnLoanFromFiles(services(), paid)).toBe(true);
      const { loans } = (await operations.get(`/api/desk/customer-hold?customerId=${customerId}`)).json();
      expect(loans).toMatchObject([{ accountNumber: scene.loan, obstacle: 'FiguresFromFiles' }]);
    } finally {
      await fedAsOf(null);
    }
  });

  async function paidOnLoan() {
    const { rows } = await sql<{ id: string }>`
      select payment_id as id from payments where account_number = ${scene.loan} limit 1`.execute(services().database);
    const payment = await findPayment(services().database, rows[0]?.id ?? '');
    if (!payment) throw new Error('No payment was made on the loan.');
    return payment;
  }
});

describe('showing a hidden loan on the web again', () => {
  const show = async (by: DeskCaller, accountNumber = scene.loan) =>
    (
      await by.post('/api/desk/customer/show-account', { customerId, accountNumber, reason: 'Asked for it by phone' })
    ).json();

  it('lets the customer see it, and is in the audit log and in the timeline', async () => {
    await hide();
    expect(await show(supervisor)).toEqual({});
    expect(await accountsOfCustomer()).toEqual([scene.loan]);
    expect(await accountsOfGlance()).toMatchObject([{ accountNumber: scene.loan, hidden: false }]);
    const entry = { customerId, accountNumber: scene.loan, reason: 'Asked for it by phone' };
    expect((await auditOf(scene.testApp, 'account-shown')).at(-1)).toMatchObject({
      ...entry,
      by: supervisor.emailAddress,
    });
    expect((await auditOf(scene.testApp, 'desk-account-shown')).at(-1)).toMatchObject({
      ...entry,
      staff: supervisor.emailAddress,
    });
    const { entries } = (await operations.get(`/api/desk/customer/timeline?customerId=${customerId}`)).json();
    const shown = {
      kind: 'staff',
      title: `${supervisor.emailAddress}: Showed an account on the web again`,
      detail: 'Asked for it by phone',
    };
    expect(entries).toContainEqual(expect.objectContaining(shown));
    const hidden = { kind: 'loan', title: 'Account hidden', detail: scene.loan };
    expect(entries).toContainEqual(expect.objectContaining(hidden));
    expect(entries.filter(({ title }: { title: string }) => title === 'Account shown')).toEqual([]);
  });

  it("is refused to an agent, for a loan that is shown, and for another customer's", async () => {
    await hide();
    expect(await show(agent)).toEqual({ error: 'NotPermitted' });
    expect(await accountsOfCustomer()).toEqual([]);
    expect(await show(operations)).toEqual({});
    expect(await show(operations)).toEqual({ error: 'NotHidden' });
    expect(await show(operations, '101-004417-2')).toEqual({ error: 'NotFound' });
  });
});
