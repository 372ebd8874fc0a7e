import { randomUUID } from 'node:crypto';
import { afterCommit, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { HostServicing } from '#server/host/host-servicing.ts';
import type { AppliedOfKept, MoneyOnLoan } from '#server/host/host-payments.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import { composeCustomerMail, composeMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage, type OutgoingMessage, redirectWaitingMessages } from '#server/messages/outbox.queries.ts';
import { composeText } from '#server/messages/compose-text.ts';
import type { Services } from '#server/services.ts';
import { chargeOffMail, isChargeOffTask } from './charge-off-mail.ts';
import { type HostTask, type MessageTask, subjectOf, withNamedValues } from './host-task.ts';
import {
  claimHostTask,
  deleteHostTask,
  insertHostTask,
  postponeHostTask,
  setHostTaskAside,
  type SealedTask,
} from './host-tasks.queries.ts';
import { drawOverpaidMail, overpaymentAppliedMail } from './overpayment-applied-mail.ts';
import { askHost } from './try-each.ts';

type TaskServices = Pick<
  Services,
  'audit' | 'cardProcessor' | 'cipher' | 'clock' | 'database' | 'endPlannedPayments' | 'host' | 'institution' | 'log'
>;

/** Longer than a host call may take; afterwards, the claiming process is presumed dead. */
const LEASE_SECONDS = 60;

const LONGEST_PAUSE_SECONDS = 600;

/** After so many failures in a row, the host and the card processor are asked whether they answer. */
const MAX_FAILURES = 3;

/** Runs the task right after the transaction commits, or else in the next run of the job. */
export async function enqueueHostTask(services: TaskServices, transaction: Transaction, task: HostTask): Promise<void> {
  leaveHostTask(services, transaction, task);
  afterCommit(() => runTasksOf(services, subjectOf(task)));
}

/** Leaves the task to the next run of the job, in a process that has what it needs. */
export function leaveHostTask(
  { cipher }: Pick<TaskServices, 'cipher'>,
  transaction: Transaction,
  task: HostTask,
): void {
  const sealIdentity = randomUUID();
  const sealed = cipher.encrypt(JSON.stringify(task), identityOf(sealIdentity));
  insertHostTask(transaction, { subject: subjectOf(task), sealIdentity, sealed });
}

/** Runs tasks that no process did right after their transaction. */
export async function runHostTasks(services: TaskServices, stopping: AbortSignal): Promise<number> {
  let done = 0;
  const failed = new Set<number>();
  for (let inARow = 0; inARow < MAX_FAILURES && !stopping.aborted;) {
    const task = await claimHostTask(services.database, { subject: null, leaseSeconds: LEASE_SECONDS });
    if (!task) break;
    if (await attempt(services, task)) {
      done += 1;
      inARow = 0;
      continue;
    }
    // This one is due again, so all others had their turn.
    if (failed.has(task.taskId)) break;
    failed.add(task.taskId);
    inARow += 1;
    if (inARow === MAX_FAILURES && (await servicesAnswer(services))) inARow = 0;
  }
  return done;
}

/** While the host and the card processor answer, one failed task says nothing about the next. */
async function servicesAnswer(services: TaskServices): Promise<boolean> {
  try {
    await askHost(services);
    await services.cardProcessor.assertAnswers();
    return true;
  } catch (error) {
    services.log.warn({ err: error }, 'leaving host tasks to the next run');
    return false;
  }
}

async function runTasksOf(services: TaskServices, subject: string): Promise<void> {
  try {
    for (;;) {
      const task = await claimHostTask(services.database, { subject, leaseSeconds: LEASE_SECONDS });
      if (!task || !(await attempt(services, task))) return;
    }
  } catch (error) {
    services.log.warn({ err: error }, 'leaving host tasks to the job');
  }
}

/** Returns whether later tasks may run: this one is done or permanently refused. */
async function attempt(services: TaskServices, sealed: SealedTask): Promise<boolean> {
  const { taskId, attempts } = sealed;
  try {
    const task = openTask(services, sealed);
    try {
      await perform(services, taskId, task);
    } catch (error) {
      if (!(error instanceof HostRefused)) throw error;
      await setAside(services, taskId, task, error);
    }
    return true;
  } catch (error) {
    const seconds = Math.min(10 * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS);
    services.log.warn({ err: error, taskId, attempts }, 'a task for the host could not be done');
    await postponeHostTask(services.database, taskId, seconds);
    return false;
  }
}

export function openTask({ cipher }: Pick<Services, 'cipher'>, { sealIdentity, sealed }: SealedTask): HostTask {
  return withNamedValues(JSON.parse(cipher.decrypt(sealed, identityOf(sealIdentity))) as HostTask);
}

/** Keeps a refused task for the operator and tells the customer that the change wasn't made. */
async function setAside(services: TaskServices, taskId: number, task: HostTask, refusal: HostRefused): Promise<void> {
  const { audit, clock, database, log } = services;
  log.error({ err: refusal, taskId, kind: task.kind }, 'the host permanently refused a task; see passbook host-tasks');
  const customerId = await findCustomerOf(services, task);
  await inTransaction(database, async (transaction) => {
    if (!(await setHostTaskAside(transaction, taskId, refusal.message))) return;
    const details = { taskId, kind: task.kind, reason: refusal.message };
    await audit.record(transaction, { event: 'host-task-set-aside', userId: null, details });
    if (customerId === undefined) return;
    await enqueueHostTask(services, transaction, {
      kind: 'mail',
      customerId,
      mail: {
        occasion: `change-refused-${taskId}`,
        subject: { key: 'changeRefusedMail.subject' },
        body: { key: 'changeRefusedMail.body' },
      },
      at: clock.now().toString(),
    });
  });
}

/** Returns undefined for a task that no customer made, and for an account without a known owner. */
async function findCustomerOf({ clock, host }: TaskServices, task: HostTask): Promise<string | undefined> {
  if (isMessage(task) || tasksOfStaff.has(task.kind)) return undefined;
  if ('customerId' in task) return task.customerId;
  if (!('accountNumber' in task)) return undefined;
  const [owned] = await host.listLoans([task.accountNumber], clock.today());
  return owned?.customerId;
}

/** Tasks that come from a decision of staff, not of the customer. */
const tasksOfStaff: ReadonlySet<HostTask['kind']> = new Set<HostTask['kind']>([
  'reverseLateCharge',
  'receivePayment',
  'payOutOverpayment',
  'drawOnLine',
  'refundPart',
  'showOnWeb',
  'changeHolds',
  'changeHoldCode',
  'changeDueDay',
  'deferInstallments',
  'changeRate',
  'withdrawRate',
  'chargeOff',
  'reverseChargeOff',
  'recordLienRelease',
  'withdrawLienRelease',
]);

function isMessage(task: HostTask): task is MessageTask {
  return task.kind === 'mail' || task.kind === 'securityMail' || task.kind === 'text';
}

async function perform(services: TaskServices, taskId: number, task: HostTask): Promise<void> {
  const { database } = services;
  if (!isMessage(task)) {
    const told = await tellHost(services, task);
    const mail = isChargeOffTask(task) ? await chargeOffMail(services, task) : await reopenedMail(services, task);
    await inTransaction(database, async (transaction) => {
      const isFirst = await deleteHostTask(transaction, taskId);
      if (isFirst && task.kind === 'chargeOff' && task.decision) {
        await services.endPlannedPayments(transaction, task.accountNumber, task.decision);
      }
      if (isFirst && mail) await enqueueHostTask(services, transaction, mail);
      if (isFirst && told?.keptApplied) await tellOfKept(services, transaction, taskId, told.keptApplied);
      if (isFirst && told?.leftOver) await tellOfLeftOver(services, transaction, taskId, told.leftOver);
      if (task.kind === 'changeEmailAddress') {
        await redirectWaitingMessages(transaction, task.customerId, task.emailAddress);
      }
    });
    return;
  }
  const messages = await messagesOf(services, task);
  await inTransaction(database, async (transaction) => {
    if (!(await deleteHostTask(transaction, taskId))) return;
    for (const message of messages) {
      await enqueueMessage(services, transaction, message, Temporal.Instant.from(task.at));
    }
  });
}

/** Only if the loan is open after a payment was taken back, which is known only now. */
async function reopenedMail({ clock, host }: TaskServices, task: HostTask): Promise<MessageTask | undefined> {
  const { at, today } = clock.moment();
  if (task.kind !== 'reversePayment' || !task.tellsIfOpen) return undefined;
  const { customerId, accountNumber, mail } = task.tellsIfOpen;
  const { standing } = await host.findLoanToDraw(customerId, accountNumber, today);
  return standing === 'open' ? { kind: 'mail', customerId, mail, at: at.toString() } : undefined;
}

/** A payment, or a part of it, was taken off the loan, and an overpayment was applied to what the loan owes again. */
async function tellOfKept(
  services: TaskServices,
  transaction: Transaction,
  taskId: number,
  kept: MoneyOnLoan,
): Promise<void> {
  const { clock, institution } = services;
  await enqueueHostTask(services, transaction, overpaymentAppliedMail(institution, taskId, kept, clock.now()));
  const { accountNumber, amountCents } = kept;
  const details = { accountNumber, amountCents };
  await services.audit.record(transaction, { event: 'overpayment-applied', userId: null, details });
}

/** A draw was taken back that was paid already, in full or in part. */
async function tellOfLeftOver(
  services: TaskServices,
  transaction: Transaction,
  taskId: number,
  leftOver: MoneyOnLoan,
): Promise<void> {
  const { clock, institution } = services;
  await enqueueHostTask(services, transaction, drawOverpaidMail(institution, taskId, leftOver, clock.now()));
  const { accountNumber, amountCents } = leftOver;
  const details = { accountNumber, amountCents };
  await services.audit.record(transaction, { event: 'draw-left-overpayment', userId: null, details });
}

async function tellHost(
  { host, cardProcessor }: TaskServices,
  task: Exclude<HostTask, MessageTask>,
): Promise<AppliedOfKept | undefined | void> {
  switch (task.kind) {
    case 'changeEmailAddress':
      return host.changeEmailAddress(task.customerId, task.emailAddress);
    case 'changeCustomerAddress':
      return host.changeCustomerAddress(task.customerId, task.address);
    case 'changePhones':
      return host.changePhones(task.customerId, task.phones);
    case 'changeMailingAddress':
      return host.changeMailingAddress({ ...task, at: Temporal.Instant.from(task.at) });
    case 'hideFromWeb':
      return host.hideFromWeb(task.accountNumber);
    case 'showOnWeb':
      return host.showOnWeb(task.accountNumber);
    case 'setStatementFormat':
      return host.setStatementFormat(task.customerId, task.accountNumber, task.format);
    case 'reversePayment':
      return host.reversePayment({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
    case 'changeHolds':
      return servicingOf(host).changeHolds(task);
    case 'changeHoldCode':
      return servicingOf(host).changeHoldCode(task);
    case 'changeDueDay':
      return servicingOf(host).changeDueDay({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
    case 'deferInstallments':
      return servicingOf(host).deferInstallments({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
    case 'changeRate':
      return servicingOf(host).changeRate({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
    case 'withdrawRate':
      return servicingOf(host).withdrawRate({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
    case 'chargeOff':
      return servicingOf(host).chargeOff({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
    case 'reverseChargeOff':
      return servicingOf(host).reverseChargeOff({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
    case 'recordLienRelease':
      return servicingOf(host).recordLienRelease({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
    case 'withdrawLienRelease':
      return servicingOf(host).withdrawLienRelease({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
    case 'receivePayment':
      return servicingOf(host).receivePayment({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
    case 'payOutOverpayment':
      return servicingOf(host).payOutOverpayment({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
    case 'drawOnLine':
      return servicingOf(host).drawOnLine({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
    case 'movePayment': {
      const { fromLoan: fromAccountNumber, toLoan: accountNumber, postedAt, ...move } = task;
      const named = { ...move, fromAccountNumber, accountNumber, postedAt: Temporal.Instant.from(postedAt) };
      return servicingOf(host).movePayment(named);
    }
    case 'reverseLateCharge':
      return host.reverseLateCharge({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
    case 'refundCharge':
      return cardProcessor.refund(task.paymentId, task.part);
    case 'refundPart':
      return servicingOf(host).refundPart({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
    case 'settleClearing':
      return host.settleClearing({ ...task, postedAt: Temporal.Instant.from(task.postedAt) });
  }
}

function servicingOf({ servicing }: Services['host']): HostServicing {
  if (!servicing) throw new HostRefused('NotOffered', 'The core has its own staff for this change.');
  return servicing;
}

async function messagesOf(services: TaskServices, task: MessageTask): Promise<OutgoingMessage[]> {
  const { institution, host, log } = services;
  const customer = await host.findCustomer(task.customerId);
  if (!customer) {
    log.error({ customerId: task.customerId, kind: task.kind }, 'no recipient found for a message; none is sent');
    return [];
  }
  if (task.kind === 'text') return listOf(composeText(institution, { ...task.text, recipient: customer.textPhone }));
  if (task.kind === 'mail') return listOf(composeCustomerMail(institution, task.mail, customer));
  return [...new Set([task.heldAddress ?? customer.emailAddress, customer.emailAddress])].flatMap((recipient, index) =>
    listOf(composeMail(institution, { ...task.mail, occasion: `${task.mail.occasion}-${index}`, recipient })),
  );
}

function listOf(message: OutgoingMessage | undefined): OutgoingMessage[] {
  return message ? [message] : [];
}

function identityOf(sealIdentity: string): string {
  return `host-task:${sealIdentity}`;
}
