import { describe, expect, test } from 'vitest';
import { addDays, type Day, day, dayInMonth, dayOfMonth } from '#common/core/dates.ts';
import { type AccountSummary, isClosed } from '#common/accounts/rules/account.ts';
import { servicingRules } from '#tests/builders/loan-states.ts';
import { type AccountRow, hostLoanFromRow, isLoanRow, summaryFromRow } from '#server/host/books/account-rows.ts';
import { ledger } from '#server/host/books/ledger-codes.ts';
import { customers } from './customers.ts';
import { openAccount } from './open-account.ts';
import { demonstrationPeople, unregisteredPeople } from './people.ts';
import { portfolio } from './portfolio.ts';

/** The demonstration can be created on any day; these include month ends, a leap day and a new year. */
const days = ['2026-11-21', '2026-11-30', '2026-12-01', '2026-12-05', '2026-12-16', '2027-02-28', '2027-03-01']
  .concat('2027-03-31', '2028-02-29', '2028-03-30', '2030-12-31', '2031-01-01')
  .map(day);

function openAll(today: Day) {
  const context = { today, timeZone: 'America/New_York', rules: servicingRules };
  return portfolio(today).map((plan, index) => openAccount(plan, index + 1, context));
}

function rowOf({ account, loan, deposit }: ReturnType<typeof openAll>[number]): AccountRow {
  const none = { balance_cents: null, held_cents: null, charged_off_on: null };
  return { ...account, ...none, ...deposit, ...(loan ?? { principal_cents: null }) } as AccountRow;
}

function summaries(opened: ReturnType<typeof openAll>, today: Day): ReadonlyMap<string, AccountSummary> {
  return new Map(
    opened.map((history) => [history.account.account_number, summaryFromRow(rowOf(history), today, servicingRules)]),
  );
}

describe.each(days)('created on %s', (today) => {
  const opened = openAll(today);
  const accounts = summaries(opened, today);

  test("Margaret's auto loan is current with 22 payments left, due on the 1st", () => {
    const loan = accounts.get('101-004417-2');
    expect(loan).toMatchObject({ originalAmountCents: 2_400_000, rate: 64_900, paymentsLeft: 22, pastDue: false });
    expect(loan?.dueOn).toBe(dayInMonth(today, dayOfMonth(today) === 1 ? 0 : 1, 1));
    expect(loan?.amountDueCents).toBe(loan?.installmentCents);
  });

  test('her home improvement loan is past due with fees, but not delinquent', () => {
    const loan = accounts.get('101-007730-5');
    expect(loan).toMatchObject({ status: 'PastDue', pastDue: true, dueOn: addDays(today, -16), feesDueCents: 4_000 });
    expect(loan?.amountDueCents).toBe((loan?.installmentCents ?? 0) + 4_000);
  });

  test('she has a closed loan, lines with and without a balance, and deposits', () => {
    expect(accounts.get('101-001902-4')).toMatchObject({
      comment: 'CLOSED',
      status: 'Closed',
      balanceCents: 0,
      dueOn: null,
    });
    expect(accounts.get('103-000642-7')?.balanceCents).toBeGreaterThan(200_000);
    expect(accounts.get('103-000711-9')).toMatchObject({
      balanceCents: 0,
      availableBalanceCents: 250_000,
      dueOn: null,
    });
    for (const number of ['104-002210-3', '104-002211-1', '104-005087-4', '105-000139-6']) {
      expect(accounts.get(number)?.balanceCents).toBeGreaterThan(100_000);
    }
  });

  test('only the intended loans are late, and one is delinquent', () => {
    const late = [...accounts.values()]
      .filter((account) => account.pastDue)
      .map(({ number, status }) => [number, status]);
    expect(late).toEqual([
      ['101-007730-5', 'PastDue'],
      ['106-000405-5', 'Delinquent'],
    ]);
  });

  test('nothing was posted today or later, and everything balances', () => {
    const transfers = opened.flatMap((history) => history.transfers);
    const sums = transfers.map((transfer) => transfer.postings.reduce((sum, line) => sum + line.amountCents, 0));
    expect(transfers.filter((transfer) => transfer.effectiveOn >= today)).toEqual([]);
    expect(sums.filter((sum) => sum !== 0)).toEqual([]);
  });

  test('no account was ever overdrawn, and each balance equals its postings', () => {
    for (const history of opened) {
      const balances = runningBalances(history);
      expect(Math.min(0, ...balances)).toBe(0);
      expect(balances.at(-1) ?? 0).toBe(history.loan?.principal_cents ?? history.deposit?.balance_cents);
    }
  });
});

function runningBalances({ transfers, deposit }: ReturnType<typeof openAll>[number]): number[] {
  const codes: readonly number[] = [ledger.loanPrincipal, ledger.deposits];
  let running = 0;
  return transfers
    .flatMap((transfer) => transfer.postings)
    .filter((line) => codes.includes(line.ledgerCode))
    .map((line) => (running += line.amountCents * (deposit ? -1 : 1)));
}

test('the same day gives the same histories', () => {
  expect(openAll(day('2026-11-21'))).toEqual(openAll(day('2026-11-21')));
});

test('every hold, lock and block in the table of people occurs once', () => {
  const loans = openAll(day('2026-11-21')).map(rowOf).filter(isLoanRow);
  const ofDee = loans
    .filter((row) => row.customer_id === '400106')
    .map((row) => hostLoanFromRow(row, day('2026-11-21'), servicingRules));
  expect(ofDee.map((loan) => loan.holdCode).filter(Boolean)).toEqual(['48', '71', 'BKR', 'NOX$', 'IRSO']);
  const count = (matches: (loan: (typeof ofDee)[number]) => boolean) => ofDee.filter(matches).length;
  expect(count((loan) => loan.lockedForPayoff)).toBe(1);
  expect(count((loan) => loan.inDispute)).toBe(1);
  expect(count((loan) => loan.onlyImmediatePayments)).toBe(1);
  expect(count((loan) => !loan.security.achPayments)).toBe(1);
  expect(count((loan) => !loan.security.cardPayments)).toBe(1);
  expect(count((loan) => !loan.security.onlinePayments)).toBe(1);
  expect(count((loan) => !loan.security.recurring)).toBe(1);
  expect(count((loan) => loan.delinquent)).toBe(1);
});

test('everyone who can sign in or register is a customer with account numbers of their own', () => {
  const customerIds = new Set(customers.map((customer) => customer.customerId));
  const plans = portfolio(day('2026-11-21'));
  expect(customerIds.size).toBe(customers.length);
  for (const person of demonstrationPeople) expect(customerIds).toContain(person.customerId);
  for (const plan of plans) expect(customerIds).toContain(plan.customerId);
  expect(new Set(plans.map((plan) => plan.number)).size).toBe(plans.length);
  const signedUp = new Set(demonstrationPeople.map((person) => person.customerId));
  for (const person of unregisteredPeople) {
    const { name: _name, accountNumber, depositNumber, ...facts } = person;
    for (const number of [accountNumber, depositNumber ?? accountNumber]) {
      expect(plans.find((plan) => plan.number === number)?.customerId).toBe(person.customerId);
    }
    expect(signedUp).not.toContain(person.customerId);
    expect(customers.find((customer) => customer.customerId === person.customerId)).toMatchObject(facts);
  }
});

test('there are customers without an email address, without accounts, with one loan, and with one closed loan', () => {
  const plans = portfolio(day('2026-11-21'));
  expect(customers.filter((customer) => customer.emailAddress === '').map((customer) => customer.customerId)).toEqual([
    '400108',
  ]);
  expect(plans.filter((plan) => plan.customerId === '400109')).toEqual([]);
  expect(plans.filter((plan) => plan.customerId === '400102')).toHaveLength(1);
  expect(
    summaries(openAll(day('2026-11-21')), day('2026-11-21'))
      .values()
      .filter(isClosed)
      .toArray(),
  ).toHaveLength(1);
});
