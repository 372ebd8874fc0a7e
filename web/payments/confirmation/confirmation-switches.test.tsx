import { beforeEach } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import type { PreviewedPayment } from '#common/payments/payment-preview.wire.ts';
import { testSwitches } from '#tests/builders/render-screen.tsx';
import { keepConfirmation, type PaymentConfirmation } from './payment-confirmation.ts';
import { PaymentConfirm } from './PaymentConfirm.tsx';

const promise: PreviewedPayment = {
  amountCents: cents(31_200),
  additionalPrincipalCents: cents(10_000),
  feeCents: cents(300),
  paysTotalDue: false,
  drawnOn: day('2026-12-01'),
  bankTakesOn: day('2026-12-02'),
  outcome: null,
  effects: ['RecurringEnds'],
  stoppableThrough: null,
};

const confirmation: PaymentConfirmation = {
  referenceNumber: '7',
  accountNumber: '101-004417-2',
  description: 'Auto Loan',
  method: { type: 'ACH', accountType: 'Checking', lastFour: '6789', bankName: 'First Bank' },
  frequency: 'DaysBeforeDue',
  timing: 'recurring',
  pending: false,
  isLoan: true,
  daysBeforeDue: 3,
  payOn: day('2026-12-01'),
  amountCents: cents(31_200),
  additionalPrincipalCents: cents(10_000),
  feeCents: cents(300),
  totalCents: cents(41_500),
  paysTotalDue: false,
  underAgreement: false,
  promise,
  offersAutopay: false,
};

beforeEach(() => keepConfirmation(confirmation));

testSwitches('on the confirmation', {
  content: () => <PaymentConfirm />,
  items: 'dt, h2, button',
  hides: {
    'paymentConfirmOptions.hideConfirmationNumber': 'Confirmation Number',
    'paymentConfirmOptions.hideLoanToPayDown': 'Loan to Pay Down',
    'paymentConfirmOptions.hidePayFrom': 'Account to Pay From',
    'paymentConfirmOptions.hideFrequency': 'Frequency',
    'paymentConfirmOptions.hidePaymentDate': 'Payment Date',
    'paymentConfirmOptions.hideDaysPrior': 'Days Prior',
    'paymentConfirmOptions.hideAmount': 'Amount',
    'paymentConfirmOptions.hideFee': 'Fee',
    'paymentConfirmOptions.hideAdditionalPrincipal': 'Additional Principal Amount',
    'paymentConfirmOptions.hideTotal': 'Total',
    'paymentConfirmOptions.hidePromise': 'What this payment does',
    'paymentConfirmOptions.hidePrintButton': 'Print',
  },
});

testSwitches('on the confirmation of a draft under an agreement', {
  content: () => {
    keepConfirmation({ ...confirmation, underAgreement: true });
    return <PaymentConfirm />;
  },
  items: 'dt',
  hides: { 'paymentConfirmOptions.hideTotalToDraft': 'Total Payment to Draft' },
});
