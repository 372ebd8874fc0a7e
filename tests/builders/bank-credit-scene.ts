import { sql } from 'kysely';
import { day } from '#common/core/dates.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { readBankFile } from '#server/payments/end-of-day/make-bank-file.command.ts';
import { type DeskCaller, enterDesk, withDesk } from './desk-journey.ts';
import { achBody } from './payment-calls.ts';
import { createPaymentScene } from './payment-scene.ts';

interface Taker {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly loginName: string;
  readonly ownerName: string;
}

/**
 * Staff at the desk of a customer who saved a bank account, ending in 6354, that a bank file can send money to. Nothing
 * is planned, and the clock is set to Saturday, November 21, 2026.
 */
export async function createBankCreditScene({ customerId, accountNumber, loginName, ownerName }: Taker) {
  const { testApp } = await createPaymentScene({
    ...withDesk,
    options: { 'globalOptions.requireAchDraftAgreementOption': false },
  });
  const { services, clock } = testApp;
  const { database } = services;
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(database);
  const customer = await testApp.signIn(loginName);
  const payload = achBody(accountNumber, { OwnerName: ownerName });
  await customer.call({ method: 'POST', url: '/api/PaymentMethod/AddAchPaymentMethod', payload });
  let [operations, supervisor] = await enter();

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

  async function clockAt(at: string): Promise<void> {
    clock.moveOn(clock.now().until(Temporal.Instant.from(at)));
    // The sessions of before may have ended.
    [operations, supervisor] = await enter();
  }

  return {
    testApp,
    services,
    named: { customerId, accountNumber },
    query: `customerId=${customerId}&accountNumber=${accountNumber}`,
    operations: () => operations,
    supervisor: () => supervisor,
    clockAt,

    /** Returns the id of the saved account in a page's answer. */
    profileIn({ bankAccounts }: { readonly bankAccounts: readonly { lastFour: string; profileId: string }[] }): string {
      return bankAccounts.find(({ lastFour }) => lastFour === '6354')?.profileId ?? '';
    },

    async approve(action: string) {
      const { open } = (await supervisor.get('/api/desk/approvals')).json();
      const item = open.find((each: { action: string }) => each.action === action);
      const body = { workItemId: item.workItemId, reason: 'Seen' };
      return { item, ...(await supervisor.post('/api/desk/approvals/approve', body)).json() };
    },

    /** Closes the business day after its cut-off. */
    async closeDay(businessOn: string) {
      await clockAt(`${businessOn}T17:05:00-05:00`);
      const closed = await closeBusinessDays(services, new AbortController().signal);
      return { closed, file: await readBankFile(services, day(businessOn)) };
    },

    /** Of the credits that left, the oldest first. */
    async traces(): Promise<string[]> {
      const { rows } = await sql<{ trace: string }>`
        select trace_number as trace from payout_credits where trace_number is not null
        order by trace_number`.execute(database);
      return rows.map(({ trace }) => trace);
    },

    newestMail: async () => (await listNewestMessages(services, 1))[0],

    async assertBalanced(): Promise<void> {
      const imbalances = await findImbalances(database);
      if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
    },
  };
}
