import { randomUUID } from 'node:crypto';
import { type DeferralObstacle, paymentIdOfDeferral } from '#common/accounts/rules/deferral.ts';
import { type Day, formatDay } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { DeferralProjection, DueDates } from '#server/host/host-loan-terms.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { mailCustomer, type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import { isPausedRecurring } from '#server/payments/schedules/payment-pauses.queries.ts';
import { deferRun, type RunAfterDeferral, runAfterDeferral } from '#server/payments/schedules/move-run.ts';
import {
  findActiveRecurring,
  lockActiveRecurring,
  type Recurring,
} from '#server/payments/schedules/recurring-payments.queries.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import type { Services } from '#server/services.ts';
import { type LoanName, type NotOnOurBooks, projectOnOurBooks } from './loan-on-our-books.ts';
import { movedDates } from './moved-dates.ts';

export interface WantedDeferral extends LoanName {
  readonly installments: number;
}

export type DeferralRefusal =
  | DeferralObstacle
  | NotOnOurBooks
  /** More in twelve months than the institution allows. */
  | 'TooManyDeferred'
  /** The next due date is another one than staff saw. */
  | 'DueDateMoved'
  /** An automatic payment is about to be drawn. */
  | 'DrawnToday';

export interface PlannedDeferral {
  readonly now: DueDates;
  readonly after: Result<DueDates, DeferralRefusal>;
  /** The days on which nothing is due anymore. */
  readonly deferred: readonly Day[];
  readonly deferredInYear: number;
  /** One person may not decide it alone. */
  readonly needsApproval: boolean;
  /** The payment that follows the due date; null if none does. */
  readonly automatic: { readonly skipped: readonly Day[]; readonly next: Day } | null;
}

/** Returns the due dates of a loan, and what a deferral would do. */
export async function planDeferral(
  services: Services,
  wanted: WantedDeferral,
): Promise<Result<PlannedDeferral, DeferralRefusal>> {
  const { clock, database, institution } = services;
  const { accountNumber, installments } = wanted;
  const found = await projectOnOurBooks(services, wanted, (books, on) => books.projectDeferral({ ...wanted, on }));
  if (!found.ok) return found;
  const projected = found.value;
  const inYear = projected.deferredInYear + installments;
  const alone = institution.options['deskOptions.deferredAlone'];
  const planned = { ...projected, needsApproval: alone === null || inYear > alone, automatic: null };
  if (!projected.after.ok) return success(planned);
  const max = institution.options['deskOptions.maxDeferredPerYear'];
  if (max !== null && inYear > max) return success({ ...planned, after: failure('TooManyDeferred') });
  const recurring = await findActiveRecurring(database, accountNumber);
  const moved = recurring && runDeferred(services, recurring, projected);
  if (!recurring || !moved || (await isPausedRecurring(database, recurring))) return success(planned);
  if (recurring.runOn <= clock.today()) return success({ ...planned, after: failure('DrawnToday') });
  return success({ ...planned, automatic: { skipped: moved.skipped, next: moved.run.runOn } });
}

export interface DeferredPayments {
  readonly before: Day;
  readonly after: Day;
}

/**
 * Defers the next installments. A payment that follows the due date skips them; all others keep their day. The customer
 * is told of both.
 * @param seen the next due date that staff saw
 * @param within runs in the transaction of the change
 */
export function deferInstallments(
  services: Services,
  wanted: WantedDeferral & { readonly seen: Day },
  decision: PaymentDecision,
  within: (transaction: Transaction, deferred: DeferredPayments) => Promise<void>,
): Promise<Result<DeferredPayments, DeferralRefusal>> {
  const { audit, clock, database } = services;
  const { accountNumber, customerId, installments } = wanted;
  const subject = accountSubject(accountNumber);
  const read = () => planDeferral(services, wanted);
  return readThenChange(database, subject, read, async (transaction, planned) => {
    if (!planned.ok) return planned;
    const { now, after, deferred } = planned.value;
    if (!after.ok) return after;
    if (now.dueOn !== wanted.seen) return failure('DueDateMoved');
    const moved = { before: now.dueOn, after: after.value.dueOn ?? now.dueOn };
    const { at, today } = clock.moment();
    const recurring = await lockActiveRecurring(transaction, accountNumber);
    const automatic = recurring && runDeferred(services, recurring, planned.value);
    const isPaused = recurring !== undefined && (await isPausedRecurring(transaction, recurring));
    if (recurring && automatic) {
      if (recurring.runOn <= today && !isPaused) return failure('DrawnToday');
      await deferRun(transaction, recurring, automatic.run, at);
    }
    const paymentId = paymentIdOfDeferral(randomUUID());
    await raiseGuard(transaction, subject);
    const posting = { paymentId, accountNumber, installments, effectiveOn: today, postedAt: at.toString() };
    await enqueueHostTask(services, transaction, { kind: 'deferInstallments', ...posting });
    const promised = isPaused ? undefined : automatic;
    const told = { paymentId, accountNumber, now, after: after.value, deferred, automatic: promised };
    await mailCustomer(services, transaction, customerId, deferralMail(services.institution, told), at);
    const details = { customerId, accountNumber, installments, ...moved, ...decision };
    await audit.record(transaction, { event: 'payments-deferred', userId: null, details });
    await within(transaction, moved);
    return success(moved);
  });
}

function runDeferred(
  services: Services,
  recurring: Recurring,
  { after, deferred }: Pick<DeferralProjection, 'deferred'> & Pick<PlannedDeferral, 'after'>,
): RunAfterDeferral | undefined {
  const from = after.ok ? after.value.dueOn : null;
  return from === null ? undefined : runAfterDeferral(services, recurring, { deferred, from });
}

interface MailedDeferral {
  readonly paymentId: string;
  readonly accountNumber: string;
  readonly now: DueDates;
  readonly after: DueDates;
  readonly deferred: readonly Day[];
  readonly automatic: RunAfterDeferral | undefined;
}

const deferralTexts = {
  next: 'deferralMail.next',
  last: 'deferralMail.last',
  newPayment: 'deferralMail.newPayment',
} as const;

function deferralMail(institution: Services['institution'], told: MailedDeferral): PaymentMail {
  const { paymentId, accountNumber, now, after, deferred, automatic } = told;
  const words = documentWords(institution.texts);
  const dates = [
    words('deferralMail.deferred', { dates: listed(deferred) }),
    ...movedDates(words, deferralTexts, { now, after }),
    ...(automatic
      ? [
          words('deferralMail.automatic', {
            before: listed(automatic.skipped),
            after: formatDay(automatic.run.runOn),
          }),
        ]
      : []),
  ];
  return {
    occasion: paymentId,
    subject: { key: 'deferralMail.subject' },
    body: {
      key: 'deferralMail.body',
      values: { loan: shownLoan(institution, accountNumber), dates: dates.join('\n') },
    },
  };
}

function listed(days: readonly Day[]): string {
  return days.map(formatDay).join(', ');
}
