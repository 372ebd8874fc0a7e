import { randomUUID } from 'node:crypto';
import {
  type ChargeOffObstacle,
  paymentIdOfChargeOff,
  type ReversalObstacle,
} from '#common/accounts/rules/charge-off.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { ChargeOffProjection } from '#server/host/host-servicing.ts';
import { accountSubject, type ChargeOffTask } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { isUnderMaintenance } from '#server/institution/operating-state.queries.ts';
import { type LoanName, type NotOnOurBooks, projectOnOurBooks } from '#server/payments/operator/loan-on-our-books.ts';
import { hasUnsettledPayment } from '#server/payments/payments.queries.ts';
import { findActiveRecurring } from '#server/payments/schedules/recurring-payments.queries.ts';
import { listScheduledOfAccounts } from '#server/payments/schedules/scheduled-payments.queries.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';

export type ChargeOffRefusal =
  | NotOnOurBooks
  | ChargeOffObstacle
  /** Other principal or charges are owed than staff saw. */
  | 'AmountMoved'
  /** The nightly run decides about planned payments; try again after it. */
  | 'Maintenance'
  /** A payment of the loan has no outcome yet. */
  | 'InProgress';

export type ChargeOffReversalRefusal = NotOnOurBooks | ReversalObstacle;

export interface PlannedChargeOff extends ChargeOffProjection {
  readonly owedCents: Cents;
  /** Principal and charges, which become a loss; interest is not an asset before it is paid. */
  readonly lossCents: Cents;
  /** Scheduled and automatic payments, which end with it. */
  readonly plannedPayments: number;
}

interface Decision {
  readonly by: string;
  readonly reason: string;
}

/** Returns what a loan owes, and whether it can be charged off or its charge-off reversed. */
export async function planChargeOff(
  services: Services,
  { customerId, accountNumber }: LoanName,
): Promise<Result<PlannedChargeOff, NotOnOurBooks>> {
  const { database } = services;
  const loan = { customerId, accountNumber };
  const projected = await projectOnOurBooks(
    services,
    loan,
    (books, on) => books.projectChargeOff({ ...loan, on }),
    ({ chargedOff }) => chargedOff !== null,
  );
  if (!projected.ok) return projected;
  const found = projected.value;
  const scheduled = await listScheduledOfAccounts(database, [accountNumber]);
  const recurring = await findActiveRecurring(database, accountNumber);
  return success({
    ...found,
    owedCents: addCents(found.principalCents, found.interestCents, found.feesCents),
    lossCents: addCents(found.principalCents, found.feesCents),
    plannedPayments: scheduled.length + (recurring ? 1 : 0),
  });
}

/**
 * Charges a loan off, with the interest through today. Once it is on the books, its planned payments end and the
 * customer is told.
 * @param seenCents the loss when staff asked
 * @param within runs in the transaction of the change
 */
export function chargeOff(
  services: Services,
  { customerId, accountNumber, seenCents }: LoanName & { readonly seenCents: Cents },
  decision: Decision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, ChargeOffRefusal>> {
  const { audit, clock, database } = services;
  const read = () => planChargeOff(services, { customerId, accountNumber });
  return readThenChange(database, accountSubject(accountNumber), read, async (transaction, planned) => {
    if (!planned.ok) return planned;
    const { obstacle, lossCents } = planned.value;
    if (obstacle) return failure(obstacle);
    if (lossCents !== seenCents) return failure('AmountMoved');
    if (await isUnderMaintenance(transaction)) return failure('Maintenance');
    if (await hasUnsettledPayment(transaction, accountNumber)) return failure('InProgress');
    const moment = clock.moment();
    await post(services, transaction, { kind: 'chargeOff', accountNumber, tells: customerId, decision }, moment);
    const { principalCents, interestCents, feesCents, plannedPayments } = planned.value;
    const figures = { principalCents, interestCents, feesCents, plannedPayments };
    const details = { customerId, accountNumber, ...figures, ...decision };
    await audit.record(transaction, { event: 'loan-charged-off', userId: null, details });
    await within(transaction);
    return success(undefined);
  });
}

/**
 * Takes a charge-off back that was made in error. Planned payments stay ended; the customer is told once it is
 * on the books.
 * @param within runs in the transaction of the change
 */
export function reverseChargeOff(
  services: Services,
  { customerId, accountNumber }: LoanName,
  decision: Decision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, ChargeOffReversalRefusal>> {
  const { audit, clock, database } = services;
  const read = () => planChargeOff(services, { customerId, accountNumber });
  return readThenChange(database, accountSubject(accountNumber), read, async (transaction, planned) => {
    if (!planned.ok) return planned;
    const { chargedOff, reversalObstacle } = planned.value;
    if (reversalObstacle) return failure(reversalObstacle);
    if (!chargedOff) return failure('NotChargedOff');
    const moment = clock.moment();
    const task = { kind: 'reverseChargeOff', accountNumber, tells: customerId, chargedOffOn: chargedOff.on } as const;
    await post(services, transaction, task, moment);
    const details = { customerId, accountNumber, chargedOffOn: chargedOff.on, ...decision };
    await audit.record(transaction, { event: 'charge-off-reversed', userId: null, details });
    await within(transaction);
    return success(undefined);
  });
}

async function post(
  services: Services,
  transaction: Transaction,
  task: Omit<ChargeOffTask, 'paymentId' | 'effectiveOn' | 'postedAt'>,
  { at, today }: Moment,
): Promise<void> {
  await raiseGuard(transaction, accountSubject(task.accountNumber));
  const posting = { paymentId: paymentIdOfChargeOff(randomUUID()), effectiveOn: today, postedAt: at.toString() };
  await enqueueHostTask(services, transaction, { ...task, ...posting });
}
