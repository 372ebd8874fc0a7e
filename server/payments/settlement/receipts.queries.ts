import type { Selectable } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import type { RecurringOption } from '#common/payments/rules/payment-types.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type {
  PaymentsTable,
  PaymentState,
  PaymentTables,
  RecurringPaymentsTable,
  RecurringState,
} from '#server/payments/payment-tables.ts';
import { methodOf, type MethodSnapshot } from '#server/payments/payments.queries.ts';

export interface ReceiptFacts {
  /** The payer's. */
  readonly customerId: string;
  /** Of the payment or the recurring payment. */
  readonly paymentId: string;
  readonly referenceNumber: string;
  readonly state:
    | { readonly of: 'payment'; readonly is: PaymentState }
    | { readonly of: 'recurring'; readonly is: RecurringState };
  /** The bank's return code, or REFUND; null if it wasn't returned. */
  readonly returnCode: string | null;
  readonly submittedAt: Temporal.Instant;
  readonly accountNumber: string;
  readonly payOn: Day;
  readonly recurring: { readonly option: RecurringOption; readonly daysBeforeDue: number } | null;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly feesCents: Cents;
  readonly totalCents: Cents;
  readonly paysTotalDue: boolean;
  readonly isPayoff: boolean;
  readonly method: MethodSnapshot;
}

/** By the reference number or the id of a payment, or of a recurring payment as it was set up. Doesn't check who may see it. */
export async function findReceipt(queryable: Queryable, wanted: string): Promise<ReceiptFacts | undefined> {
  const tables = queryable.withTables<PaymentTables>();
  const payment = await tables
    .selectFrom('payments')
    .selectAll()
    .where(isId(wanted) ? 'payment_id' : 'reference_number', '=', wanted)
    .executeTakeFirst();
  const recurring = await tables
    .selectFrom('recurring_payments')
    .selectAll()
    .where((where) =>
      payment?.recurring_id == null
        ? where(isId(wanted) ? 'recurring_id' : 'reference_number', '=', wanted)
        : where('recurring_id', '=', payment.recurring_id),
    )
    .executeTakeFirst();
  if (payment) return ofPayment(payment, recurring);
  return recurring && ofRecurring(recurring);
}

function isId(wanted: string): boolean {
  return wanted.length === 36;
}

function ofPayment(
  payment: Selectable<PaymentsTable>,
  recurring: Selectable<RecurringPaymentsTable> | undefined,
): ReceiptFacts {
  return {
    ...amountsOf(payment),
    customerId: payment.customer_id,
    paymentId: payment.payment_id,
    referenceNumber: payment.reference_number,
    state: { of: 'payment', is: payment.state },
    returnCode: payment.return_code,
    submittedAt: payment.created_at,
    accountNumber: payment.account_number,
    payOn: payment.pay_on,
    recurring: payment.timing === 'recurring' && recurring ? recurrenceOf(recurring) : null,
    paysTotalDue: false,
    isPayoff: payment.is_payoff,
    method: methodOf(payment),
  };
}

function ofRecurring(recurring: Selectable<RecurringPaymentsTable>): ReceiptFacts {
  return {
    ...amountsOf(recurring),
    customerId: recurring.customer_id,
    paymentId: recurring.recurring_id,
    referenceNumber: recurring.reference_number,
    state: { of: 'recurring', is: recurring.state },
    returnCode: null,
    submittedAt: recurring.created_at,
    accountNumber: recurring.account_number,
    payOn: recurring.first_on,
    recurring: recurrenceOf(recurring),
    paysTotalDue: recurring.pays_total_due,
    isPayoff: false,
    method: methodOf(recurring),
  };
}

function recurrenceOf(recurring: Selectable<RecurringPaymentsTable>) {
  return { option: recurring.recurring_option, daysBeforeDue: recurring.days_before_due };
}

function amountsOf(row: Selectable<PaymentsTable> | Selectable<RecurringPaymentsTable>) {
  const feesCents = addCents(row.first_party_fee_cents, row.third_party_fee_cents);
  return {
    amountCents: row.amount_cents,
    additionalPrincipalCents: row.additional_principal_cents,
    feesCents,
    totalCents: addCents(row.amount_cents, row.additional_principal_cents, feesCents),
  };
}
