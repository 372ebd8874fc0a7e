import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import type { Host } from '#server/host/host.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { auditOf, type DeskCaller, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';

const customerId = '400102';

let scene: PaymentScene;
let operations: DeskCaller;
let supervisor: DeskCaller;

beforeAll(async () => {
  scene = await createPaymentScene(withDesk);
  ({ operations, supervisor } = await enterStaff(scene.testApp, customerId));
});

afterAll(() => scene.testApp.close());

describe('a late charge', () => {
  async function lateLoan() {
    const { services } = scene.testApp;
    const { rows } = await sql<{ customerId: string; accountNumber: string }>`
      select customer_id as "customerId", account_number as "accountNumber"
      from accounts join postings using (account_id) join transfers using (transfer_id) join loans using (account_id)
      where transfers.description = 'Late charge' and amount_cents = 2500 and late_charges_cents >= 2500
      order by account_number limit 1`.execute(services.database);
    const [loan] = rows;
    if (!loan) throw new Error('The demonstration has no late charge that is owed.');
    await operations.open(loan.customerId);
    return loan;
  }

  async function chargesOf({ customerId: owner, accountNumber }: Awaited<ReturnType<typeof lateLoan>>) {
    const url = `/api/desk/late-charges?customerId=${owner}&accountNumber=${accountNumber}`;
    return (await operations.get(url)).json().charges;
  }

  it('that is owed is waived once: the loan owes less, and the customer is told', async () => {
    const loan = await lateLoan();
    const { host, clock } = scene.testApp.services;
    const period = {
      from: day('2026-11-01'),
      through: day('2026-11-30'),
      yearStartsAt: Temporal.Instant.from('2026-01-01T05:00:00Z'),
      startsAt: Temporal.Instant.from('2026-11-01T04:00:00Z'),
      endsAt: Temporal.Instant.from('2026-12-01T05:00:00Z'),
    };
    const statement = () => host.readStatement(loan.customerId, loan.accountNumber, period);
    const owed = async () =>
      (await host.quotePayoff(loan.customerId, loan.accountNumber, clock.today()))?.lateChargesCents ?? 0;
    const before = await owed();
    const feesBefore = (await statement())?.yearToDate.feesChargedCents ?? 0;
    const { chargeId, ...charge } = (await chargesOf(loan)).find((listed: { owed: boolean }) => listed.owed);
    expect(charge).toMatchObject({ amountCents: 2_500, needsApproval: false, asked: false });
    const body = { ...loan, chargeId, reason: 'Bank holiday abroad' };
    expect((await operations.post('/api/desk/late-charges/waive', body)).json()).toEqual({ outcome: 'waived' });
    expect(await owed()).toBe(before - 2_500);
    const after = await statement();
    expect(after?.yearToDate.feesChargedCents).toBe(feesBefore - 2_500);
    expect(after?.entries.at(-1)).toMatchObject({ description: 'Late charge waived', otherCents: 2_500 });
    expect((await operations.post('/api/desk/late-charges/waive', body)).json()).toEqual({ error: 'NoSuchCharge' });
    const told = await listNewestMessages(scene.testApp.services, 3);
    expect(told.map(({ subject }) => subject)).toContain('We waived a late charge');
    expect(await auditOf(scene.testApp, 'desk-late-charge-waived')).toMatchObject([
      { chargeId, amountCents: 2_500, staff: operations.emailAddress, reason: 'Bank holiday abroad' },
    ]);
    expect(await findImbalances(scene.testApp.services.database)).toEqual([]);
  });

  it('above the limit is waived once a second person approves', async () => {
    const { services } = scene.testApp;
    const { host } = services;
    const large = { chargeId: 'large', chargedOn: day('2026-11-02'), amountCents: cents(5_001), owed: true };
    const reversed: string[] = [];
    const standIn: Partial<Host> = {
      listLateCharges: () => Promise.resolve([large]),
      reverseLateCharge: ({ chargeId }) => Promise.resolve(void reversed.push(chargeId)),
    };
    await scene.testApp.withHost({ ...host, ...standIn }, async () => {
      const body = { customerId, accountNumber: scene.loan, chargeId: 'large', reason: 'Hardship' };
      expect((await operations.post('/api/desk/late-charges/waive', body)).json()).toEqual({ outcome: 'asked' });
      expect((await operations.post('/api/desk/late-charges/waive', body)).json()).toEqual({ error: 'AskedAlready' });
      expect(reversed).toEqual([]);
      const { open } = (await supervisor.get('/api/desk/approvals')).json();
      const { workItemId } = open.find(({ action }: { action: string }) => action === 'waiveLateCharge');
      await supervisor.confirm();
      const decided = await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Seen the letter' });
      expect(decided.json()).toEqual({ outcome: 'approved', why: '' });
      expect(reversed).toEqual(['large']);
    });
  });

  it.each([null, 24.99])('needs a second person at an institution whose limit is %s', async (limit) => {
    const charge = { chargeId: 'c', chargedOn: day('2026-11-02'), amountCents: cents(2_500), owed: true };
    await scene.testApp.withHost({ listLateCharges: () => Promise.resolve([charge]) }, () =>
      scene.testApp.withOptions({ 'deskOptions.lateChargeWaivedAlone': limit }, async () => {
        const loan = { customerId, accountNumber: scene.loan };
        expect(await chargesOf(loan)).toMatchObject([{ amountCents: 2_500, needsApproval: true }]);
      }),
    );
  });

  it('of a loan whose figures come from files is waived in the core', async () => {
    const { host, clock } = scene.testApp.services;
    const charge = { chargeId: 'c', chargedOn: day('2026-11-02'), amountCents: cents(2_500), owed: true };
    const accounts = await host.listAccounts(customerId, clock.today());
    const fed = accounts.map((account) => ({ ...account, figuresAsOf: day('2026-11-20') }));
    const standIn = { listLateCharges: () => Promise.resolve([charge]), listAccounts: () => Promise.resolve(fed) };
    await scene.testApp.withHost(standIn, async () => {
      const body = { customerId, accountNumber: scene.loan, chargeId: 'c', reason: 'Hardship' };
      const waived = await operations.post('/api/desk/late-charges/waive', body);
      expect(waived.json()).toEqual({ error: 'FiguresFromFiles' });
    });
  });

  it('that a payment pays at the same moment is not waived, and the desk says so', async () => {
    const charge = { chargeId: 'c', chargedOn: day('2026-11-02'), amountCents: cents(2_500), owed: true };
    let reads = 0;
    const listLateCharges = () => Promise.resolve([{ ...charge, owed: (reads += 1) === 1 }]);
    await scene.testApp.withHost({ listLateCharges }, async () => {
      const body = { customerId, accountNumber: scene.loan, chargeId: 'c', reason: 'Hardship' };
      expect((await operations.post('/api/desk/late-charges/waive', body)).json()).toEqual({ error: 'ChargePaid' });
      expect(reads).toBe(2);
    });
  });

  it('that a payment has paid is not waived', async () => {
    const paid = { chargeId: 'paid', chargedOn: day('2026-11-02'), amountCents: cents(2_500), owed: false };
    await scene.testApp.withHost({ listLateCharges: () => Promise.resolve([paid]) }, async () => {
      const body = { customerId, accountNumber: scene.loan, chargeId: 'paid', reason: 'Hardship' };
      expect((await operations.post('/api/desk/late-charges/waive', body)).json()).toEqual({ error: 'ChargePaid' });
    });
  });
});
