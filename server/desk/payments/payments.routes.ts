import { isPart, remainingOf } from '#common/payments/rules/partial-refund.ts';
import { cents, formatCents, parseDollars, subtractCents } from '#common/core/money.ts';
import type { paymentsApi } from '#common/desk/payments.api.ts';
import { requestApprovalForCustomer } from '#server/desk/approvals/request-approval.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { limitCustomerSearches } from '#server/desk/customers/search-limit.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import {
  findPayments,
  type FoundPayment,
  findScheduleByReference,
  type PaymentSearch,
} from '#server/payments/operator/find-payments.queries.ts';
import { findRefundRoute, type RefundRoute } from '#server/payments/operator/refund-payment.command.ts';
import { findRefundablePart, isOnLoanFromFiles } from '#server/payments/operator/refund-part.command.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import type { Services } from '#server/services.ts';
import { settleByEvidence } from '#server/payments/operator/settle-by-evidence.command.ts';
import { stopRecurring, stopScheduled } from '#server/payments/operator/stop-planned-payment.command.ts';
import { findOpenPause } from '#server/payments/schedules/payment-pauses.queries.ts';
import { findRecurring, type Recurring } from '#server/payments/schedules/recurring-payments.queries.ts';
import { inTransaction, type Queryable, type Transaction } from '#server/platform/db/database.ts';
import { describeRelease } from './describe-release.ts';
import { getPayment, readPaymentDetail } from './payment-detail.ts';

const MAX_FOUND = 50;
const MAX_CUSTOMERS = 25;
const RETURNED_DAYS = 30;
const REFERENCE = /^[0-9A-Z]{4}-?[0-9A-Z]{4}-?[0-9A-Z]{4}$/;

/** Who gets the money back, for the person who approves. */
const refundWords: Readonly<Record<RefundRoute, string>> = {
  card: 'refunded to the card, reversed on the loan',
  unappliedCard: 'refunded to the card; it never was on the loan',
  unsentDraft: 'never sent to the bank, reversed on the loan',
};

/** For the person who approves. @throws DeskRefusal 409 if it can't be refunded */
async function whatARefundDoes(
  services: Services,
  transaction: Transaction,
  payment: Payment,
  part: { readonly amountCents: number; readonly fromFiles: boolean } | undefined,
): Promise<string> {
  const left = remainingOf(payment, payment.refundedCents).totalCents;
  if (part === undefined) {
    const route = await findRefundRoute(transaction, payment);
    if (!route.ok) throw new DeskRefusal(409, route.error);
    const rest = payment.refundedCents > 0 ? ` (the ${formatCents(left)} that are left of it)` : '';
    return `${refundWords[route.value]}${rest}`;
  }
  const amountCents = cents(part.amountCents);
  const refundable = await findRefundablePart(services, transaction, payment, part.fromFiles);
  if (!refundable.ok) throw new DeskRefusal(409, refundable.error);
  if (!isPart(amountCents, refundable.value)) throw new DeskRefusal(409, 'NotAPart');
  const stays = formatCents(subtractCents(left, amountCents));
  return `${formatCents(amountCents)} refunded to the card; ${stays} of the payment stays`;
}

export const paymentsHandlers: DeskHandlers<typeof paymentsApi> = {
  'POST /api/desk/payments/find': async ({ services, session, body: { find }, record }) => {
    const { clock, database } = services;
    const readings = readingsOfPaymentText(find);
    if (readings.some(({ by }) => by === 'customerName')) await limitCustomerSearches(services, session, false);
    const searches = await Promise.all(readings.map((reading) => toSearch(services, reading)));
    const found = await Promise.all(searches.map((search) => findPayments(database, search, MAX_FOUND)));
    const payments = new Map(found.flat().map((payment) => [payment.paymentId, payment]));
    const since = clock.now().subtract({ hours: 24 * RETURNED_DAYS });
    const returned = find === '' ? await findPayments(database, { by: 'returned', since }, MAX_FOUND) : [];
    const references = readings.flatMap((reading) => (reading.by === 'reference' ? reading.reference : []));
    const schedules = await Promise.all(references.map((reference) => findScheduleByReference(database, reference)));
    const by = readings.map((reading) => reading.by).join(',');
    await inTransaction(database, (transaction) => record(transaction, { details: { by, found: payments.size } }));
    const names = await namesOf(services, [...payments.values(), ...returned]);
    const toShown = (payment: FoundPayment) => ({
      ...payment,
      customerName: names.get(payment.customerId) ?? '',
      stateSince: payment.stateSince.toString(),
    });
    return {
      payments: [...payments.values()].map(toShown),
      returned: returned.map(toShown),
      schedules: schedules.flatMap((schedule) => schedule ?? []),
    };
  },

  'GET /api/desk/payment': ({ services, query }) => readPaymentDetail(services, query),

  'POST /api/desk/payments/settle': async ({ services, session, body, record }) => {
    const { customerId, claim, reason } = body;
    const { paymentId, userId, referenceNumber } = await getPayment(services.database, body);
    const by = session.emailAddress;
    const settled = await settleByEvidence(services, paymentId, claim, { reason, by });
    if (!settled.ok) throw new DeskRefusal(409, settled.error);
    const { state, decidedBy } = settled.value;
    const claimed = claim ? { claimed: claim.outcome, evidence: claim.evidence } : {};
    const details = { paymentId, referenceNumber, ...claimed, state, decidedBy };
    await inTransaction(services.database, (transaction) =>
      record(transaction, { customerId, userId, reason, details }),
    );
    return { state, decidedBy };
  },

  'POST /api/desk/payments/cancel': async ({ services, session, body, record }) => {
    const { customerId, reason } = body;
    await inTransaction(services.database, async (transaction) => {
      const { paymentId, userId, referenceNumber } = await getPayment(transaction, body);
      const decision = { by: session.emailAddress, reason };
      const stopped = await stopScheduled(services, transaction, paymentId, decision);
      if (!stopped.ok) throw new DeskRefusal(409, stopped.error);
      await record(transaction, { customerId, userId, reason, details: { paymentId, referenceNumber } });
    });
    return {};
  },

  'POST /api/desk/payments/ask-refund': async (call) => {
    const { services, body } = call;
    const { customerId, amountCents } = body;
    const asked = await getPayment(services.database, body);
    const part =
      amountCents === undefined ? undefined : { amountCents, fromFiles: await isOnLoanFromFiles(services, asked) };
    await requestApprovalForCustomer(call, async (transaction) => {
      const payment = await getPayment(transaction, body);
      const { paymentId, userId, referenceNumber, totalCents, lastFour, state } = payment;
      // One at a time: the second person decides on what is left.
      if (await hasOpenWorkItem(transaction, 'refundPayment', customerId, { paymentId })) {
        throw new DeskRefusal(409, 'AskedAlready');
      }
      const becomes = await whatARefundDoes(services, transaction, payment, part);
      const name = `Payment ${referenceNumber} of ${formatCents(totalCents)}, ending in ${lastFour}`;
      return {
        action: 'refundPayment',
        input: { paymentId, ...(part && { amountCents: String(part.amountCents) }) },
        before: { [name]: state },
        after: { [name]: becomes },
        userId,
        details: { paymentId, referenceNumber, ...(part && { amountCents: part.amountCents }) },
      };
    });
    return {};
  },

  'POST /api/desk/payments/ask-release-account': async (call) => {
    const { services, body } = call;
    await requestApprovalForCustomer(call, async (transaction) => {
      const { paymentId, userId, referenceNumber, lastFour } = await getPayment(transaction, body);
      const account = `Bank account ending in ${lastFour}, of payment ${referenceNumber}`;
      const release = await describeRelease(services, transaction, { paymentId }, account);
      return { ...release, userId, details: { paymentId, referenceNumber } };
    });
    return {};
  },

  'GET /api/desk/schedule': async ({ services, query }) => {
    const schedule = await getSchedule(services.database, query);
    const pause = await findOpenPause(services.database, schedule.accountNumber);
    return {
      recurringId: schedule.recurringId,
      reference: schedule.referenceNumber,
      accountNumber: schedule.accountNumber,
      state: schedule.state,
      stateSince: schedule.stateSince.toString(),
      option: schedule.recurrence.option,
      nextOn: schedule.runOn,
      paused: schedule.state === 'active' && (pause?.methods.includes(schedule.method.type) ?? false),
      totalCents: schedule.paysTotalDue ? null : schedule.totalCents,
      method: schedule.method.type,
      lastFour: schedule.method.lastFour,
    };
  },

  'POST /api/desk/payments/stop-schedule': async ({ services, session, body, record }) => {
    const { customerId, reason } = body;
    await inTransaction(services.database, async (transaction) => {
      const { recurringId, userId, referenceNumber } = await getSchedule(transaction, body);
      const decision = { by: session.emailAddress, reason };
      const stopped = await stopRecurring(services, transaction, recurringId, decision);
      if (!stopped.ok) throw new DeskRefusal(409, stopped.error);
      await record(transaction, { customerId, userId, reason, details: { recurringId, referenceNumber } });
    });
    return {};
  },
};

/** @throws DeskRefusal 404 for one of another customer */
async function getSchedule(
  queryable: Queryable,
  { customerId, recurringId }: { readonly customerId: string; readonly recurringId: string },
): Promise<Recurring> {
  const schedule = await findRecurring(queryable, recurringId);
  if (schedule?.customerId !== customerId) throw new DeskRefusal(404, 'NotFound');
  return schedule;
}

type Reading = Exclude<PaymentSearch, { readonly by: 'customers' | 'returned' }> | NameReading;

interface NameReading {
  readonly by: 'customerName';
  readonly name: string;
}

/** Returns what a typed text may mean; exported for its table of cases. Empty: the payments that need a person. */
export function readingsOfPaymentText(text: string): Reading[] {
  if (text === '') return [{ by: 'needsPerson' }];
  const typed = text.toUpperCase().replaceAll(' ', '');
  const readings: Reading[] = [];
  if (REFERENCE.test(typed)) {
    const [first, second, third] = typed.replaceAll('-', '').match(/.{4}/g) ?? [];
    readings.push({ by: 'reference', reference: `${first}-${second}-${third}` });
  }
  if (/^\d{15}$/.test(typed)) return [{ by: 'trace', trace: typed }];
  if (/^\d{4}$/.test(typed)) readings.push({ by: 'lastFour', lastFour: typed });
  const total = parseDollars(typed);
  if (total !== undefined) readings.push({ by: 'total', cents: total });
  // A confirmation number nearly always has a digit, which hardly any name has.
  if (!/\d/.test(text) && /\p{Letter}{2}/u.test(text)) readings.push({ by: 'customerName', name: text });
  return readings;
}

async function toSearch({ host }: Services, reading: Reading): Promise<PaymentSearch> {
  if (reading.by !== 'customerName') return reading;
  const customers = await host.searchCustomers({ by: 'name', name: reading.name, limit: MAX_CUSTOMERS });
  return { by: 'customers', customerIds: customers.map(({ customerId }) => customerId) };
}

/** Returns names by customer. Without an answer of the core, the list has only their numbers. */
async function namesOf(
  { host, log }: Services,
  payments: readonly FoundPayment[],
): Promise<ReadonlyMap<string, string>> {
  const customerIds = [...new Set(payments.map(({ customerId }) => customerId))];
  if (customerIds.length === 0) return new Map();
  const search = { by: 'customerIds', customerIds, limit: customerIds.length } as const;
  const customers = await host.searchCustomers(search).catch((error: unknown) => {
    log.warn({ error }, 'the core did not say whose payments these are');
    return [];
  });
  return new Map(customers.map(({ customerId, name }) => [customerId, name]));
}
