import { queryOptions } from '@tanstack/react-query';
import { type MethodPayment, methodPaymentFromWire } from '#common/payments/methods.wire.ts';
import { defaultMethodToWire } from '#common/payments/schedules.wire.ts';
import { toWireAmount } from '#common/core/money.ts';
import type { SavedMethod } from '#common/payments/rules/payment-types.ts';
import { call, type CallResult } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import { refreshLoanInfo } from './refresh-loan-info.ts';
import { savedMethodsQuery } from './payments-data.ts';

export interface Bank {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly routingNumber: string;
}

/** The bank of a nine-digit routing number; null if there is none, which is cached too. */
export const bankQuery = (routingNumber: string) =>
  queryOptions({
    queryKey: ['payments', 'bank', routingNumber],
    queryFn: async ({ signal }): Promise<Bank | null> => {
      const body = bodyOf(await call('GET /api/ACHRoutingData', { query: { routingNumber }, signal }));
      if (!body.BankExists) return null;
      return {
        name: body.Name,
        address: body.Address,
        city: body.City,
        state: body.State,
        zip: body.Zip,
        routingNumber: body.RoutingNumber,
      };
    },
  });

export async function reloadSavedMethods(accountNumber: string): Promise<readonly SavedMethod[]> {
  return queryClient.fetchQuery({ ...savedMethodsQuery(accountNumber), staleTime: 0 });
}

export async function setDefaultMethod(accountNumber: string, method: SavedMethod): Promise<CallResult<unknown>> {
  const body = { AccountNumber: accountNumber, PaymentMethod: defaultMethodToWire(method) };
  const result = await call('POST /api/PaymentMethod/SetDefaultPaymentMethod', { body });
  await refreshLoanInfo(accountNumber);
  return result;
}

export async function removeDefaultMethod(accountNumber: string): Promise<CallResult<unknown>> {
  const result = await call('DELETE /api/PaymentMethod/RemoveDefaultPaymentMethod', { query: { accountNumber } });
  await refreshLoanInfo(accountNumber);
  return result;
}

/** Payments drawn from a saved method, with their fees under a replacement. */
export const paymentsOfMethodQuery = (method: SavedMethod, replacement: SavedMethod | null) =>
  queryOptions({
    queryKey: ['payments', 'ofMethod', method.profileId, replacement?.profileId ?? null],
    queryFn: async ({ signal }) => {
      const body = { Method: namedMethod(method), Replacement: replacement && namedMethod(replacement) };
      const { Payments } = bodyOf(await call('POST /api/PaymentMethod/GetPaymentsOfMethod', { body, signal }));
      return Payments.map(methodPaymentFromWire);
    },
    staleTime: 0,
    gcTime: 0,
  });

/**
 * Replaces the saved method of payments.
 * @returns whether all of them were changed
 */
export async function replaceInPayments(
  method: SavedMethod,
  replacement: SavedMethod,
  payments: readonly MethodPayment[],
): Promise<boolean> {
  const body = {
    Method: namedMethod(method),
    Replacement: namedMethod(replacement),
    Payments: payments.map(({ referenceNumber, feeAfterCents }) => ({
      ReferenceNumber: referenceNumber,
      FeeAmount: feeAfterCents === null ? 0 : toWireAmount(feeAfterCents),
    })),
  };
  const result = await call('POST /api/PaymentMethod/ReplaceInPayments', { body });
  await queryClient.invalidateQueries({ queryKey: ['payments'] });
  return result.kind === 'answer' && result.body.Payments.every(({ ErrorCode }) => ErrorCode === null);
}

function namedMethod({ type, profileId }: SavedMethod) {
  return { IsCard: type === 'Card', ProfileId: profileId };
}

/** Deletes a saved method, and with `stop` every payment drawn from it. Also removes it as a default. */
export async function deleteSavedMethod(
  accountNumber: string,
  method: SavedMethod,
  { stop }: { readonly stop: boolean },
): Promise<CallResult<unknown>> {
  const body = { ProfileId: method.profileId, StopPayments: stop };
  const result =
    method.type === 'Card'
      ? await call('POST /api/PaymentMethod/DeleteCardPayment', { body })
      : await call('POST /api/PaymentMethod/DeleteAchPayment', { body });
  if (result.kind !== 'answer') return result;
  if (stop) await queryClient.invalidateQueries({ queryKey: ['payments', 'planned'] });
  await Promise.allSettled([reloadSavedMethods(accountNumber), refreshLoanInfo(accountNumber)]);
  return result;
}
