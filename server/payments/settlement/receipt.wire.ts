import { noErrors } from '#common/contract/answers.ts';
import { toWireAmount } from '#common/core/money.ts';
import type { Receipt } from '#common/payments/receipts.api.ts';
import type { MethodSnapshot } from '#server/payments/payments.queries.ts';
import type { PaymentReceipt } from './receipt-page.ts';

export function receiptToWire(receipt: PaymentReceipt): Receipt {
  const { facts, state, returnReason, customerName, description, moved, refunds } = receipt;
  return {
    ...noErrors,
    ReferenceNumber: facts.referenceNumber,
    State: state,
    ReturnReason: returnReason,
    SubmittedAt: facts.submittedAt.toString(),
    CustomerName: customerName,
    LoanAccountNumber: facts.accountNumber,
    Description: description,
    PaymentDate: facts.payOn,
    RecurringDetails: facts.recurring && {
      RecurringOption: facts.recurring.option,
      DaysBeforeDue: facts.recurring.daysBeforeDue,
    },
    PaymentAmount: toWireAmount(facts.amountCents),
    AdditionalPrincipalAmount: toWireAmount(facts.additionalPrincipalCents),
    Fee: toWireAmount(facts.feesCents),
    TotalAmount: toWireAmount(facts.totalCents),
    PaysTotalDue: facts.paysTotalDue,
    IsPayoff: facts.isPayoff,
    Moved: moved && { On: moved.on, LoanAccountNumber: moved.accountNumber },
    Refunds: refunds.map(({ on, amountCents }) => ({ On: on, Amount: toWireAmount(amountCents) })),
    Method: methodToWire(facts.method),
  };
}

function methodToWire(method: MethodSnapshot): Receipt['Method'] {
  return method.type === 'Card'
    ? { IsCard: true, CardType: method.brand, DebitCreditType: method.debitCredit, LastFour: method.lastFour }
    : { IsCard: false, AccountType: method.accountType, BankName: method.bankName, LastFour: method.lastFour };
}
