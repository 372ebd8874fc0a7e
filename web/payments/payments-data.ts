import { queryOptions } from '@tanstack/react-query';
import { paymentTermsFromWire, savedMethodFromWire } from '#common/payments/payments.wire.ts';
import { dollarsToCents } from '#common/contract/wire-values.ts';
import type { Day } from '#common/core/dates.ts';
import { paymentSettingsFromOptions } from '#common/payments/payment-settings-from-options.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { DebitCredit, PaymentTerms, PaymentTiming, SavedMethod } from '#common/payments/rules/payment-types.ts';
import { call } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import type { Settings } from '#web/institution/settings.ts';
import { loanInfoKey } from './refresh-loan-info.ts';

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
