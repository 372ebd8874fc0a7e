import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import { lineState, loanState, servicingRules } from '#tests/builders/loan-states.ts';
import { hostLoanFromRow, type LoanRow, standingToDraw, summaryFromRow } from './account-rows.ts';
import { loanColumns, noHolds } from './loan-columns.ts';
import type { LoanState } from './loan-state.ts';

const on = day('2026-11-21');
const owing = { kind: 'lineOfCredit', payoffCents: cents(100), closed: false, chargedOff: null } as const;
const chargedOff = { on: day('2026-11-21'), amountCents: cents(100) };

test.each([
  ['A line of credit that owes nothing is open', { ...owing, payoffCents: ZERO }, 'open'],
  ['A line of credit that owes is open', owing, 'open'],
  [
    'A loan that owes nothing is paid off, even if it is closed',
    { ...owing, kind: 'loan', payoffCents: ZERO, closed: true },
    'paidOff',
  ],
  ['A loan that owes a cent is not paid off', { ...owing, kind: 'loan', payoffCents: cents(1) }, 'open'],
  ['A closed line of credit is closed', { ...owing, payoffCents: ZERO, closed: true }, 'closed'],
  ['A line of credit that was charged off is closed', { ...owing, chargedOff }, 'closed'],
] as const)('%s', (_name, loan, standing) => {
  expect(standingToDraw(loan)).toBe(standing);
});

function rowOf(state: LoanState, changes: Partial<LoanRow> = {}): LoanRow {
  return {
    account_number: 'L-1',
    customer_id: 'ada',
    type_code: state.kind === 'lineOfCredit' ? typeCodes.lineOfCredit : typeCodes.loan,
    description: 'An account',
    opened_on: day('2024-01-01'),
    hold_code: '',
    status: '',
    statement_preference: '',
    rate_ppm: state.rate,
    name_on_account: 'Ada Byron',
    hidden_from_web: false,
    figures_as_of: null,
    described_as_of: null,
    original_amount_cents: cents(1_200_000),
    term_payments: null,
    former_schedules: [],
    former_terms: [],
    lien_released_on: null,
    lien_reference: null,
    charged_off_on: state.chargedOffOn,
    charged_off_cents: null,
    ...noHolds,
    ...loanColumns(state),
    ...changes,
  };
}

describe('a loan in the list of accounts', () => {
  const summary = (state: LoanState, changes: Partial<LoanRow> = {}) =>
    summaryFromRow({ ...rowOf(state, changes), balance_cents: null, held_cents: null }, on, servicingRules);
  const due = (nextDueOn: string) => loanState({ nextDueOn: day(nextDueOn) });
  const nothing = { principalCents: ZERO, nextDueOn: null };
  const offOn = { chargedOffOn: on, rate: ratePpm(0) };

  test.each<[string, LoanState, string]>([
    ['with nothing past due is current', due('2026-12-01'), ''],
    ['is current on the last day of grace', due('2026-11-11'), ''],
    ['is past due the day after', due('2026-11-10'), 'PastDue'],
    ['is past due for 30 days', due('2026-10-22'), 'PastDue'],
    ['is delinquent the day after', due('2026-10-21'), 'Delinquent'],
    ['that owes nothing is paid off', loanState(nothing), 'PaidOff'],
    ['a line of credit that owes nothing can be drawn again', lineState(), ''],
    ['is charged off while it owes', loanState(offOn), 'ChargedOff'],
    ['is paid off once what was charged off is recovered', loanState({ ...nothing, ...offOn }), 'PaidOff'],
  ])('%s', (_name, state, status) => {
    expect(summary(state).status).toBe(status);
  });

  test('is never shown with nothing owed because its figures are missing', () => {
    const { principal_cents: _, ...row } = rowOf(loanState());
    const incomplete = { ...row, account_id: 7, principal_cents: null, balance_cents: null, held_cents: null };
    expect(() => summaryFromRow(incomplete, on, servicingRules)).toThrow('Account 7 has no balance');
    const half = { ...incomplete, balance_cents: cents(1) };
    expect(() => summaryFromRow(half, on, servicingRules)).toThrow('Account 7 has no balance');
  });

  test('has the status that its former system gave it, if any', () => {
    expect(summary(due('2026-10-01'), { status: 'Bankruptcy' }).status).toBe('Bankruptcy');
  });

  test('offers as credit what is left of the limit of a line, and never less than nothing', () => {
    const drawn = (principalCents: number, changes: Partial<LoanState> = {}) =>
      summary(lineState({ principalCents: cents(principalCents), nextDueOn: day('2026-12-20'), ...changes }));
    expect(drawn(120_000).availableBalanceCents).toBe(380_000);
    expect(drawn(500_001).availableBalanceCents).toBe(0);
    expect(drawn(120_000, offOn).availableBalanceCents).toBe(0);
    expect(summary(loanState({ creditLimitCents: cents(2_000_000) })).availableBalanceCents).toBe(0);
  });

  test('was lent an amount, and a line of credit was not', () => {
    expect(summary(loanState()).originalAmountCents).toBe(1_200_000);
    expect(summary(lineState()).originalAmountCents).toBeNull();
  });

  test.each([
    ['the former rate until the day before a new one', day('2026-11-22'), 73_000],
    ['the new rate from its day on', on, 50_000],
  ])('has %s', (_name, until, rate) => {
    const former = { rate: ratePpm(73_000), until, installmentCents: cents(40_000), firstOn: day('2026-12-01') };
    expect(summary(loanState({ rate: ratePpm(50_000) }), { former_terms: [former] }).rate).toBe(rate);
  });

  test.each([
    ['the former one, if that is what is unpaid', '2026-12-01', 40_000],
    ['the new one from its first day on', '2027-01-01', 30_000],
    ['the new one, if none is unpaid', null, 30_000],
  ])('shows as its installment %s', (_name, nextDueOn, installmentCents) => {
    const terms = { rate: ratePpm(73_000), until: on, installmentCents: cents(40_000), firstOn: day('2027-01-01') };
    const state = loanState({ installmentCents: cents(30_000), nextDueOn: nextDueOn === null ? null : day(nextDueOn) });
    expect(summary(state, { former_terms: [terms] }).installmentCents).toBe(installmentCents);
  });

  test('has no installment once it is charged off', () => {
    expect(summary(loanState()).installmentCents).toBe(40_000);
    expect(summary(loanState(offOn)).installmentCents).toBe(0);
  });
});

describe('a loan as customers and payments see it', () => {
  const seen = (state: LoanState, changes: Partial<LoanRow> = {}) =>
    hostLoanFromRow(rowOf(state, changes), on, servicingRules);

  test('ends on its maturity day; a line of credit has none to show, even if a file gave one', () => {
    const maturityOn = day('2029-01-01');
    expect(seen(loanState({ maturityOn }))).toMatchObject({ kind: 'loan', maturityOn });
    expect(seen(lineState({ maturityOn }))).toMatchObject({ kind: 'lineOfCredit', maturityOn: null });
  });

  const open = { onlinePayments: true, achPayments: true, cardPayments: true, recurring: true };
  test.each<[keyof typeof open, Partial<LoanRow>]>([
    ['onlinePayments', { online_blocked: true }],
    ['achPayments', { ach_blocked: true }],
    ['cardPayments', { card_blocked: true }],
    ['recurring', { recurring_blocked: true }],
  ])('that is blocked for %s is open for all else', (blocked, changes) => {
    expect(seen(loanState()).security).toEqual(open);
    expect(seen(loanState(), changes).security).toEqual({ ...open, [blocked]: false });
  });

  test.each<[string, Partial<LoanRow>, object | 'none']>([
    ['warns of its next late charge', {}, { payBy: '2026-12-11', chargeCents: 2_500 }],
    ['in dispute is charged none', { in_dispute: true }, 'none'],
    ['that is closed is charged none', { hold_code: 'CLOSED' }, 'none'],
    ['with a hold code that excepts it is charged none', { hold_code: 'BKR' }, 'none'],
    ['with another hold code is charged', { hold_code: 'XYZ' }, { payBy: '2026-12-11', chargeCents: 2_500 }],
  ])('%s', (_name, changes, lateCharge) => {
    expect(seen(loanState(), changes).lateCharge).toEqual(lateCharge);
  });

  test('was charged off on a day, with an amount', () => {
    const row = rowOf(loanState(), { charged_off_on: on, charged_off_cents: cents(1_004_000) });
    expect(hostLoanFromRow(row, on, servicingRules).chargedOff).toEqual({ on, amountCents: 1_004_000 });
    expect(seen(loanState()).chargedOff).toBeNull();
  });
});
