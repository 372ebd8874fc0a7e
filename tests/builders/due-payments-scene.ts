import { sql } from 'kysely';
import { expect } from 'vitest';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import { achBody, cardBody, paymentCalls, submissionBody } from './payment-calls.ts';
import { createPaymentScene, withDetails } from './payment-scene.ts';

export type DuePaymentsScene = Awaited<ReturnType<typeof createDuePaymentsScene>>;

/** The scene begins on Saturday, November 21, 2026, 10:00; the demonstration allows payments on weekends. */
const monday = '2026-11-23';

export interface PaymentRow {
  readonly reference_number: string;
  readonly payment_id: string;
  readonly state: string;
  readonly pay_on: string;
  readonly amount_cents: number;
}

/** Li Wei plans payments, and the days pass on which they are due. */
export async function createDuePaymentsScene() {
  // Agreements are tested separately.
  const options = { 'globalOptions.requireAchDraftAgreementOption': false };
  const scene = await createPaymentScene({ cardProcessorTimeoutMs: 1_000, options });
  const { testApp, loan } = scene;
  const { services } = testApp;
  let movedDays = 0;

  const signInAgain = async () => paymentCalls(await testApp.signIn('li.wei'));

  function moveOn(days: number): void {
    testApp.clock.moveOn({ hours: 24 * days });
    movedDays += days;
  }

  async function deletePlannedPayments(): Promise<void> {
    const { database } = services;
    await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(database);
    await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(database);
    await sql`delete from draft_instructions`.execute(database);
  }

  await deletePlannedPayments();
  return Object.assign(scene, {
    services,
    moveOn,
    deletePlannedPayments,
    signInAgain,
    run: () => runDuePayments(services, new AbortController().signal),
    /** Moves the clock and signs in again, since the session has expired. */
    daysPass(days: number) {
      moveOn(days);
      return signInAgain();
    },
    /** Between two tests. */
    async reset(): Promise<void> {
      moveOn(-movedDays);
      await deletePlannedPayments();
    },
    async scheduleAch(amount: number): Promise<string> {
      const calls = await signInAgain();
      const info = await calls.info(loan);
      const parts = { info, loginName: 'li.wei', amount, method: achBody(loan), fee: 1 };
      const answer = await calls.post<{ ReferenceNumber: string }>(
        '/api/PaymentScheduled/SubmitAch',
        withDetails(submissionBody(parts), { PaymentDate: monday }),
      );
      expect(answer).toMatchObject({ HasNoErrors: true });
      return answer.ReferenceNumber;
    },
    async recurAch(amount: number, option: string, payOn = monday): Promise<void> {
      const calls = await signInAgain();
      const info = await calls.info(loan);
      const parts = { info, loginName: 'li.wei', amount, method: achBody(loan), fee: 0 };
      const body = {
        ...withDetails(submissionBody(parts), { PaymentDate: payOn }),
        RecurringDetails: { RecurringOption: option, DaysBeforeDue: 0 },
      };
      expect(await calls.post('/api/PaymentRecurring/SubmitAch', body)).toMatchObject({ HasNoErrors: true });
    },
    async recurCard(number: string, amount: number): Promise<void> {
      const calls = await signInAgain();
      await calls.post('/api/PaymentMethod/AddCardPaymentMethod', cardBody(loan, { CardNumber: number }));
      const methods = await calls.methods(loan);
      const ProfileId = methods.find(({ CardInfo }) => CardInfo?.CardNumber === number.slice(-4))?.CardInfo?.ProfileId;
      const info = await calls.info(loan);
      const body = {
        ...withDetails(submissionBody({ info, loginName: 'li.wei', amount, method: { ProfileId }, fee: 3 }), {
          PaymentDate: monday,
        }),
        RecurringDetails: { RecurringOption: 'Weekly', DaysBeforeDue: 0 },
      };
      expect(await calls.post('/api/PaymentRecurring/SubmitCard', body)).toMatchObject({ HasNoErrors: true });
    },
    /** Ordered by intended date. */
    paymentsMade: () => readPayments(sql`true`),
    paymentsOfNewestRecurring: () =>
      readPayments(
        sql`recurring_id = (select recurring_id from recurring_payments order by created_at desc, recurring_id desc limit 1)`,
      ),
    async paymentOf(reference: string): Promise<PaymentRow | undefined> {
      return (await readPayments(sql`true`)).find((payment) => payment.reference_number === reference);
    },
    async newestBody(): Promise<string> {
      const [newest] = await listNewestMessages(services, 1);
      return newest?.body ?? '';
    },
    async newestMail(): Promise<string> {
      const { rows } = await sql<{ subject: string }>`
        select subject from outbox_messages order by message_id desc limit 1`.execute(services.database);
      return rows[0]?.subject ?? '';
    },
  });

  async function readPayments(which: ReturnType<typeof sql>): Promise<PaymentRow[]> {
    const { rows } = await sql<PaymentRow>`
      select reference_number, payment_id, state, pay_on::text as pay_on, amount_cents
      from payments where timing <> 'immediate' and state <> 'cancelled' and ${which}
      order by pay_on, payment_id`.execute(services.database);
    return rows;
  }
}
