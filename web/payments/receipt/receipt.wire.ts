import type { Receipt } from '#common/payments/receipts.api.ts';
import { dollarsToCents } from '#common/contract/wire-values.ts';
import type { Cents } from '#common/core/money.ts';
import { type Day, day } from '#common/core/dates.ts';
import { frequencyOfRecurring } from '#common/payments/rules/submission-route.ts';
import type { MethodName } from '#web/payments/method/method-name.ts';
import type { ConfirmedPayment } from '../confirmation/confirmation-items.tsx';

/** Where a payment counts since staff moved it; the number is null if that is someone else's loan. */
export interface MovedPayment {
  readonly on: Day;
  readonly accountNumber: string | null;
}

export interface RefundedPart {
  readonly on: Day;
  readonly amountCents: Cents;
}

/** A payment with its payer, state and time. */
export interface ReceiptFacts extends ConfirmedPayment {
  readonly state: Receipt['State'];
  /** Why the bank returned it; null for another state. */
  readonly returnReason: string | null;
  readonly customerName: string;
  /** An instant. */
  readonly submittedAt: string;
  readonly moved: MovedPayment | null;
  /** Parts that went back to the card, oldest first. */
  readonly refunds: readonly RefundedPart[];
}

export function receiptFromWire(receipt: Receipt): ReceiptFacts {
  const { RecurringDetails: recurrence } = receipt;
  return {
    referenceNumber: receipt.ReferenceNumber,
    accountNumber: receipt.LoanAccountNumber,
    description: receipt.Description,
    method: methodOf(receipt.Method),
    frequency: recurrence ? frequencyOfRecurring(recurrence.RecurringOption, recurrence.DaysBeforeDue) : 'OneTime',
    daysBeforeDue: recurrence?.RecurringOption === 'DaysBeforeDue' ? recurrence.DaysBeforeDue : null,
    payOn: day(receipt.PaymentDate),
    amountCents: dollarsToCents(receipt.PaymentAmount),
    additionalPrincipalCents: dollarsToCents(receipt.AdditionalPrincipalAmount),
    feeCents: dollarsToCents(receipt.Fee),
    totalCents: dollarsToCents(receipt.TotalAmount),
    paysTotalDue: receipt.PaysTotalDue,
    underAgreement: false,
    state: receipt.State,
    returnReason: receipt.ReturnReason,
    customerName: receipt.CustomerName,
    submittedAt: receipt.SubmittedAt,
    moved: receipt.Moved && { on: day(receipt.Moved.On), accountNumber: receipt.Moved.LoanAccountNumber },
    refunds: receipt.Refunds.map(({ On, Amount }) => ({ on: day(On), amountCents: dollarsToCents(Amount) })),
  };
}

function methodOf(method: Receipt['Method']): MethodName {
  return method.IsCard
    ? { type: 'Card', brand: method.CardType, debitCredit: method.DebitCreditType, lastFour: method.LastFour }
    : { type: 'ACH', accountType: method.AccountType, bankName: method.BankName, lastFour: method.LastFour };
}
