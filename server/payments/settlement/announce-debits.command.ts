import { addDays, type Day } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import { announcementOfRun } from '#common/payments/rules/last-installment.ts';
import type { LoanToDraw } from '#server/host/host.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { tryEach } from '#server/host-tasks/try-each.ts';
import type { Services } from '#server/services.ts';
import { mailCustomer, type PaymentMail } from '#server/payments/mail-customer.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import { followHoldCode } from '#server/payments/schedules/follow-hold-code.command.ts';
import { amountInTime, amountsDue, lastAmountInTime } from '#server/payments/schedules/recurring-amounts.ts';
import {
  findRecurring,
  lockRecurring,
  type Notice,
  type Recurring,
  updateRecurring,
} from '#server/payments/schedules/recurring-payments.queries.ts';
import { isBlocked } from '#server/payments/schedules/release-payment.command.ts';
import { ANNOUNCED_DAYS_BEFORE, hasNotice } from '#common/payments/rules/notice.ts';
import { runAfter, runWithNotice } from '#common/payments/rules/recurring-dates.ts';
import { balloonMail, debitNoticeMail, lastPaymentMail } from '#server/payments/schedules/schedule-mails.ts';
import { listToAnnounce } from '#server/payments/schedules/due-sets.queries.ts';

const BATCH_SIZE = 500;

/** Two days more than a notice needs, so that one on which nothing runs doesn't make it late. */
const LOOKED_AT_DAYS_BEFORE = ANNOUNCED_DAYS_BEFORE + 2;

/**
 * Checks the amount of each recurring payment in advance and tells the customer, once, if it differs from the agreed
 * amount. Safe to repeat and to run in parallel. One that fails doesn't keep the others waiting.
 * Returns how many were checked.
 * @throws HostUnavailable if the host is silent
 */
export async function announceDebits(services: Services, stopping: AbortSignal): Promise<number> {
  const through = addDays(services.clock.today(), LOOKED_AT_DAYS_BEFORE);
  let checked = 0;
  let after: Recurring | null = null;
  while (!stopping.aborted) {
    const due = await listToAnnounce(services.database, { through, after, limit: BATCH_SIZE });
    checked += await tryEach(services, due, {
      work: (recurring) => announce(services, recurring),
      nameOf: ({ recurringId, accountNumber }) => ({ recurringId, accountNumber }),
      failure: 'could not announce a recurring payment',
      stopping,
    });
    after = due.at(-1) ?? null;
    if (due.length < BATCH_SIZE) break;
  }
  return checked;
}

export interface Announcement {
  readonly mail: PaymentMail | undefined;
  /** The amount to be drawn, if it differs from the agreed one. */
  readonly cents: Cents | null;
  /** If the customer is told at least ten days before the payment; of the following one, if it is the last. */
  readonly notice?: Notice | undefined;
}

const asAgreed: Announcement = { mail: undefined, cents: null };

async function announce(services: Services, { recurringId, customerId, accountNumber }: Recurring): Promise<void> {
  const moment = services.clock.moment();
  const read = async () => {
    const recurring = await findRecurring(services.database, recurringId);
    if (!recurring) return { recurring, drawn: undefined, announcement: undefined, anew: undefined };
    const drawn = await services.host.findLoanToDraw(customerId, accountNumber, recurring.runOn);
    const announcement = await announcementOf(services, recurring, drawn, moment);
    const isLate = announcement !== undefined && recurring.paysTotalDue && announcement.cents === null;
    return { recurring, drawn, announcement, anew: isLate ? await readAnew(services, recurring, moment) : undefined };
  };
  await readThenChange(services.database, accountSubject(accountNumber), read, async (transaction, known) => {
    // The hold code of a core's file is first seen here.
    if (known.drawn?.standing === 'open') {
      await followHoldCode(services, transaction, { ...known.drawn.loan, customerId }, moment);
    }
    const recurring = await lockRecurring(transaction, recurringId);
    if (recurring?.state !== 'active' || recurring.announcedFor === recurring.runOn) return;
    if (recurring.runOn !== known.recurring?.runOn) return;
    const { announcement } = known;
    // Nothing to draw yet; this can change, so it is checked again with the next run.
    if (!announcement) return;
    if (recurring.paysTotalDue && announcement.cents === null) {
      return announceAnew(services, transaction, recurring, moment, known.anew);
    }
    await record(services, transaction, recurring, announcement, moment);
  });
}

async function record(
  services: Services,
  transaction: Transaction,
  { recurringId, customerId, runOn, nextOn }: Recurring,
  { mail, cents, notice }: Announcement,
  { at }: Moment,
): Promise<void> {
  if (mail) await mailCustomer(services, transaction, customerId, mail, at);
  const event = mail ? ({ name: 'announced', on: nextOn, at } as const) : null;
  await updateRecurring(transaction, recurringId, { announced: { for: runOn, cents }, noticed: notice }, event);
}

/**
 * Moves a varying payment that can't be announced in time, for example after an outage or because its amount became due
 * late, to the first payment day with enough notice, and announces it now.
 */
export async function announceAnew(
  services: Services,
  transaction: Transaction,
  recurring: Recurring,
  moment: Moment,
  announcement: Announcement | undefined,
): Promise<void> {
  const moved = movedToAnnounce(services, recurring, moment.today);
  await updateRecurring(transaction, recurring.recurringId, { terms: moved }, null);
  if (announcement?.mail) await record(services, transaction, moved, announcement, moment);
}

/** Reads the data of {@link announceAnew} before its transaction. */
export async function readAnew(
  services: Services,
  recurring: Recurring,
  moment: Moment,
): Promise<Announcement | undefined> {
  const moved = movedToAnnounce(services, recurring, moment.today);
  const { customerId, accountNumber, runOn } = moved;
  const drawn = await services.host.findLoanToDraw(customerId, accountNumber, runOn);
  return announcementOf(services, moved, drawn, moment, recurring.runOn);
}

function movedToAnnounce(services: Services, recurring: Recurring, today: Day): Recurring {
  return { ...recurring, runOn: runWithNotice(today, services.institution, paymentSettings(services)) };
}

/**
 * Returns undefined while no amount can be announced. The amount of a varying payment is null if it's too late to
 * announce it for its day.
 * @param movedFrom the day for which it was too late
 */
async function announcementOf(
  services: Services,
  recurring: Recurring,
  onDay: LoanToDraw,
  { today }: Moment,
  movedFrom?: Day,
): Promise<Announcement | undefined> {
  if (onDay.standing !== 'open') return undefined;
  const { loan } = onDay;
  // Would be declined on its day, such as in a bankruptcy. It is looked at again until then.
  if (isBlocked(services, loan, recurring.method.type, services.clock.moment())) return undefined;
  if (!recurring.paysTotalDue) {
    const last = announcementOfLast(services, loan, recurring, { ...recurring, today });
    return last ?? { ...asAgreed, ...(await announcementOfNext(services, loan, recurring, today)) };
  }
  // The amount if nothing else happens; the run draws no more than this.
  const amounts = amountsDue(services, loan, recurring);
  if (!amounts) return undefined;
  const { runOn } = recurring;
  const cents = amountInTime(recurring, runOn, amounts.amountCents, today);
  if (cents === null) return asAgreed;
  const mail = debitNoticeMail(services.institution, recurring, cents, movedFrom);
  return { mail, cents, notice: noticeOf(recurring, runOn, cents, today) };
}

/** Undefined if it comes too late for the day; what was told before stays. */
function noticeOf(recurring: Recurring, runOn: Day, cents: Cents, today: Day): Notice | undefined {
  if (!hasNotice(runOn, today)) return undefined;
  return { for: runOn, cents: addCents(cents, recurring.firstPartyFeeCents, recurring.thirdPartyFeeCents) };
}

/** A weekly payment is checked only a week ahead, so the one after it is announced along with it if it is the last. */
async function announcementOfNext(
  services: Services,
  loan: HostLoan,
  recurring: Recurring,
  today: Day,
): Promise<Pick<Announcement, 'mail' | 'notice'> | undefined> {
  const { amountCents, additionalPrincipalCents, recurrence, nextOn, runOn, accountNumber } = recurring;
  const following = runAfter(recurrence, nextOn, loan, services.institution, paymentSettings(services));
  if (following.runOn > addDays(runOn, ANNOUNCED_DAYS_BEFORE)) return undefined;
  const payment = { accountNumber, effectiveOn: runOn, amountCents, additionalPrincipalCents };
  const after = await services.host.projectPayment({ ...payment, payoffOn: following.runOn });
  if (!after) return undefined;
  const loanThen = { ...loan, dueOn: after.nextDueOn, payoffCents: after.payoffAfterCents };
  const last = announcementOfLast(services, loanThen, recurring, { ...following, today });
  return last && { mail: last.mail, notice: last.notice };
}

function announcementOfLast(
  { institution }: Services,
  loan: HostLoan,
  recurring: Recurring,
  { nextOn, runOn: on, today }: { readonly nextOn: Day; readonly runOn: Day; readonly today: Day },
): Announcement | undefined {
  const { payoffCents } = loan;
  const kind = announcementOfRun(loan, recurring, nextOn);
  if (kind === undefined) return undefined;
  const cents = lastAmountInTime(recurring, on, payoffCents, today);
  if (kind === 'balloon' || cents === null) {
    return { mail: balloonMail(institution, { recurring, on, totalCents: payoffCents }), cents: null };
  }
  const totalCents = addCents(cents, recurring.firstPartyFeeCents, recurring.thirdPartyFeeCents);
  const mail = lastPaymentMail(institution, { recurring, on, totalCents });
  return { mail, cents, notice: noticeOf(recurring, on, cents, today) };
}
