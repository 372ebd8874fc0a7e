import { allowed, type Availability, unless } from './availability-answer.ts';
import type { PaymentSettings } from './payment-settings.ts';

/** Why a scheduled or recurring payment can't be deleted or changed. */
export type ChangeBlock =
  /** The institution doesn't allow it. */
  | 'NotOffered'
  /** Already sent. */
  | 'Released'
  /** A hold code keeps it from being made; it can only be deleted. */
  | 'OnHold'
  /** The loan is past due and the previous payment was skipped. */
  | 'SkippedBefore';

export type Change = 'delete' | 'edit' | 'skip';

/**
 * Whether a scheduled payment may be deleted or changed (P 5, Deleting payments). If a separate service manages
 * scheduled payments, only the item's own flag decides about deletion, not the institution's switch.
 */
export function scheduledChange(
  change: Exclude<Change, 'skip'>,
  item: { readonly released: boolean; readonly paused?: boolean },
  settings: PaymentSettings,
): Availability<ChangeBlock> {
  if (item.released) return { allowed: false, reason: 'Released' };
  if (item.paused && change !== 'delete') return { allowed: false, reason: 'OnHold' };
  if (change === 'delete' && settings.scheduledPaymentManager) return allowed;
  return unless(
    !(change === 'delete' ? settings.scheduledDeletionAllowed : settings.scheduledEditAllowed),
    'NotOffered',
  );
}

export function recurringChange(
  change: Change,
  item: {
    readonly released: boolean;
    readonly paused?: boolean;
    readonly skippedBefore?: boolean;
    readonly pastDue?: boolean;
  },
  settings: PaymentSettings,
): Availability<ChangeBlock> {
  if (item.released) return { allowed: false, reason: 'Released' };
  if (item.paused && change !== 'delete') return { allowed: false, reason: 'OnHold' };
  if (change === 'skip' && item.pastDue && item.skippedBefore) return { allowed: false, reason: 'SkippedBefore' };
  const offered = {
    delete: settings.recurringDeletionAllowed,
    edit: settings.recurringEditAllowed,
    skip: settings.recurringSkipAllowed,
  };
  return unless(!offered[change], 'NotOffered');
}
