import { lazily } from '#web/kit/lazily.tsx';
import { Loading } from '#web/kit/Loading.tsx';
import { BalanceLoading } from './BalanceLoading.tsx';

// The charts, which need the calculation of the whole loan.
export const RepaymentCharts = lazily(
  async () => (await import('./RepaymentCharts.tsx')).RepaymentCharts,
  BalanceLoading,
);
export const Standing = lazily(async () => (await import('./RepaymentCharts.tsx')).Standing);
export const WherePaid = lazily(async () => (await import('./WherePaid.tsx')).WherePaid);

export async function preloadCharts(): Promise<void> {
  await Promise.allSettled([RepaymentCharts, Standing, WherePaid].map((part) => part.preload()));
}

// With the library for forms.
export const AlertPreferences = lazily(async () => (await import('./AlertPreferences.tsx')).AlertPreferences, Loading);
