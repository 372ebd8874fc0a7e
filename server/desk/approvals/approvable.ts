import type { DeskPermission } from '#common/desk/permissions.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import type { Values, WorkItem } from './work-items.queries.ts';

export interface Approved {
  readonly services: Services;
  readonly item: WorkItem;
  /** Who approved, for entries of the audit log. */
  readonly by: string;
  readonly siteUrl: string;
  readonly deskUrl: string;
  /**
   * Marks the item as approved and writes the audit entry. Call it once, in the transaction of the change.
   * @throws DeskRefusal if someone else decided meanwhile, which rolls the change back
   */
  settle(transaction: Transaction): Promise<void>;
}

/** Rolls the change back; the item is closed, and the approver sees the reason. */
export class CannotBeMade extends Error {
  override readonly name = 'CannotBeMade';
}

export interface Approvable {
  /** Who may request it, as its call declares. Checked again when it is decided: they may have lost it since. */
  readonly request: DeskPermission;
  /** Who may decide. */
  readonly approve: DeskPermission;
  /** A permission that the approver needs as well, depending on the item's input. */
  readonly andApprove?: (input: Values) => DeskPermission | undefined;
  /**
   * Makes the change. Returns why it can't be made anymore, or undefined if it was made.
   * @throws CannotBeMade in place of returning why, after something was changed already
   */
  run(approved: Approved): Promise<string | undefined>;
}
