import { lazily } from '#web/kit/lazily.tsx';
import type { PlannedPayments } from './planned-payments-data.ts';

// Below what is seen first, wherever they are listed.
export const RecurringPanel = lazily(async () => (await import('./RecurringPanel.tsx')).RecurringPanel);
export const ScheduledPayments = lazily(async () => (await import('./ScheduledPayments.tsx')).ScheduledPayments);

/** Loads the code that shows these payments, so the page doesn't jump when it comes. */
export async function preloadPlannedPaymentParts(planned: PlannedPayments | undefined): Promise<void> {
  await Promise.allSettled([
    planned?.recurring ? RecurringPanel.preload() : null,
    planned && planned.scheduled.length > 0 ? ScheduledPayments.preload() : null,
  ]);
}
