import type { PaymentPreview } from '#common/api/payment-preview.api.ts';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { PaymentFees } from '#common/rules/payments/fees.ts';
import type { Frequency, PaymentTiming } from '#common/rules/payments/payment-types.ts';
import { onSessionChange } from '#web/data/session.ts';
import type { MethodName } from '#web/kit/payments/method-name.ts';
import type { ReadyPayment } from '../review/ready-payment.ts';

/** What the confirmation shows of a payment that was made (P 2); of its method only the last four digits. */
export interface PaymentConfirmation {
  readonly referenceNumber: string;
  readonly accountNumber: string;
  readonly description: string;
  readonly companyNumber: number;
  readonly method: MethodName;
  readonly frequency: Frequency;
  readonly timing: PaymentTiming;
  /** Of a recurring payment that follows the due date. */
  readonly daysBeforeDue: number | null;
  readonly payOn: Day;
  readonly dueOn: Day | null;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly fees: PaymentFees;
  readonly totalCents: Cents;
  /** A recurring payment of a line of credit, whose amount is the total due of its day. */
  readonly paysTotalDue: boolean;
  /** Of the agreement on a recurring bank draft, where there was one (P 3). */
  readonly draftAgreementToken: string | null;
  /** What the server had said the payment will do. */
  readonly promise: PaymentPreview;
}

export function confirmationOf(
  payment: ReadyPayment,
  promise: PaymentPreview,
  referenceNumber: string,
  draftAgreementToken: string | null,
): PaymentConfirmation {
  const { account, loan, paying, frequency, payOn, totals } = payment;
  const { value, timing, rhythm } = frequency;
  return {
    referenceNumber,
    accountNumber: account.number,
    description: account.description,
    companyNumber: loan.terms.companyNumber,
    method: paying.name,
    frequency: value.frequency,
    timing,
    daysBeforeDue: rhythm?.option === 'DaysBeforeDue' ? rhythm.daysBeforeDue : null,
    payOn,
    dueOn: loan.terms.dueOn,
    ...totals,
    draftAgreementToken,
    promise,
  };
}

/** In memory only: after a reload there is nothing to show, and the screen gives way to the dashboard (C-109). */
let latest: PaymentConfirmation | null = null;

export function keepConfirmation(confirmation: PaymentConfirmation): void {
  latest = confirmation;
}

/** The payment made last in this tab and session. */
export function findConfirmation(): PaymentConfirmation | null {
  return latest;
}

onSessionChange(() => {
  latest = null;
});
