import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Day, day } from '#common/core/dates.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { readBankFile } from '#server/payments/end-of-day/make-bank-file.command.ts';
import { type DeskCaller, enterDesk, withDesk } from './desk-journey.ts';
import { achBody } from './payment-calls.ts';
import { createPaymentScene } from './payment-scene.ts';

const customerId = '400102';

export type RefundScene = Awaited<ReturnType<typeof createRefundScene>>;

/**
 * Li Wei at the desk, about to get an overpayment back at the bank account that the customer saved. Nothing else is
 * planned, and the clock is set to Saturday, November 21, 2026.
 */
export async function createRefundScene() {
  const { testApp, calls, loan } = await createPaymentScene({
    ...withDesk,
    options: { 'globalOptions.requireAchDraftAgreementOption': false },
  });
  const { services, clock } = testApp;
  const { database } = services;
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(database);
  let [operations, supervisor] = await enter();
  await calls.post('/api/PaymentMethod/AddAchPaymentMethod', achBody(loan));
  const named = { customerId, accountNumber: loan };
  const query = `customerId=${customerId}&accountNumber=${loan}`;
  const profileId: string = (await shown()).bankAccounts[0]?.profileId ?? '';

  async function enter(): Promise<[DeskCaller, DeskCaller]> {
    const callers: [DeskCaller, DeskCaller] = [
      await enterDesk(testApp, 'operations'),
      await enterDesk(testApp, 'supervisor'),
    ];
    for (const caller of callers) {
      await caller.open(customerId);
      await caller.confirm();
    }
    return callers;
  }

  async function shown() {
    return (await operations.get(`/api/desk/overpayments/loan?${query}`)).json();
  }

  async function clockAt(at: string): Promise<void> {
    clock.moveOn(clock.now().until(Temporal.Instant.from(at)));
    // The sessions of before may have ended.
    [operations, supervisor] = await enter();
  }

  const ask = async (amountCents: number, changes: object = {}, by = operations) => {
    const body = { ...named, profileId, amountCents, reason: 'Overpaid', ...changes };
    return (await by.post('/api/desk/overpayments/ask-bank-credit', body)).json();
  };

  async function approve(action: string) {
    const { open } = (await supervisor.get('/api/desk/approvals')).json();
    const item = open.find((each: { action: string }) => each.action === action);
    const body = { workItemId: item.workItemId, reason: 'Seen' };
    return { item, ...(await supervisor.post('/api/desk/approvals/approve', body)).json() };
  }

  return {
    testApp,
    services,
    loan,
    named,
    query,
    profileId,
    operations: () => operations,
    supervisor: () => supervisor,
    clockAt,
    shown,
    ask,
    approve,

    owed: async () => (await services.host.findLoan(customerId, loan, clock.today()))?.payoffCents ?? 0,

    async receive(reference: string, amountCents: number) {
      const check = { means: 'check', reference, amountCents, receivedOn: clock.today(), reason: 'Mailed' };
      return (await operations.post('/api/desk/received-payments/receive', { ...named, ...check })).json();
    },

    /** The check with this number comes back unpaid. */
    async bounces(reference: string): Promise<void> {
      const { received } = (await operations.get(`/api/desk/received-payments?${query}`)).json();
      const { receivedId } = received.find((each: { reference: string }) => each.reference === reference);
      const body = { ...named, receivedId, reason: 'Returned by the bank' };
      await operations.post('/api/desk/received-payments/ask-to-take-back', body);
      expect(await approve('takeBackReceived')).toMatchObject({ outcome: 'approved' });
    },

    async refund(amountCents: number): Promise<void> {
      expect(await ask(amountCents)).toEqual({});
      expect(await approve('payOutOverpayment')).toMatchObject({ outcome: 'approved' });
    },

    /** Closes the business day after its cut-off. */
    async closeDay(businessOn: string) {
      await clockAt(`${businessOn}T17:05:00-05:00`);
      const closed = await closeBusinessDays(services, new AbortController().signal);
      const file = await readBankFile(services, day(businessOn));
      return { closed, file };
    },

    /** Of the credits that left, the oldest first. */
    async traces(): Promise<string[]> {
      const { rows } = await sql<{ trace: string }>`
        select trace_number as trace from payout_credits where trace_number is not null
        order by trace_number`.execute(database);
      return rows.map(({ trace }) => trace);
    },

    async todayTitles(): Promise<string[]> {
      const { needs } = (await operations.get('/api/desk/today')).json();
      return needs.map(({ title }: { title: string }) => title);
    },

    newestMail: async () => (await listNewestMessages(services, 1))[0],

    async assertBalanced(): Promise<void> {
      const imbalances = await findImbalances(database);
      if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
    },
  };
}

export const [monday, tuesday]: readonly [Day, Day] = [day('2026-11-23'), day('2026-11-24')];
