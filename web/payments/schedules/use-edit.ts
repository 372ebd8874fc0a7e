import { useQuery } from '@tanstack/react-query';
import type { Day } from '#common/core/dates.ts';
import { type Cents, maxCents, subtractCents, ZERO } from '#common/core/money.ts';
import { availablePayments, ordinaryCircumstances } from '#common/payments/rules/availability.ts';
import { type FeeMethod, firstPartyFee, type PaymentFees } from '#common/payments/rules/fees.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type {
  PaymentTerms,
  PaymentTiming,
  RecurringPayment,
  SavedMethod,
  ScheduledPayment,
} from '#common/payments/rules/payment-types.ts';
import { findUseError, intendedMethod } from '#common/payments/rules/submitted-method.ts';
import { type Fetched, fetched, valueOf } from '#web/data/fetched.ts';
import {
  loanInfoQuery,
  paymentSettingsOf,
  savedMethodsQuery,
  thirdPartyFeeQuery,
} from '#web/payments/payments-data.ts';
import { useOption, useSettings } from '#web/institution/settings.ts';
import { nameOfSaved, submittedSaved } from '#web/payments/method/method-name.ts';

export interface EditFacts {
  /** Without the loan's scheduled and recurring payments, so the edited one doesn't conflict with itself. */
  readonly terms: PaymentTerms;
  readonly settings: PaymentSettings;
  /** Saved methods that can replace the current one. */
  readonly methods: readonly SavedMethod[];
}

export function useEditFacts(accountNumber: string, timing: 'scheduled' | 'recurring'): Fetched<EditFacts> {
  const settings = paymentSettingsOf(useSettings());
  const info = fetched(useQuery(loanInfoQuery(accountNumber)));
  const saved = fetched(useQuery(savedMethodsQuery(accountNumber)));
  if (info.state !== 'ready') return info;
  if (saved.state !== 'ready') return saved;
  const terms = { ...info.value.terms, scheduledPayments: [], recurringPayment: null };
  const available = availablePayments(terms, settings, ordinaryCircumstances);
  const methods = saved.value.filter((method) => {
    const { payLater, recurring } = available.methods[method.type].saved;
    const open = available.types[method.type].allowed && (timing === 'scheduled' ? payLater : recurring).allowed;
    return open && findUseError(submittedSaved(method), terms, settings) === undefined;
  });
  return { state: 'ready', value: { terms, settings, methods } };
}

/** Returns the last day of the card after the change; null for a bank account, or if unknown. */
export function goodThroughOf(payment: ScheduledPayment | RecurringPayment, method: SavedMethod | null): Day | null {
  return method ? intendedMethod(submittedSaved(method)).goodThrough : payment.goodThrough;
}

interface MethodEdit {
  /** Null while the method stays. */
  readonly method: SavedMethod | null;
  /** Null until the processor's fee is known. */
  readonly fees: PaymentFees | null;
}

/** @param profileId the chosen method; empty while it stays */
export function useMethodEdit(
  profileId: string,
  payment: ScheduledPayment | RecurringPayment,
  { terms, methods }: EditFacts,
  timing: Exclude<PaymentTiming, 'immediate'>,
): MethodEdit {
  const method = methods.find((each) => each.profileId === profileId) ?? null;
  const known = method ?? methods.find(({ type, lastFour }) => type === payment.type && lastFour === payment.lastFour);
  const feeMethod: FeeMethod | null = known ? nameOfSaved(known) : payment.type === 'ACH' ? { type: 'ACH' } : null;
  const thirdPartyCents = useThirdPartyFee(terms.accountNumber, feeMethod, payment, timing);
  if (thirdPartyCents === null) return { method, fees: null };
  const firstPartyCents = feeMethod
    ? firstPartyFee(feeMethod, timing, terms.fees)
    : // Only the server knows the kind of a card that is no longer saved.
      maxCents(subtractCents(payment.feeCents, thirdPartyCents), ZERO);
  return { method, fees: { firstPartyCents, thirdPartyCents } };
}

function useThirdPartyFee(
  accountNumber: string,
  feeMethod: FeeMethod | null,
  { type }: ScheduledPayment | RecurringPayment,
  timing: PaymentTiming,
): Cents | null {
  const switchedOff = useOption('paymentOptions.disableThirdPartyFees');
  const method = feeMethod ?? (type === 'Card' ? { type, debitCredit: 'DebitCard' as const } : { type });
  const fee = fetched(useQuery({ ...thirdPartyFeeQuery({ accountNumber, method, timing }), enabled: !switchedOff }));
  return switchedOff ? ZERO : valueOf(fee);
}
