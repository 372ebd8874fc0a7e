import { allowed, type Availability, unless } from './availability-answer.ts';
import type { PaymentSettings } from './payment-settings.ts';

/** Why a payment that was set up cannot be deleted or changed. */
export type ChangeBlock =
  /** The institution does not let customers do it. */
  | 'NotOffered'
  /** It is on its way already. */
  | 'Released'
  /** The loan is past due, and the payment before was skipped already. */
  | 'SkippedBefore';

export type Change = 'delete' | 'edit' | 'skip';

/**
 * Whether a scheduled payment may be deleted or changed (P 5, Deleting payments).
 * Where a service of its own keeps the scheduled payments, the item alone decides
 * whether it can be deleted; the institution's switch is not asked.
 */
export function scheduledChange(
  change: Exclude<Change, 'skip'>,
  item: { readonly released: boolean },
  settings: PaymentSettings,
): Availability<ChangeBlock> {
  if (item.released) return { allowed: false, reason: 'Released' };
  if (change === 'delete' && settings.scheduledPaymentManager) return allowed;
  return unless(
    !(change === 'delete' ? settings.scheduledDeletionAllowed : settings.scheduledEditAllowed),
    'NotOffered',
  );
}

/** Whether the recurring payment of a loan may be deleted, changed, or its next payment skipped. */
export function recurringChange(
  change: Change,
  item: { readonly released: boolean; readonly skippedBefore?: boolean; readonly pastDue?: boolean },
  settings: PaymentSettings,
): Availability<ChangeBlock> {
  if (item.released) return { allowed: false, reason: 'Released' };
  if (change === 'skip' && item.pastDue && item.skippedBefore) return { allowed: false, reason: 'SkippedBefore' };
  const offered = {
    delete: settings.recurringDeletionAllowed,
    edit: settings.recurringEditAllowed,
    skip: settings.recurringSkipAllowed,
  };
  return unless(!offered[change], 'NotOffered');
}
