import type { Job } from '#server/platform/jobs/job.ts';
import { addDays, type Day, dayInMonth, laterDay } from '#common/core/dates.ts';
import { isHoldCodeIn } from '#common/accounts/rules/account.ts';
import { dueDaysToAlert } from '#common/accounts/rules/alerts.ts';
import { listAccountsWithDocument } from './statements/statements.queries.ts';
import { throwIfHostIsSilent, tryEach } from '#server/host-tasks/try-each.ts';
import type { Host, HostCustomer } from '#server/host/host.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { enqueueMessage, type OutgoingMessage } from '#server/messages/outbox.queries.ts';
import { listPreferences } from '#server/messages/notification-preferences.queries.ts';
import type { Services } from '#server/services.ts';
import { alertMessagesOf, statementMessagesOf } from './alert-messages.ts';
import { type ChosenAlerts, findAlertsSentThrough, listChosenAlerts, markAlertsSentThrough } from './alerts.queries.ts';

/** After an outage, only this many past days are sent. */
const MAX_CATCH_UP_DAYS = 7;

/** Few of them get an alert on a day, and each batch waits for several statements and a commit. */
const BATCH_SIZE = 2_500;

/** Runs in the morning, so texts don't arrive at night. */
export const sendAlertsJob: Job = {
  name: 'send-alerts',
  schedule: '0 8 * * *',
  run: sendAlerts,
};

/**
 * Queues the alerts of every day up to today. A day is marked once all its alerts are queued, and a queued message
 * isn't written again, so an interrupted run can be repeated. An account that fails is logged and gets no alert.
 * @throws HostUnavailable if the host is silent; no day is marked then
 */
async function sendAlerts(services: Services, stopping: AbortSignal): Promise<void> {
  const { clock, database } = services;
  const today = clock.today();
  const through = await findAlertsSentThrough(database);
  const first = through === undefined ? today : laterDay(addDays(through, 1), addDays(today, 1 - MAX_CATCH_UP_DAYS));
  if (first > today) return;
  const days: Day[] = [];
  for (let on = first; on <= today; on = addDays(on, 1)) days.push(on);
  let after = { userId: 0, accountNumber: '' };
  for (;;) {
    const chosen = await listChosenAlerts(database, after, BATCH_SIZE);
    const last = chosen.at(-1);
    if (!last) break;
    // A customer's days go in order; a day is marked after all customers.
    await queueBatchOrEach(services, chosen, days);
    after = last;
    if (stopping.aborted) return;
  }
  await markAlertsSentThrough(database, today);
}

/**
 * Alone, an account that can't be read keeps no alert of the others back.
 * @throws Error if none of several can be read, so that the day is done again
 */
async function queueBatchOrEach(
  services: Services,
  chosen: readonly ChosenAlerts[],
  days: readonly Day[],
): Promise<void> {
  try {
    await queueBatch(services, chosen, days);
  } catch (error) {
    await throwIfHostIsSilent(services, error);
    services.log.error({ err: error, accounts: chosen.length }, 'could not queue the alerts of a batch');
    const queued = await tryEach(services, chosen, {
      work: (alone) => queueBatch(services, [alone], days),
      nameOf: ({ userId, accountNumber }) => ({ userId, accountNumber }),
      failure: 'could not queue the alerts of an account',
    });
    if (queued === 0 && chosen.length > 1) throw error;
  }
}

async function queueBatch(services: Services, chosen: readonly ChosenAlerts[], days: readonly Day[]): Promise<void> {
  const { clock, database } = services;
  const messages = await messagesOf(services, chosen, days);
  if (messages.length === 0) return;
  await inTransaction(database, async (transaction) => {
    const userIds = new Set(messages.flatMap(({ userId }) => userId ?? []));
    const preferences = await listPreferences(transaction, [...userIds]);
    for (const message of messages) {
      const own = message.userId === undefined ? undefined : preferences.get(message.userId);
      await enqueueMessage(services, transaction, message, clock.now(), own);
    }
  });
}

async function messagesOf(
  { clock, database, host, institution }: Services,
  chosen: readonly ChosenAlerts[],
  days: readonly Day[],
): Promise<OutgoingMessage[]> {
  const today = clock.today();
  const lastMonth = addDays(dayInMonth(today, 0, 1), -1).slice(0, 7);
  const forStatement = chosen.filter(({ alerts }) => alerts.email.statement || alerts.text.statement);
  const withStatement = await listAccountsWithDocument(database, numbersOf(forStatement), lastMonth);
  const withDueDay = await findWithDueDay(host, chosen, days, institution.servicing.delinquentAfterDays);
  const mayGetAlert = ({ accountNumber }: ChosenAlerts) =>
    withStatement.has(accountNumber) || withDueDay.has(accountNumber);
  const loans = await host.listLoans(numbersOf(chosen.filter(mayGetAlert)), today);
  const byNumber = new Map(loans.map((owned) => [owned.loan.accountNumber, owned]));
  const customers = await findCustomers(host, new Set(loans.map(({ customerId }) => customerId)));
  const messages: OutgoingMessage[] = [];
  for (const { userId, customerId, accountNumber, alerts } of chosen) {
    const owned = byNumber.get(accountNumber);
    // The account may belong to another customer now.
    if (owned?.customerId !== customerId) continue;
    const { loan, hidden } = owned;
    // During a bankruptcy, a reminder to pay may count as collection.
    if (isHoldCodeIn(loan.holdCode, institution.options['globalOptions.noAlertHoldCodes'])) continue;
    const customer = customers.get(customerId);
    if (!customer) continue;
    const recipient = { userId, customer, alerts };
    for (const on of days) messages.push(...alertMessagesOf(institution, recipient, loan, on));
    // Statements are made in the first nights of a month, or later after an outage. Those of a hidden loan can't be
    // opened.
    if (withStatement.has(accountNumber) && !loan.historyBlocked && !hidden) {
      messages.push(...statementMessagesOf(institution, recipient, loan, lastMonth));
    }
  }
  return messages;
}

/** Few loans get an alert on a day, so the others aren't read, except from a core that can't say which. */
async function findWithDueDay(
  host: Host,
  chosen: readonly ChosenAlerts[],
  days: readonly Day[],
  delinquentAfterDays: number,
): Promise<ReadonlySet<string>> {
  if (!host.sets) return new Set(numbersOf(chosen));
  const wanted = chosen.flatMap(({ accountNumber, alerts }) =>
    days.flatMap((on) => dueDaysToAlert(alerts, on, delinquentAfterDays).map((dueOn) => ({ accountNumber, dueOn }))),
  );
  return host.sets.findLoansDue(wanted);
}

function numbersOf(chosen: readonly ChosenAlerts[]): string[] {
  return chosen.map(({ accountNumber }) => accountNumber);
}

/** One after the other from a core that has no call for many. */
async function findCustomers(host: Host, customerIds: ReadonlySet<string>): Promise<ReadonlyMap<string, HostCustomer>> {
  const found: (HostCustomer | undefined)[] = [];
  if (host.sets) found.push(...(await host.sets.findCustomers([...customerIds])));
  else for (const customerId of customerIds) found.push(await host.findCustomer(customerId));
  return new Map(found.flatMap((customer) => (customer ? [[customer.customerId, customer]] : [])));
}
