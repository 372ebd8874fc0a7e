import { sql } from 'kysely';
import { type Day, day } from '#common/core/dates.ts';
import { type Cents, ZERO } from '#common/core/money.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { readBankFile } from '#server/payments/end-of-day/make-bank-file.command.ts';
import { type DeskCaller, enterDesk, withDesk } from './desk-journey.ts';
import { achBody } from './payment-calls.ts';
import { createPaymentScene } from './payment-scene.ts';

/** Sam's line of credit of $7,500.00 at 12.10%. */
export const line = { customerId: '400105', accountNumber: '103-001188-2' } as const;

const { customerId, accountNumber } = line;
const query = `customerId=${customerId}&accountNumber=${accountNumber}`;

export type DrawScene = Awaited<ReturnType<typeof createDrawScene>>;

/** Staff at the desk of {@link line}, and a bank account that Sam saved. The clock is set to Saturday, November 21, 2026. */
export async function createDrawScene() {
  const { testApp } = await createPaymentScene({
    ...withDesk,
    options: { 'globalOptions.requireAchDraftAgreementOption': false },
  });
  const { services, clock } = testApp;
  const { database, host } = services;
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(database);
  let [operations, supervisor] = await enter();
  const sam = await testApp.signIn('sam.rivera');
  const saved = achBody(accountNumber, { OwnerName: 'Sam Rivera' });
  await sam.call({ method: 'POST', url: '/api/PaymentMethod/AddAchPaymentMethod', payload: saved });
  const { bankAccounts } = await shown();
  const account = bankAccounts.find(({ lastFour }: { readonly lastFour: string }) => lastFour === '6354');
  const profileId: string = account?.profileId ?? '';

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
    return (await operations.get(`/api/desk/draws?${query}`)).json();
  }

  async function approve(action: string) {
    const { open } = (await supervisor.get('/api/desk/approvals')).json();
    const { workItemId } = open.find((each: { action: string }) => each.action === action);
    return (await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Seen' })).json();
  }

  return {
    testApp,
    services,
    profileId,
    operations: () => operations,
    shown,
    approve,

    askBankCredit: async (amountCents: number, changes: object = {}) =>
      (
        await operations.post('/api/desk/draws/ask-bank-credit', {
          ...line,
          profileId,
          amountCents,
          reason: 'Asked for it at the branch',
          ...changes,
        })
      ).json(),

    async stop(reference: string) {
      const { draws } = await shown();
      const { payoutId } = draws.find((draw: { reference: string }) => draw.reference === reference);
      await operations.post('/api/desk/overpayments/ask-to-stop', { ...line, payoutId, reason: 'Lost in the mail' });
      return approve('stopPayout');
    },

    /** Closes the business day after its cut-off. */
    async closeDay(businessOn: string) {
      clock.moveOn(clock.now().until(Temporal.Instant.from(`${businessOn}T17:05:00-05:00`)));
      // The sessions of before may have ended.
      [operations, supervisor] = await enter();
      const closed = await closeBusinessDays(services, new AbortController().signal);
      return { closed, file: await readBankFile(services, day(businessOn)) };
    },

    payoffOn: async (on: Day | string): Promise<Cents> =>
      (await host.findLoan(customerId, accountNumber, day(on)))?.payoffCents ?? ZERO,

    newestEntry: async () =>
      (await host.listHistory(customerId, accountNumber, { since: null, limit: 1, before: null }))[0],

    newestMail: async () => (await listNewestMessages(services, 1))[0],

    async assertBalanced(): Promise<void> {
      const imbalances = await findImbalances(database);
      if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
    },
  };
}
