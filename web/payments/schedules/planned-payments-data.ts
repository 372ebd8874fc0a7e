import { queryOptions } from '@tanstack/react-query';
import { recurringPaymentFromWire, scheduledPaymentFromWire } from '#common/payments/schedules.wire.ts';
import type { RecurringPayment, ScheduledPayment } from '#common/payments/rules/payment-types.ts';
import { call } from '#web/data/client.ts';
import { bodyOf } from '#web/data/query-client.ts';

export interface PlannedPayments {
  readonly scheduled: readonly ScheduledPayment[];
  readonly recurring: RecurringPayment | null;
  readonly token: string;
}

/** Reloaded by the route on each visit, since one may have been made meanwhile. */
export const plannedPaymentsQuery = (accountNumber: string) =>
  queryOptions({
    queryKey: ['payments', 'planned', accountNumber],
    queryFn: async ({ signal }): Promise<PlannedPayments> => {
      const key = 'GET /api/PaymentInformation/GetScheduledPayments';
      const body = bodyOf(await call(key, { query: { accountNumber }, signal }));
      return {
        scheduled: body.ScheduledPayments.map(scheduledPaymentFromWire),
        recurring: body.RecurringPayment && recurringPaymentFromWire(body.RecurringPayment),
        token: body.EncryptedData,
      };
    },
    staleTime: 5_000,
  });
