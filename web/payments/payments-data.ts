import { queryOptions } from '@tanstack/react-query';
import {
  type MethodPayment,
  methodPaymentFromWire,
  paymentTermsFromWire,
  savedMethodFromWire,
} from '#common/payments/payments.wire.ts';
import { defaultMethodToWire } from '#common/payments/schedules.wire.ts';
import { dollarsToCents } from '#common/contract/wire-values.ts';
import type { Day } from '#common/core/dates.ts';
import { toWireAmount } from '#common/core/money.ts';
import { paymentSettingsFromOptions } from '#common/payments/payment-settings-from-options.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { DebitCredit, PaymentTerms, PaymentTiming, SavedMethod } from '#common/payments/rules/payment-types.ts';
import { call, type CallResult } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import type { Settings } from '#web/institution/settings.ts';
import { loanInfoKey, refreshLoanInfo } from './refresh-loan-info.ts';

/** The loan info of P 3 for one visit: the loan's facts for the rules, and the handle for submissions. */
export interface LoanInfo {
  readonly terms: PaymentTerms;
  readonly handle: string;
}

/** Converts the institution's options for the rules; the server has validated them. */
export function paymentSettingsOf(settings: Settings): PaymentSettings {
  return paymentSettingsFromOptions(settings.gassySettings.shared);
}

/** Reloaded on every visit, since amounts, dates and handle change. */
export const loanInfoQuery = (accountNumber: string) =>
  queryOptions({
    queryKey: loanInfoKey(accountNumber),
    queryFn: async ({ signal }): Promise<LoanInfo> => {
      const key = 'GET /api/PaymentInformation/GetPaymentInfo';
      const info = bodyOf(await call(key, { query: { accountNumber }, signal }));
      return { terms: paymentTermsFromWire(info), handle: info.EncryptedData };
    },
    // Kept only from preloading until the screen shows.
    gcTime: 5_000,
    // A loan that can't be paid shows its error at once, with a retry.
    retryOnMount: false,
  });

export const savedMethodsQuery = (accountNumber: string) =>
  queryOptions({
    queryKey: ['payments', 'savedMethods', accountNumber],
    queryFn: async ({ signal }): Promise<readonly SavedMethod[]> => {
      const body = { AccountNumber: accountNumber };
      return bodyOf(await call('POST /api/PaymentMethod/GetPaymentMethods', { body, signal })).PaymentMethods.map(
        savedMethodFromWire,
      );
    },
  });

/** The facts the processor's fee depends on. */
export interface FeeRequest {
  readonly accountNumber: string;
  readonly method: { readonly type: 'ACH' } | { readonly type: 'Card'; readonly debitCredit: DebitCredit };
  readonly timing: PaymentTiming;
}

/** Cached per request; parallel requests share one call (P 7). */
export const thirdPartyFeeQuery = ({ accountNumber, method, timing }: FeeRequest) => {
  const isCard = method.type === 'Card';
  const body = {
    IsAch: !isCard,
    IsCreditCard: isCard && method.debitCredit === 'CreditCard',
    IsDebitCard: isCard && method.debitCredit === 'DebitCard',
    IsImmediate: timing === 'immediate',
    IsOneTime: timing !== 'recurring',
    IsRecurring: timing === 'recurring',
    LoanNumber: accountNumber,
  };
  return queryOptions({
    queryKey: ['payments', 'thirdPartyFee', body],
    queryFn: async ({ signal }) => {
      const { ThirdPartyFeeAmount } = bodyOf(
        await call('POST /api/PaymentInformation/GetThirdPartyFee', { body, signal }),
      );
      return dollarsToCents(ThirdPartyFeeAmount);
    },
  });
};

/** Cached per date (P 7, M 7) until a payment. */
export const payoffQuoteQuery = (accountNumber: string, on: Day) =>
  queryOptions({
    queryKey: ['payments', 'payoffQuote', accountNumber, on],
    queryFn: async ({ signal }) => {
      const query = { AccountNumber: accountNumber, PayOffDate: on };
      const body = bodyOf(await call('GET /api/PaymentInformation/GetPayOffQuote', { query, signal }));
      return dollarsToCents(body.PayOffQuoteAmount);
    },
    // A failed quote is loaded again when the payoff is chosen again.
    retryOnMount: true,
  });

export function forgetPayoffQuotes(accountNumber: string): void {
  queryClient.removeQueries({ queryKey: ['payments', 'payoffQuote', accountNumber] });
}

export interface Bank {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly routingNumber: string;
}

/** The bank of a nine-digit number; null, which is cached too, if there is none. */
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
