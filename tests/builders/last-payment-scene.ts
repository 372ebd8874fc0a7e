import { sql } from 'kysely';
import { expect } from 'vitest';
import { daysBetween, type Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import { announceDebits } from '#server/payments/settlement/announce-debits.command.ts';
import { achBody, paymentCalls, submissionBody } from './payment-calls.ts';
import { createPaymentScene, withDetails } from './payment-scene.ts';

export type LastPaymentScene = Awaited<ReturnType<typeof createLastPaymentScene>>;

interface LoanFacts {
  readonly due: Day;
  readonly installment: Cents;
}

/** A loan near its end that a recurring payment pays off. */
export async function createLastPaymentScene() {
  const scene = await createPaymentScene({
    options: { 'globalOptions.requireAchDraftAgreementOption': false, 'paymentOptions.allowRecurringEdit': true },
  });
  const { testApp, loan } = scene;
  const { services } = testApp;
  const { database } = services;
  const stopping = new AbortController().signal;

  async function clear(): Promise<void> {
    await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(database);
  }

  async function recurOnDueDate(): Promise<void> {
    const calls = paymentCalls(await testApp.signIn('li.wei'));
    const info = await calls.info(loan);
    const parts = { info, loginName: 'li.wei', amount: info.RegularPaymentAmount, method: achBody(loan), fee: 0 };
    const body = {
      ...withDetails(submissionBody(parts), { PaymentDate: services.clock.today() }),
      RecurringDetails: { RecurringOption: 'DaysBeforeDue', DaysBeforeDue: 0 },
    };
    expect(await calls.post('/api/PaymentRecurring/SubmitAch', body)).toMatchObject({ HasNoErrors: true });
  }

  /** Returns the loan just before its last installment, with roughly this principal left. */
  async function owesAtTheEnd(principalOf: (installment: number) => number): Promise<LoanFacts> {
    const { rows } = await sql<{ next_due_on: Day; installment_cents: Cents }>`
      select next_due_on, installment_cents from loans join accounts using (account_id)
      where account_number = ${loan}`.execute(database);
    const [facts] = rows;
    if (!facts) throw new Error("The scene's loan was not found");
    await sql`update loans set maturity_on = next_due_on, accrued_numerator = 0, partial_paid_cents = 0,
        accrued_through = ${services.clock.today()}, principal_cents = ${principalOf(facts.installment_cents)}
      from accounts where accounts.account_id = loans.account_id and account_number = ${loan}`.execute(database);
    return { due: facts.next_due_on, installment: facts.installment_cents };
  }

  /** Moves the clock, and lets the jobs of that day announce and draw. */
  async function untilDaysBefore(due: Day, days: number): Promise<void> {
    testApp.clock.moveOn({ hours: 24 * (daysBetween(services.clock.today(), due) - days) });
    await announceDebits(services, stopping);
    await runDuePayments(services, stopping);
  }

  /** The newest first. */
  async function mailsOf(subject: string) {
    const messages = await listNewestMessages(services, 50);
    return messages.filter((message) => message.subject.startsWith(subject));
  }

  async function drawn() {
    const { rows } = await sql<{ amount: number; total: number; lastFour: string; on: Day }>`
      select payments.amount_cents as amount, ach_entries.amount_cents as total, last_four as "lastFour", pay_on as on
      from payments join ach_entries using (payment_id) where timing = 'recurring'
      order by pay_on desc limit 1`.execute(database);
    return rows[0] ?? { amount: 0, total: 0, lastFour: '', on: null };
  }

  async function payoffNow(): Promise<number | undefined> {
    return (await services.host.findLoan('400102', loan, services.clock.today()))?.payoffCents;
  }

  return Object.assign(scene, {
    clear,
    recurOnDueDate,
    owesAtTheEnd,
    untilDaysBefore,
    mailsOf,
    drawn,
    payoffNow,
  });
}
