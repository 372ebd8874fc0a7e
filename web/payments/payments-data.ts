import type { PaymentOfMethod } from '#common/payments/payments.api.ts';
import { queryOptions } from '@tanstack/react-query';
import { defaultMethodToWire, paymentTermsFromWire, savedMethodFromWire } from '#common/payments/payments.wire.ts';
import { dollarsToCents } from '#common/contract/wire-values.ts';
import type { Day } from '#common/core/dates.ts';
import type { Options } from '#common/contract/all-options.ts';
import { paymentSettingsFromOptions } from '#common/payments/payment-settings-from-options.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { DebitCredit, PaymentTerms, PaymentTiming, SavedMethod } from '#common/payments/rules/payment-types.ts';
import { call, type CallResult } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import type { Settings } from '#web/institution/settings.ts';

/** The loan info of P 3 at one visit: what the rules need to know of a loan, and the handle that submissions of this visit carry. */
export interface LoanInfo {
  readonly terms: PaymentTerms;
  readonly handle: string;
}

/** Options of the institution as the rules want them; the server checked every option when it loaded the institution. */
export function paymentSettingsOf(settings: Settings): PaymentSettings {
  return paymentSettingsFromOptions(settings.gassySettings.shared as unknown as Options);
}

/** Fetched anew at every visit: amounts, dates and the handle are of the moment. */
export const loanInfoQuery = (accountNumber: string) =>
  queryOptions({
    queryKey: ['payments', 'loanInfo', accountNumber],
    queryFn: async ({ signal }): Promise<LoanInfo> => {
      const key = 'GET /api/PaymentInformation/GetPaymentInfo';
      const info = bodyOf(await call(key, { query: { accountNumber }, signal }));
      return { terms: paymentTermsFromWire(info), handle: info.EncryptedData };
    },
    // From the loading before the screen opens until it shows, and no longer.
    gcTime: 5_000,
    // A loan that cannot be paid says so at once; the person may ask again.
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

/** What the processor's fee depends on. */
export interface FeeRequest {
  readonly accountNumber: string;
  readonly method: { readonly type: 'ACH' } | { readonly type: 'Card'; readonly debitCredit: DebitCredit };
  readonly timing: PaymentTiming;
}

/** Kept per identical request; two at the same time are one call (P 7). */
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

/** Kept per date (P 7, M 7), until a payment changes what is owed. */
export const payoffQuoteQuery = (accountNumber: string, on: Day) =>
  queryOptions({
    queryKey: ['payments', 'payoffQuote', accountNumber, on],
    queryFn: async ({ signal }) => {
      const query = { AccountNumber: accountNumber, PayOffDate: on };
      const body = bodyOf(await call('GET /api/PaymentInformation/GetPayOffQuote', { query, signal }));
      return dollarsToCents(body.PayOffQuoteAmount);
    },
    // A failed one is asked for again when the loan is to be paid off again.
    retryOnMount: true,
  });

/** After a payment: what was quoted pays the loan off no more. */
export function forgetPayoffQuotes(accountNumber: string): void {
  queryClient.removeQueries({ queryKey: ['payments', 'payoffQuote', accountNumber] });
}

/** The bank behind nine digits; a number that names none is an answer too. */
export const bankQuery = (routingNumber: string) =>
  queryOptions({
    queryKey: ['payments', 'bank', routingNumber],
    queryFn: async ({ signal }) => bodyOf(await call('GET /api/ACHRoutingData', { query: { routingNumber }, signal })),
  });

/** The list as it is at the server now, after a method was added or deleted. */
export async function reloadSavedMethods(accountNumber: string): Promise<readonly SavedMethod[]> {
  return queryClient.fetchQuery({ ...savedMethodsQuery(accountNumber), staleTime: 0 });
}

/** Terms and handle as they are now: after an attempt, or after the default method changed. */
export async function refreshLoanInfo(accountNumber: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: loanInfoQuery(accountNumber).queryKey });
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

/** Payments that are drawn from a saved method, with the fee each would have with another one. */
export const paymentsOfMethodQuery = (method: SavedMethod, replacement: SavedMethod | null) =>
  queryOptions({
    queryKey: ['payments', 'ofMethod', method.profileId, replacement?.profileId ?? null],
    queryFn: async ({ signal }) => {
      const body = { Method: namedMethod(method), Replacement: replacement && namedMethod(replacement) };
      return bodyOf(await call('POST /api/PaymentMethod/GetPaymentsOfMethod', { body, signal })).Payments;
    },
    staleTime: 0,
    gcTime: 0,
  });

/**
 * Draws payments from another saved method.
 * @returns whether every one of them could be changed
 */
export async function replaceInPayments(
  method: SavedMethod,
  replacement: SavedMethod,
  payments: readonly PaymentOfMethod[],
): Promise<boolean> {
  const body = {
    Method: namedMethod(method),
    Replacement: namedMethod(replacement),
    Payments: payments.map(({ ReferenceNumber, FeeAfter }) => ({ ReferenceNumber, FeeAmount: FeeAfter ?? 0 })),
  };
  const result = await call('POST /api/PaymentMethod/ReplaceInPayments', { body });
  await queryClient.invalidateQueries({ queryKey: ['payments'] });
  return result.kind === 'answer' && result.body.Payments.every(({ ErrorCode }) => ErrorCode === null);
}

function namedMethod({ type, profileId }: SavedMethod) {
  return { IsCard: type === 'Card', ProfileId: profileId };
}

/** Deletes a saved method, and with `stop` every payment drawn from it. If it was the default method, there is none afterwards. */
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
