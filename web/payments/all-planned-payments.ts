import { queryOptions, useQuery } from '@tanstack/react-query';
import { plansFromWire } from '#common/payments/planned-payments.wire.ts';
import { nothingPlanned, type PlannedPayments } from '#common/payments/rules/planned-payments.ts';
import { day, type Day } from '#common/core/dates.ts';
import { call } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';

/** The planned payments of all loans of the customer, as of a day of the institution. */
export interface AllPlanned {
  readonly today: Day;
  readonly of: (accountNumber: string) => PlannedPayments;
}

/** Under the payments, which are fetched again after each submission and change. */
const plannedPaymentsQuery = queryOptions({
  queryKey: ['payments', 'planned'],
  queryFn: async ({ signal }): Promise<AllPlanned> => {
    const { Today, Accounts } = bodyOf(await call('GET /api/PaymentInformation/GetPlannedPayments', { signal }));
    const plans = new Map(Accounts.map((item) => [item.Number, plansFromWire(item)]));
    return { today: day(Today), of: (accountNumber) => plans.get(accountNumber) ?? nothingPlanned };
  },
  // As old as the visit: one may have been set up or made since.
  staleTime: 5_000,
});

/** Null while it is not known. */
export function usePlannedPayments(): AllPlanned | null {
  return useQuery(plannedPaymentsQuery).data ?? null;
}

/** Loads it before a screen opens, so that nothing on it changes afterwards; without it the screen goes without. */
export async function preloadPlannedPayments(): Promise<void> {
  await queryClient.prefetchQuery(plannedPaymentsQuery);
}
