import { sql } from 'kysely';
import type { ApprovableAction, WorkStatus } from '#common/desk/work.api.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { DeskTables } from '#server/desk/desk-tables.ts';

export type Values = Readonly<Record<string, string>>;

/** A change that someone asked for and someone else decides. */
export interface WorkItem {
  readonly workItemId: number;
  readonly action: ApprovableAction;
  readonly customerId: string;
  readonly customerName: string;
  /** The action's arguments. */
  readonly input: Values;
  /** Shown to the approver: each changed thing by name, with its value. */
  readonly before: Values;
  readonly after: Values;
  readonly reason: string;
  readonly askedBy: number;
  readonly askedByName: string;
  readonly askedAt: Temporal.Instant;
  readonly status: WorkStatus;
  readonly decidedByName: string;
  readonly decidedAt: Temporal.Instant | null;
  readonly decisionReason: string;
}

export type NewWorkItem = Pick<
  WorkItem,
  'action' | 'customerId' | 'customerName' | 'input' | 'before' | 'after' | 'reason' | 'askedBy'
>;

/** @returns its id, or undefined if the same is open already */
export async function insertWorkItem(
  transaction: Transaction,
  item: NewWorkItem,
  at: Temporal.Instant,
): Promise<number | undefined> {
  const row = await transaction
    .withTables<DeskTables>()
    .insertInto('work_items')
    .values({
      action: item.action,
      customer_id: item.customerId,
      customer_name: item.customerName,
      input: JSON.stringify(item.input),
      before_values: JSON.stringify(item.before),
      after_values: JSON.stringify(item.after),
      reason: item.reason,
      asked_by: item.askedBy,
      asked_at: at.toString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('work_item_id as workItemId')
    .executeTakeFirst();
  return row?.workItemId;
}

function select(queryable: Queryable) {
  return queryable
    .withTables<DeskTables>()
    .selectFrom('work_items as w')
    .innerJoin('staff as a', 'a.staff_id', 'w.asked_by')
    .leftJoin('staff as d', 'd.staff_id', 'w.decided_by')
    .select([
      'w.work_item_id as workItemId',
      'w.action',
      'w.customer_id as customerId',
      'w.customer_name as customerName',
      'w.input',
      'w.before_values as before',
      'w.after_values as after',
      'w.reason',
      'w.asked_by as askedBy',
      'a.name as askedByName',
      'w.asked_at as askedAt',
      'w.status',
      'd.name as decidedByName',
      'w.decided_at as decidedAt',
      'w.decision_reason as decisionReason',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function fromRow({ action, decidedByName, ...row }: Row): WorkItem {
  return { ...row, action: action as ApprovableAction, decidedByName: decidedByName ?? '' };
}

export async function listOpenWorkItems(queryable: Queryable): Promise<WorkItem[]> {
  const rows = await select(queryable).where('w.status', '=', 'open').orderBy('w.asked_at').limit(200).execute();
  return rows.map(fromRow);
}

export async function listDecidedWorkItems(queryable: Queryable, limit: number): Promise<WorkItem[]> {
  const rows = await select(queryable)
    .where('w.status', '<>', 'open')
    .orderBy('w.decided_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

export async function findWorkItem(queryable: Queryable, workItemId: number): Promise<WorkItem | undefined> {
  const row = await select(queryable).where('w.work_item_id', '=', workItemId).executeTakeFirst();
  return row && fromRow(row);
}

/** Returns whether a change is asked for. @param input only items with these values */
export async function hasOpenWorkItem(
  queryable: Queryable,
  action: ApprovableAction,
  customerId: string,
  input: Values = {},
): Promise<boolean> {
  const row = await selectWithInput(queryable, action, input, 'open')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns what open changes of some kinds are about, of whatever customer. */
export async function listOpenInputs(queryable: Queryable, actions: readonly ApprovableAction[]): Promise<Values[]> {
  const rows = await queryable
    .withTables<DeskTables>()
    .selectFrom('work_items')
    .select('input')
    .where('status', '=', 'open')
    .where('action', 'in', actions)
    .execute();
  return rows.map(({ input }) => input);
}

/** Returns whether there is an item with these values in a state, of whatever customer. */
export async function hasWorkItem(
  queryable: Queryable,
  action: ApprovableAction,
  input: Values,
  status: WorkStatus,
): Promise<boolean> {
  return (await selectWithInput(queryable, action, input, status).executeTakeFirst()) !== undefined;
}

function selectWithInput(queryable: Queryable, action: ApprovableAction, input: Values, status: WorkStatus) {
  return queryable
    .withTables<DeskTables>()
    .selectFrom('work_items')
    .select('work_item_id')
    .where('action', '=', action)
    .where('status', '=', status)
    .where(sql<boolean>`input @> ${JSON.stringify(input)}::jsonb`)
    .limit(1);
}

export interface Decision {
  readonly workItemId: number;
  readonly status: Exclude<WorkStatus, 'open'>;
  readonly decidedBy: number;
  readonly reason: string;
}

/** @returns false if someone was faster */
export async function settleWorkItem(
  transaction: Transaction,
  { workItemId, status, decidedBy, reason }: Decision,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .withTables<DeskTables>()
    .updateTable('work_items')
    .set({ status, decided_by: decidedBy, decided_at: at.toString(), decision_reason: reason })
    .where('work_item_id', '=', workItemId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
