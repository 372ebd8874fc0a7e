import { type Cents, minCents, ZERO } from '#common/core/money.ts';
import { maxOnlineCents } from '#common/payments/rules/amounts.ts';
import { payoffHoldOf } from '#common/payments/rules/payoff-hold.ts';
import type { HostCustomer, HostSets, LoanToDraw } from '#server/host/host.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import {
  recordDraft,
  indexBankAccount,
  type BankAccountNumbers,
} from '#server/payments/settlement/bank-drafts.queries.ts';
import { numbersOfInstruction } from './draft-instructions.queries.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import { appendPaymentEvent, appendSubmitting, submissionLeaseMs } from '#server/payments/payment-changes.queries.ts';
import { postDrafted, postingOf, recordPosted } from '#server/payments/settlement/change-payment-state.command.ts';
import { settleSchedule } from './settle-schedule.command.ts';
import type { Moment } from '#server/platform/clock.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import {
  deleteInstructions,
  insertSubmitting,
  listBlocked,
  listHindered,
  listInstructions,
  lockGuards,
  lockRecurringOfIds,
  lockScheduledOfIds,
  readVersions,
  stepRecurring,
  submitScheduled,
} from './due-sets.queries.ts';
import { amountsDue, isAnnouncedAsLast } from './recurring-amounts.ts';
import type { Recurring } from './recurring-payments.queries.ts';
import { type Run, runAfterRun } from '#common/payments/rules/recurring-dates.ts';
import { isBlocked } from './release-payment.command.ts';
import { type DuePayment, newOccurrence } from './run-recurring.command.ts';

export type DueDraft =
  | { readonly kind: 'scheduled'; readonly id: string; readonly claimed: Payment }
  | { readonly kind: 'recurring'; readonly id: string; readonly claimed: Recurring };

/** The loans as read before their guards are taken. */
interface SetReading {
  readonly versions: ReadonlyMap<string, number>;
  readonly loans: ReadonlyMap<string, LoanToDraw>;
  readonly customers: ReadonlyMap<string, HostCustomer>;
  readonly moment: Moment;
}

/**
 * Makes due bank payments of different loans with a few statements for each kind of row. Only ordinary ones: whatever
 * has to be declined, cancelled, announced or explained is left to the caller, who makes it alone.
 * Returns the ids of those that were made. Throws, having changed nothing, if the set failed before it was recorded.
 */
export async function submitDueSet(
  services: Services,
  sets: HostSets,
  due: readonly DueDraft[],
): Promise<ReadonlySet<string>> {
  const moment = services.clock.moment();
  const accounts = due.map(({ claimed }) => claimed.accountNumber);
  const versions = await readVersions(services.database, accounts);
  const loans = await sets.findLoansToDraw(
    due.map(({ kind, claimed }) => ({
      customerId: claimed.customerId,
      accountNumber: claimed.accountNumber,
      asOf: kind === 'scheduled' ? claimed.payOn : claimed.runOn,
    })),
  );
  const found = await sets.findCustomers([...new Set(due.map(({ claimed }) => claimed.customerId))]);
  const customers = new Map(found.map((customer) => [customer.customerId, customer]));
  const reading = { versions, loans, customers, moment };
  const { payments, ids } = await inTransaction(services.database, (transaction) =>
    recordSet(services, transaction, due, reading),
  );
  await postSet(services, sets, payments, customers);
  return ids;
}

async function recordSet(
  services: Services,
  transaction: Transaction,
  due: readonly DueDraft[],
  reading: SetReading,
): Promise<{ readonly payments: readonly Payment[]; readonly ids: ReadonlySet<string> }> {
  const { at } = reading.moment;
  const leaseMs = submissionLeaseMs(services.config.network.cardTimeoutMs);
  const ready = await holdUnchanged(transaction, due, reading);
  const scheduled = await planScheduled(services, transaction, ready, reading);
  const recurring = await planRecurring(services, transaction, ready, reading);
  const numbers = await readNumbers(services, transaction, [...scheduled, ...recurring]);
  const released = scheduled.filter(({ id }) => numbers.has(id));
  const run = recurring.filter(({ id }) => numbers.has(id));
  const moved = released.length === 0 ? [] : await submitScheduled(transaction, released, { leaseMs, at });
  const made = run.length === 0 ? [] : await insertSubmitting(transaction, run.map(newOccurrence), leaseMs);
  const runById = new Map(run.map((planned) => [planned.id, planned]));
  const steps = made.flatMap(({ recurringId }) => runById.get(recurringId ?? '') ?? []);
  if (steps.length > 0) await stepRecurring(transaction, steps);
  if (moved.length > 0) {
    const ids = moved.map(({ paymentId }) => paymentId);
    await deleteInstructions(transaction, ids);
  }
  for (const payment of [...moved, ...made]) {
    const id = payment.recurringId ?? payment.paymentId;
    const drawnFrom = numbers.get(id);
    if (!drawnFrom) throw new Error(`Payment ${payment.paymentId} has no bank account`);
    appendEvents(transaction, payment, at);
    recordDraft(services, transaction, payment, {
      amountCents: payment.totalCents,
      numbers: drawnFrom,
      moment: reading.moment,
      companyNumber: companyNumberOf(reading, payment),
    });
  }
  const payments = [...moved, ...made];
  return { payments, ids: new Set(payments.map(({ recurringId, paymentId }) => recurringId ?? paymentId)) };
}

/** A person's draft needs another entry class than a company's. Throws for a customer that `openLoan` left out. */
function companyNumberOf({ customers }: SetReading, { customerId, paymentId }: Payment): number {
  const customer = customers.get(customerId);
  if (!customer) throw new Error(`Payment ${paymentId} has no customer`);
  return customer.companyNumber;
}

/** Leaves out loans that changed since they were read, or that wait for something. */
async function holdUnchanged(
  transaction: Transaction,
  due: readonly DueDraft[],
  { versions }: SetReading,
): Promise<DueDraft[]> {
  const accounts = due.map(({ claimed }) => claimed.accountNumber);
  const held = await lockGuards(transaction, accounts);
  const hindered = await listHindered(transaction, accounts);
  return due.filter(
    ({ claimed: { accountNumber } }) =>
      held.get(accountNumber) === versions.get(accountNumber) && !hindered.has(accountNumber),
  );
}

/** A scheduled payment of which an ordinary amount is drawn. */
interface PlannedRelease {
  readonly id: string;
  readonly paymentId: string;
  readonly amountCents: Cents;
}

async function planScheduled(
  services: Services,
  transaction: Transaction,
  ready: readonly DueDraft[],
  reading: SetReading,
): Promise<PlannedRelease[]> {
  const claimed = new Map(ready.flatMap((due) => (due.kind === 'scheduled' ? [[due.id, due.claimed]] : [])));
  if (claimed.size === 0) return [];
  const locked = await lockScheduledOfIds(transaction, [...claimed.keys()]);
  return locked.flatMap((payment) => {
    const { paymentId } = payment;
    const loan = openLoan(services, reading, payment);
    if (!loan || payment.payOn !== claimed.get(paymentId)?.payOn || payment.isPayoff) return [];
    const limitCents = maxOnlineCents({ payoffCents: loan.payoffCents, payoffHold: payoffHoldOf(loan) });
    if (limitCents <= 0) return [];
    return [{ id: paymentId, paymentId, amountCents: minCents(payment.amountCents, limitCents) }];
  });
}

interface PlannedRun extends DuePayment {
  readonly id: string;
  readonly recurringId: string;
  readonly run: Run;
}

async function planRecurring(
  services: Services,
  transaction: Transaction,
  ready: readonly DueDraft[],
  reading: SetReading,
): Promise<PlannedRun[]> {
  const claimed = new Map(ready.flatMap((due) => (due.kind === 'recurring' ? [[due.id, due.claimed]] : [])));
  if (claimed.size === 0) return [];
  const locked = await lockRecurringOfIds(transaction, [...claimed.keys()]);
  const { institution } = services;
  const settings = paymentSettings(services);
  return locked.flatMap((recurring) => {
    const { recurringId, runOn } = recurring;
    const loan = openLoan(services, reading, { ...recurring, methodType: recurring.method.type });
    if (!loan || runOn !== claimed.get(recurringId)?.runOn) return [];
    const amounts = amountsDue(services, loan, recurring);
    if (!amounts || (recurring.paysTotalDue && recurring.announcedFor !== runOn)) return [];
    // Like a payoff: if it falls short, the customer is told.
    if (isAnnouncedAsLast(recurring)) return [];
    const run = runAfterRun(recurring, loan, institution, settings);
    return [{ id: recurringId, recurringId, run, recurring, amounts, moment: reading.moment }];
  });
}

/**
 * Returns undefined if the payment needs a decision: nothing is owed, payments are blocked, it is by card now, or the
 * host doesn't know the customer.
 */
function openLoan(
  services: Services,
  { loans, customers, moment }: SetReading,
  { accountNumber, customerId, methodType }: Pick<Payment, 'accountNumber' | 'customerId' | 'methodType'>,
): HostLoan | undefined {
  const drawn = loans.get(accountNumber);
  if (drawn?.standing !== 'open' || methodType !== 'ACH' || !customers.has(customerId)) return undefined;
  return isBlocked(services, drawn.loan, methodType, moment) ? undefined : drawn.loan;
}

/** Leaves out accounts that the bank blocked. */
async function readNumbers(
  services: Services,
  transaction: Transaction,
  planned: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, BankAccountNumbers>> {
  if (planned.length === 0) return new Map();
  const rows = await listInstructions(
    transaction,
    planned.map(({ id }) => id),
  );
  const found = rows.map((row) => {
    const numbers = numbersOfInstruction(services, row);
    return { id: row.instruction_id, numbers, index: indexBankAccount(services, numbers) };
  });
  const blocked = await listBlocked(
    transaction,
    found.map(({ index }) => index),
  );
  const usable = found.filter(({ index }) => !blocked.has(Buffer.from(index).toString('hex')));
  return new Map(usable.map(({ id, numbers }) => [id, numbers]));
}

function appendEvents(transaction: Transaction, { paymentId, timing }: Payment, at: Temporal.Instant): void {
  if (timing === 'recurring') appendSubmitting(transaction, { paymentId, timing, at });
  else appendPaymentEvent(transaction, { paymentId, from: 'scheduled', to: 'submitting', cause: 'schedule', at });
}

/** Posts a recorded set; what the host leaves out, or all if the set fails, is posted one by one. */
async function postSet(
  services: Services,
  sets: HostSets,
  payments: readonly Payment[],
  customers: ReadonlyMap<string, HostCustomer>,
): Promise<void> {
  const recorded = await tryToPostSet(services, sets, payments, customers);
  for (const payment of payments) {
    if (!recorded.has(payment.paymentId)) {
      await postDrafted(services, payment, { cause: 'schedule', afterRefusal: settleSchedule });
    }
  }
}

async function tryToPostSet(
  services: Services,
  sets: HostSets,
  payments: readonly Payment[],
  customers: ReadonlyMap<string, HostCustomer>,
): Promise<ReadonlyMap<string, Payment>> {
  const at = services.clock.now();
  try {
    const answers = await sets.postPayments(payments.map((payment) => postingOf(payment, at)));
    const atHost = payments.flatMap((payment) => {
      const posted = answers.get(payment.paymentId);
      const customer = customers.get(payment.customerId);
      return posted ? [{ payment, posting: { posted, missingCents: ZERO }, customer }] : [];
    });
    return atHost.length === 0 ? new Map() : await recordPosted(services, atHost, { cause: 'schedule', at });
  } catch (error) {
    services.log.error({ err: error, payments: payments.length }, 'could not post payments as a set');
    return new Map();
  }
}
