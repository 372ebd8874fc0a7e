import { addCents, cents, type Cents, formatHundredths, ZERO } from '#common/core/money.ts';
import { toCsv } from '#server/platform/csv.ts';
import type { DepositInterest, LoanInterest } from '#server/host/ledger-reports.ts';

/** For each mortgage: 26 CFR 1.6050H-1. */
const REPORTED_FROM_1098 = cents(60_000);
/** For each customer: 26 CFR 1.6049-4. */
const REPORTED_FROM_1099 = cents(1_000);

const UNKNOWN = 'not known';

const shared = ['customer_number', 'name', 'business', 'account_number', 'description', 'opened_on'] as const;

/** Which loans are secured by real property, and so belong on Form 1098, is for the institution to select by type. */
export function loanInterestCsv(loans: readonly LoanInterest[]): string {
  return toCsv(
    [...shared, 'loan_type', 'interest_received', 'principal_on', 'principal', 'threshold'],
    loans.map((loan) => [
      ...sharedCells(loan),
      loan.loanType,
      dollars(loan.interestCents),
      loan.principalOn,
      formatHundredths(loan.principalCents),
      thresholdWord(loan.interestCents, REPORTED_FROM_1098),
    ]),
  );
}

export function depositInterestCsv(deposits: readonly DepositInterest[]): string {
  const totals = new Map(
    [...Map.groupBy(deposits, ({ customerId }) => customerId)].map(([customerId, own]) => [customerId, totalOf(own)]),
  );
  return toCsv(
    [...shared, 'interest_paid', 'customer_interest', 'threshold'],
    deposits.map((deposit) => {
      const total = totals.get(deposit.customerId) ?? null;
      return [
        ...sharedCells(deposit),
        dollars(deposit.interestCents),
        dollars(total),
        thresholdWord(total, REPORTED_FROM_1099),
      ];
    }),
  );
}

function sharedCells(account: DepositInterest): string[] {
  const { customerId, name, isCompany, accountNumber, description, openedOn } = account;
  return [customerId, name, isCompany ? 'yes' : 'no', accountNumber, description, openedOn];
}

/** Null if one of them isn't known. */
function totalOf(accounts: readonly DepositInterest[]): Cents | null {
  return accounts.reduce<Cents | null>(
    (sum, { interestCents }) => (sum === null || interestCents === null ? null : addCents(sum, interestCents)),
    ZERO,
  );
}

function dollars(amount: Cents | null): string {
  return amount === null ? UNKNOWN : formatHundredths(amount);
}

function thresholdWord(amount: Cents | null, from: Cents): string {
  if (amount === null) return UNKNOWN;
  return amount >= from ? 'reached' : 'below';
}
