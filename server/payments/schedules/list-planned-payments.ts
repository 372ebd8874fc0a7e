import { isPayable } from '#common/accounts/rules/account.ts';
import { addDays, type Day } from '#common/core/dates.ts';
import { plannedPaymentsToWire } from '#common/payments/planned-payments.wire.ts';
import { isStoppedByHoldCode } from '#common/payments/rules/availability.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PlannedPayment, PlannedPayments } from '#common/payments/rules/planned-payments.ts';
import { intendedKept } from '#common/payments/rules/validate-submission.ts';
import { runAfterRun } from '#common/payments/rules/recurring-dates.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import { type Handler, ok } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { listPausesOfAccounts } from './payment-pauses.queries.ts';
import { listActiveOfAccounts, type Recurring } from './recurring-payments.queries.ts';
import { listScheduledOfAccounts } from './scheduled-payments.queries.ts';

/** How far ahead the dashboard looks. */
const DAYS_AHEAD = 30;

export const listPlannedPayments: Handler<'GET /api/PaymentInformation/GetPlannedPayments'> = async ({
  services,
  session,
}) => {
  const { clock, database, host, institution } = services;
  const today = clock.today();
  const accounts = await host.listAccounts(session.customerId, today);
  const payable = accounts.filter(isPayable);
  const numbers = payable.map(({ number }) => number);
  const recurring = await listActiveOfAccounts(database, numbers);
  const scheduled = await listScheduledOfAccounts(database, numbers);
  const pauses = await listPausesOfAccounts(database, numbers);
  const settings = paymentSettings(services);
  const through = addDays(today, DAYS_AHEAD);
  const planOf = ({ number, comment }: (typeof payable)[number]): PlannedPayments => {
    const told = pauses.find(({ accountNumber }) => accountNumber === number)?.methods ?? [];
    const isPaused = (type: PaymentType) => told.includes(type) || isStoppedByHoldCode(comment, type, settings);
    const marked = (payment: Omit<PlannedPayment, 'paused'>) => ({ ...payment, paused: isPaused(payment.type) });
    return {
      autopay: recurring
        .filter(({ accountNumber }) => accountNumber === number)
        .flatMap((one) => runsThrough(one, through, institution, settings).map(marked)),
      scheduled: scheduled.filter(({ accountNumber }) => accountNumber === number).map((one) => marked(toPlanned(one))),
    };
  };
  const plans = payable.map((account) => ({ number: account.number, planned: planOf(account) }));
  return ok(plannedPaymentsToWire(today, plans));
};

function toPlanned({ payOn, methodType, lastFour, method, totalCents }: Payment): Omit<PlannedPayment, 'paused'> {
  const { goodThrough } = intendedKept(method);
  return { on: payOn, type: methodType, lastFour, goodThrough, cents: totalCents };
}

/** Not needed by a payment with days of its own. */
const noDueDays = { upcomingDueDays: [], periodDays: 0 };

/** The next run and those that follow from the recurrence alone; due dates further ahead are the host's to say. */
function runsThrough(
  recurring: Recurring,
  through: Day,
  institution: Services['institution'],
  settings: PaymentSettings,
): Omit<PlannedPayment, 'paused'>[] {
  const { method, paysTotalDue, totalCents } = recurring;
  const { goodThrough } = intendedKept(method);
  const days = [recurring.runOn];
  let run = recurring;
  while (recurring.recurrence.option !== 'DaysBeforeDue') {
    run = { ...run, ...runAfterRun(run, noDueDays, institution, settings) };
    if (run.nextOn > through) break;
    days.push(run.runOn);
  }
  return days.map((on) => ({
    on,
    type: method.type,
    lastFour: method.lastFour,
    goodThrough,
    cents: paysTotalDue ? null : totalCents,
  }));
}
