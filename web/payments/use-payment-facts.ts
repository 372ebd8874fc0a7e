import { useQuery } from '@tanstack/react-query';
import { type Cents, ZERO } from '#common/core/money.ts';
import { payableAccounts } from '#common/payments/rules/payable-accounts.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import { useFollowedSubmissions } from '#web/data/followed-submissions.ts';
import { type Fetched, fetched, valueOf } from '#web/data/fetched.ts';
import {
  type FeeRequest,
  loanInfoQuery,
  payoffQuoteQuery,
  paymentSettingsOf,
  savedMethodsQuery,
  thirdPartyFeeQuery,
} from './payments-data.ts';
import { accountsQuery } from '#web/data/queries.ts';
import { useOption, useSettings } from '#web/institution/settings.ts';
import { payoffQuoteDay } from './frequency-plan.ts';
import type { Loan, PaymentFacts } from './payment-facts.ts';
import { feeRequest, planPayment, planTotals } from './payment-plan.ts';
import type { ProposedPayment } from './proposed-payment.ts';
import type { PaymentValues } from './payment-values.ts';

/** Loads all facts of the flow for the entries so far. */
export function usePaymentFacts(values: Partial<PaymentValues>, proposed?: ProposedPayment): PaymentFacts {
  const settings = usePaymentSettings();
  const accounts = payableAccounts(useQuery(accountsQuery).data ?? [], settings, values.account);
  const fetchedLoan = useLoan(values.account);
  const loan = valueOf(fetchedLoan);
  const payoffQuote = usePayoffQuote(values, proposed);
  const quote = payoffQuote.state === 'failed' ? 'failed' : valueOf(payoffQuote);
  const plan = loan && planPayment(values, { ...loan, settings, quote, proposed });
  const thirdPartyFee = useThirdPartyFee(
    plan && values.account !== undefined ? feeRequest(plan, values.account) : null,
  );
  const unsettled = useFollowedSubmissions().flatMap(({ submission, end }) =>
    submission.kind === 'payment' && end === null ? submission.accountNumber : [],
  );
  return {
    settings,
    accounts,
    account: accounts.find(({ number }) => number === values.account) ?? null,
    loan: fetchedLoan,
    plan,
    payoffQuote,
    thirdPartyFee,
    totals: loan && plan && planTotals(plan, loan.terms, valueOf(thirdPartyFee)),
    unsettledAccounts: new Set(unsettled),
  };
}

/** Returns the institution's options for the rules. */
export function usePaymentSettings(): PaymentSettings {
  return paymentSettingsOf(useSettings());
}

function useLoan(accountNumber: string | undefined): Fetched<Loan> {
  const enabled = accountNumber !== undefined;
  const info = fetched(useQuery({ ...loanInfoQuery(accountNumber ?? ''), enabled }));
  const methods = fetched(useQuery({ ...savedMethodsQuery(accountNumber ?? ''), enabled }));
  if (info.state !== 'ready') return info;
  if (methods.state !== 'ready') return methods;
  return { state: 'ready', value: { ...info.value, savedMethods: methods.value } };
}

/** Loads the payoff for the chosen or proposed later day (P 4). */
function usePayoffQuote(values: Partial<PaymentValues>, proposed?: ProposedPayment): Fetched<Cents> {
  const on = payoffQuoteDay(values, proposed);
  // A query needs a key even when disabled.
  return fetched(useQuery({ ...payoffQuoteQuery(values.account ?? '', on ?? NO_DAY), enabled: on !== null }));
}

const NO_DAY = '' as Parameters<typeof payoffQuoteQuery>[1];

/** Zero without a request if the institution has turned it off (P 5). */
function useThirdPartyFee(request: FeeRequest | null): Fetched<Cents> {
  const switchedOff = useOption('paymentOptions.disableThirdPartyFees');
  const query = useQuery({
    ...thirdPartyFeeQuery(request ?? { accountNumber: '', method: { type: 'ACH' }, timing: 'immediate' }),
    enabled: request !== null && !switchedOff,
  });
  return switchedOff ? { state: 'ready', value: ZERO } : fetched(query);
}
