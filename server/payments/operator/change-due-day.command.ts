import { randomUUID } from 'node:crypto';
import { type DueDayObstacle, paymentIdOfDueDay } from '#common/accounts/rules/due-day.ts';
import { type Day, formatDay } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { DueDates } from '#server/host/host-loan-terms.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { mailCustomer, type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import { moveRun, runAfterMove } from '#server/payments/schedules/move-run.ts';
import {
  findActiveRecurring,
  lockActiveRecurring,
  type Recurring,
} from '#server/payments/schedules/recurring-payments.queries.ts';
import { isPausedRecurring } from '#server/payments/schedules/payment-pauses.queries.ts';
import type { Run } from '#common/payments/rules/recurring-dates.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import type { Services } from '#server/services.ts';
import { type LoanName, type NotOnOurBooks, projectOnOurBooks } from './loan-on-our-books.ts';
import { movedDates } from './moved-dates.ts';

export interface NewDueDay extends LoanName {
  /** 1 to 31. */
  readonly dueDay: number;
}

export type DueDayRefusal =
  | DueDayObstacle
  | NotOnOurBooks
  /** The next due date is another one than staff saw. */
  | 'DueDateMoved'
  /** An automatic payment is about to be drawn. */
  | 'DrawnToday';

export interface PlannedDueDates {
  readonly now: DueDates;
  readonly after: Result<DueDates, DueDayRefusal>;
  /** Moves with the due date; null if no payment does. */
  readonly automatic: { readonly before: Day; readonly after: Day } | null;
}

/** Returns the due dates of a loan, and what a change of the due day would do. */
export async function planDueDay(
  services: Services,
  change: NewDueDay,
): Promise<Result<PlannedDueDates, DueDayRefusal>> {
  const { clock, database } = services;
  const { customerId, accountNumber, dueDay } = change;
  const projected = await projectOnOurBooks(services, change, (books, on) =>
    books.projectDueDay({ customerId, accountNumber, dueDay, on }),
  );
  if (!projected.ok) return projected;
  const { now, after } = projected.value;
  if (!after.ok) return success({ now, after, automatic: null });
  const recurring = await findActiveRecurring(database, accountNumber);
  const run = recurring && runMoved(services, recurring, now, after.value);
  if (!recurring || !run || (await isPausedRecurring(database, recurring))) {
    return success({ now, after, automatic: null });
  }
  if (recurring.runOn <= clock.today()) return success({ now, after: failure('DrawnToday'), automatic: null });
  return success({ now, after, automatic: { before: recurring.runOn, after: run.runOn } });
}

/**
 * Changes the due day. A payment that follows the due date moves with it; all others keep their day. The customer is
 * told of both.
 * @param seen the next due date that staff saw
 * @param within runs in the transaction of the change
 */
export function changeDueDay(
  services: Services,
  change: NewDueDay & { readonly seen: Day },
  decision: PaymentDecision,
  within: (transaction: Transaction, planned: { readonly before: Day; readonly after: Day }) => Promise<void>,
): Promise<Result<{ readonly before: Day; readonly after: Day }, DueDayRefusal>> {
  const { audit, clock, database } = services;
  const { accountNumber, customerId, dueDay } = change;
  const subject = accountSubject(accountNumber);
  const read = () => planDueDay(services, change);
  return readThenChange(database, subject, read, async (transaction, planned) => {
    if (!planned.ok) return planned;
    const { now, after } = planned.value;
    if (!after.ok) return after;
    if (now.dueOn !== change.seen) return failure('DueDateMoved');
    const moved = { before: now.dueOn, after: after.value.dueOn ?? now.dueOn };
    const { at, today } = clock.moment();
    const recurring = await lockActiveRecurring(transaction, accountNumber);
    const run = recurring && runMoved(services, recurring, now, after.value);
    const isPaused = recurring !== undefined && (await isPausedRecurring(transaction, recurring));
    if (recurring && run) {
      if (recurring.runOn <= today && !isPaused) return failure('DrawnToday');
      await moveRun(transaction, recurring, run, at);
    }
    const paymentId = paymentIdOfDueDay(randomUUID());
    await raiseGuard(transaction, subject);
    const posting = { paymentId, accountNumber, dueDay, effectiveOn: today, postedAt: at.toString() };
    await enqueueHostTask(services, transaction, { kind: 'changeDueDay', ...posting });
    const drawn = recurring && run && !isPaused ? { before: recurring.runOn, after: run.runOn } : null;
    const mail = dueDateMail(services.institution, { paymentId, accountNumber, now, after: after.value, drawn });
    await mailCustomer(services, transaction, customerId, mail, at);
    const details = { customerId, accountNumber, dueDay, formerDueDay: now.dueDay, ...moved, ...decision };
    await audit.record(transaction, { event: 'due-date-changed', userId: null, details });
    await within(transaction, moved);
    return success(moved);
  });
}

function runMoved(services: Services, recurring: Recurring, now: DueDates, after: DueDates): Run | undefined {
  return runAfterMove(services, recurring, { before: now.upcomingDueDays, after: after.upcomingDueDays });
}

interface MailedChange {
  readonly paymentId: string;
  readonly accountNumber: string;
  readonly now: DueDates;
  readonly after: DueDates;
  readonly drawn: { readonly before: Day; readonly after: Day } | null;
}

const dueDateTexts = {
  next: 'dueDateMail.next',
  last: 'dueDateMail.last',
  newPayment: 'dueDateMail.newPayment',
} as const;

function dueDateMail(institution: Services['institution'], change: MailedChange): PaymentMail {
  const { paymentId, accountNumber, now, after, drawn } = change;
  const words = documentWords(institution.texts);
  const dates = movedDates(words, dueDateTexts, { now, after });
  if (drawn) {
    dates.push(words('dueDateMail.automatic', { before: formatDay(drawn.before), after: formatDay(drawn.after) }));
  }
  return {
    occasion: paymentId,
    subject: { key: 'dueDateMail.subject' },
    body: { key: 'dueDateMail.body', values: { loan: shownLoan(institution, accountNumber), dates: dates.join('\n') } },
  };
}
