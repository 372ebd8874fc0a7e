import { lazily } from '#web/kit/lazily.tsx';
import { BalanceLoading } from './BalanceLoading.tsx';

// The charts, which need the calculation of the whole loan.
export const RepaymentCharts = lazily(
  async () => (await import('./RepaymentCharts.tsx')).RepaymentCharts,
  BalanceLoading,
);
export const Standing = lazily(async () => (await import('./RepaymentCharts.tsx')).Standing);
export const WherePaid = lazily(async () => (await import('./WherePaid.tsx')).WherePaid);

// Below everything that is seen first, and with the library for forms.
export const AlertPreferences = lazily(async () => (await import('./AlertPreferences.tsx')).AlertPreferences);

/** Loads the code of the parts that come after the first view, which a printed page must not lack. */
export async function preloadLateParts(): Promise<void> {
  await Promise.allSettled([RepaymentCharts, Standing, WherePaid, AlertPreferences].map((part) => part.preload()));
}
