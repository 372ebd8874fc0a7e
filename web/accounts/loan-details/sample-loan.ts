import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { type AccountSummary, typeCodes } from '#common/accounts/rules/account.ts';
import { noAlerts } from '#common/accounts/rules/alerts.ts';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import type { LoanStory } from '#common/accounts/loan-story.wire.ts';

/** An automobile loan in good standing with everything to show, for component tests. */
export const sampleAccount: AccountSummary = {
  number: '101-004417-2',
  typeCode: typeCodes.loan,
  description: 'Auto Loan',
  status: '',
  comment: '48',
  balanceCents: cents(900_000),
  availableBalanceCents: cents(100_000),
  rate: ratePpm(64_900),
  statementPreference: 'Paper',
  dueOn: day('2026-12-01'),
  amountDueCents: cents(31_200),
  pastDue: false,
  installmentCents: cents(31_200),
  feesDueCents: cents(0),
  nameOnAccount: 'Li Wei',
  originalAmountCents: cents(1_800_000),
  paymentsLeft: 30,
  figuresAsOf: null,
};

export const sampleLoan: LoanDetails = {
  today: day('2026-11-23'),
  accountNumber: sampleAccount.number,
  description: sampleAccount.description,
  standing: 'current',
  daysLate: 0,
  name: 'Li Wei',
  address: { address1: '9 Elm St', city: 'Portland', state: 'ME', zipCode: '04101' },
  nextPaymentOn: day('2026-12-01'),
  nextPaymentCents: cents(31_200),
  totalDueCents: cents(31_200),
  defaultMethod: null,
  scheduledPayments: [],
  recurringPayment: null,
  rate: sampleAccount.rate,
  interestThisYearCents: cents(41_000),
  interestLastYearCents: cents(62_000),
  availableCreditCents: cents(250_000),
  originatedOn: day('2024-06-01'),
  daysSinceOpened: 905,
  totalFeesCents: cents(0),
  lateChargesCents: cents(0),
  historyBlocked: false,
  lastPayment: { paidOn: day('2026-11-01'), amountCents: cents(31_200) },
  alerts: noAlerts,
  statementFormat: 'PaperOnly',
  chargedOff: null,
  lien: null,
  flags: [],
};

export const sampleStory: LoanStory = {
  today: sampleLoan.today,
  balances: [
    { on: day('2024-06-01'), principalCents: cents(1_800_000) },
    { on: day('2026-11-01'), principalCents: cents(900_000) },
  ],
  paid: { principalCents: cents(900_000), interestCents: cents(120_000), feesCents: cents(1_500) },
  plan: {
    principalCents: cents(900_000),
    rate: sampleAccount.rate,
    accruedThrough: day('2026-11-01'),
    accruedNumerator: 0n,
    nextDueOn: day('2026-12-01'),
    installmentCents: cents(31_200),
    partialPaidCents: cents(0),
    billingFrequency: 'Monthly',
    dueDay: 1,
    maturityOn: day('2029-06-01'),
  },
};
