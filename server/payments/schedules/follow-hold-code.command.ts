import { randomUUIDv7 } from 'node:crypto';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import { dayInTime, runAfter } from '#common/payments/rules/recurring-dates.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import { deleteDraftInstruction } from './draft-instructions.queries.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import { paymentSettings, stoppedTypes } from '#server/payments/read-payment-terms.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import { movePayment } from '#server/payments/settlement/change-payment-state.command.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { pausedMail, resumedMail } from './pause-mails.ts';
import { endPause, findOpenPause, insertPause, type PaymentPause, updatePause } from './payment-pauses.queries.ts';
import {
  appendRecurringEvent,
  lockActiveRecurring,
  type Recurring,
  updateRecurring,
} from './recurring-payments.queries.ts';
import { lockScheduledPayments } from './scheduled-payments.queries.ts';

/** A loan with its customer; as of today, or of the day of its payment. */
export type HeldLoan = Pick<HostLoan, 'accountNumber' | 'holdCode' | 'upcomingDueDays' | 'periodDays'> & {
  readonly customerId: string;
};

/** The scheduled and recurring payments of a loan. */
export interface PlannedOfLoan {
  readonly recurring: Recurring | undefined;
  readonly scheduled: readonly Payment[];
}

/**
 * Brings the planned payments of a loan in line with its hold code, and tells the customer once when the code stops
 * them and once when they go on. Payments of today and before that a code stopped are left out for good; after a code is
 * lifted, nothing is drawn on that day. Requires the guard of the loan. Idempotent.
 */
export async function followHoldCode(
  services: Services,
  transaction: Transaction,
  loan: HeldLoan,
  moment: Moment,
): Promise<void> {
  const { accountNumber, customerId, holdCode } = loan;
  const { audit, institution } = services;
  const pause = await findOpenPause(transaction, accountNumber);
  const before = pause?.methods ?? [];
  const stopped = stoppedTypes(services, holdCode);
  if (before.length === 0 && stopped.length === 0) return;
  const held = new Set([...before, ...stopped]);
  const planned = ofTypes(await lockPlanned(transaction, accountNumber), held);
  const added = stopped.filter((type) => !before.includes(type));
  const lifted = before.filter((type) => !stopped.includes(type));
  const newlyPaused = ofTypes(planned, new Set(added));
  await skipThroughToday(services, transaction, loan, planned, moment);
  const { pauseId, methods } = await keepPause(transaction, pause, {
    loan,
    methods: isEmpty(newlyPaused) ? stopped.filter((type) => before.includes(type)) : stopped,
    at: moment.at,
  });
  if (!isEmpty(newlyPaused)) {
    const mail = pausedMail(institution, { pauseId, accountNumber, planned: newlyPaused, at: moment.at });
    await mailCustomer(services, transaction, customerId, mail, moment.at);
    const details = { customerId, accountNumber, holdCode, methods: methods.join(', ') };
    await audit.record(transaction, { event: 'planned-payments-paused', userId: null, details });
  }
  if (lifted.length > 0) {
    const resumed = ofTypes(await lockPlanned(transaction, accountNumber), new Set(lifted));
    const announced = await announceInTime(services, transaction, resumed, moment);
    const mail = resumedMail(institution, { pauseId, accountNumber, planned: announced, at: moment.at });
    await mailCustomer(services, transaction, customerId, mail, moment.at);
    const details = { customerId, accountNumber, holdCode, methods: lifted.join(', ') };
    await audit.record(transaction, { event: 'planned-payments-resumed', userId: null, details });
  }
}

async function lockPlanned(transaction: Transaction, accountNumber: string): Promise<PlannedOfLoan> {
  const scheduled = await lockScheduledPayments(transaction, accountNumber);
  const recurring = await lockActiveRecurring(transaction, accountNumber);
  return { scheduled: scheduled.toSorted((one, other) => (one.payOn < other.payOn ? -1 : 1)), recurring };
}

function ofTypes({ recurring, scheduled }: PlannedOfLoan, types: ReadonlySet<PaymentType>): PlannedOfLoan {
  return {
    recurring: recurring && types.has(recurring.method.type) ? recurring : undefined,
    scheduled: scheduled.filter(({ methodType }) => types.has(methodType)),
  };
}

function isEmpty({ recurring, scheduled }: PlannedOfLoan): boolean {
  return recurring === undefined && scheduled.length === 0;
}

/** Begins, changes or ends the pause. A customer with nothing planned has none, as there is nothing to tell. */
async function keepPause(
  transaction: Transaction,
  open: PaymentPause | undefined,
  {
    loan,
    methods,
    at,
  }: { readonly loan: HeldLoan; readonly methods: readonly PaymentType[]; readonly at: Temporal.Instant },
): Promise<Pick<PaymentPause, 'pauseId' | 'methods'>> {
  const pauseId = open?.pauseId ?? randomUUIDv7();
  if (!open && methods.length > 0) {
    const { accountNumber, customerId, holdCode } = loan;
    await insertPause(transaction, { pauseId, accountNumber, customerId, methods, holdCode, at });
  }
  if (open && methods.length === 0) await endPause(transaction, pauseId, at);
  if (open && methods.length > 0 && methods.join() !== open.methods.join()) {
    await updatePause(transaction, pauseId, methods);
  }
  return { pauseId, methods };
}

/** A day of the hold is left out, not made up for later: the customer was told so, and counts on it. */
async function skipThroughToday(
  services: Services,
  transaction: Transaction,
  loan: HeldLoan,
  { recurring, scheduled }: PlannedOfLoan,
  { at, today }: Moment,
): Promise<void> {
  for (const { paymentId, payOn } of scheduled) {
    if (payOn > today) continue;
    await movePayment(transaction, paymentId, { change: { to: 'cancelled' }, cause: 'hold', at });
    await deleteDraftInstruction(transaction, paymentId);
  }
  if (!recurring || recurring.runOn > today) return;
  const { recurringId, recurrence } = recurring;
  const settings = paymentSettings(services);
  let run = { nextOn: recurring.nextOn, runOn: recurring.runOn };
  while (run.runOn <= today) {
    await appendRecurringEvent(transaction, recurringId, { name: 'onHold', on: run.nextOn, at });
    run = runAfter(recurrence, run.nextOn, loan, services.institution, settings);
  }
  await updateRecurring(transaction, recurringId, { terms: { ...recurring, ...run } }, null);
}

/** An amount that varies is announced in time again, so its payment may move to a later day. */
async function announceInTime(
  services: Services,
  transaction: Transaction,
  { recurring, scheduled }: PlannedOfLoan,
  { today }: Moment,
): Promise<PlannedOfLoan> {
  if (!recurring?.paysTotalDue || recurring.announcedFor === recurring.runOn) return { recurring, scheduled };
  const runOn = dayInTime(recurring.runOn, today, services.institution, paymentSettings(services));
  if (recurring.runOn === runOn) return { recurring, scheduled };
  const moved = { ...recurring, runOn };
  await updateRecurring(transaction, recurring.recurringId, { terms: moved }, null);
  return { recurring: moved, scheduled };
}
