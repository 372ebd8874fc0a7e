import { type AccountSummary, typeCodes } from '#common/accounts/rules/account.ts';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';

/** Due on December 1, 2026. */
export const autoLoan: AccountSummary = {
  number: '101-004417-2',
  typeCode: typeCodes.loan,
  description: 'Auto loan',
  status: '',
  comment: '',
  balanceCents: cents(912_000),
  availableBalanceCents: cents(0),
  rate: ratePpm(64_900),
  statementPreference: '',
  dueOn: day('2026-12-01'),
  amountDueCents: cents(41_286),
  pastDue: false,
  installmentCents: cents(41_286),
  feesDueCents: cents(0),
  nameOnAccount: 'Margaret Okafor',
  originalAmountCents: cents(2_400_000),
  paymentsLeft: 22,
  figuresAsOf: null,
};
