import type { PreviewedPayment } from '#common/payments/payment-preview.wire.ts';
import { processingFee } from '#common/payments/rules/fees.ts';
import type { PaymentTiming } from '#common/payments/rules/payment-types.ts';
import { tabStorage } from '#web/data/browser-storage.ts';
import { onSessionChange } from '#web/data/session.ts';
import type { ReadyPayment } from '../review/ready-payment.ts';
import type { ConfirmedPayment } from './confirmation-items.tsx';

/** The payment as the confirmation shows it (P 2); only the last four digits of its method. */
export interface PaymentConfirmation extends ConfirmedPayment {
  readonly timing: PaymentTiming;
  /** Accepted while the host is down. */
  readonly pending: boolean;
  /** Not a line of credit, which can be drawn on again. */
  readonly isLoan: boolean;
  readonly promise: PreviewedPayment;
  /** The loan goes on, has no recurring payment, and may have one with this method. */
  readonly offersAutopay: boolean;
}

export function confirmationOf(
  payment: ReadyPayment,
  promise: PreviewedPayment,
  { referenceNumber, pending }: Pick<PaymentConfirmation, 'referenceNumber' | 'pending'>,
  draftAgreementToken: string | null,
): PaymentConfirmation {
  const { account, loan, paying, frequency, payOn, totals } = payment;
  const { value, timing, recurrence } = frequency;
  return {
    referenceNumber,
    pending,
    accountNumber: account.number,
    description: account.description,
    method: paying.name,
    frequency: value.frequency,
    timing,
    isLoan: loan.terms.accountKind === 'loan',
    daysBeforeDue: recurrence?.option === 'DaysBeforeDue' ? recurrence.daysBeforeDue : null,
    payOn,
    amountCents: totals.amountCents,
    additionalPrincipalCents: totals.additionalPrincipalCents,
    feeCents: processingFee(totals.fees),
    totalCents: totals.totalCents,
    paysTotalDue: totals.paysTotalDue,
    underAgreement: draftAgreementToken !== null,
    promise,
    offersAutopay:
      timing !== 'recurring' && frequency.options.frequencies.OnDueDate.allowed && promise.outcome?.paysOff !== true,
  };
}

/** In full in memory only; after a reload the reference number leads to the receipt. */
let latest: PaymentConfirmation | null = null;

const STORAGE_KEY = 'passbook.confirmation';

export function keepConfirmation(confirmation: PaymentConfirmation): void {
  latest = confirmation;
  tabStorage.set(STORAGE_KEY, confirmation.referenceNumber);
}

export function findConfirmation(): PaymentConfirmation | null {
  return latest;
}

/** The reference number of the payment made last in this tab and session. */
export function findConfirmedReference(): string | null {
  return tabStorage.get(STORAGE_KEY);
}

onSessionChange(() => {
  latest = null;
  tabStorage.remove(STORAGE_KEY);
});
