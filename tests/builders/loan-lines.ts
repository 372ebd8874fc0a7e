import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import type { LoanLine } from '#server/host/books/import/loan-lines.ts';
import type { LoanAccount } from '#server/host/books/import/loan-plausibility.ts';

/** $1,000.00 at 5 percent, opened on 2026-01-02, due on the first of each month. */
export const usualLine: LoanLine = {
  account_number: 'l1',
  original_amount: ZERO,
  credit_limit: null,
  principal: cents(100_000),
  billing_frequency: 'Monthly',
  installment: cents(10_000),
  due_day: null,
  next_due_on: day('2026-12-01'),
  partial_paid: ZERO,
  interest_accrued_through: day('2026-11-01'),
  accrued_interest: ZERO,
  late_charges: ZERO,
  other_fees: ZERO,
  term_payments: null,
  maturity_on: null,
  loan_type: '',
  late_charged_through: null,
  interest_paid_this_year: null,
  interest_paid_last_year: null,
  fees_charged_this_year: null,
  paid_principal: null,
  paid_interest: null,
  paid_fees: null,
  last_payment_on: null,
  last_payment_amount: null,
  charged_off_on: null,
  charged_off_amount: null,
  charged_off_recovered: null,
};
export const usualAccount: LoanAccount = {
  kind: 'loan',
  openedOn: day('2026-01-02'),
  rate: ratePpm(50_000),
  holdCode: '',
};
