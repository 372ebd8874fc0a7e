import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { HostServicing } from '#server/host/host-servicing.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { findImbalances } from './find-imbalances.ts';
import { ledger } from './ledger-codes.ts';

const customerId = '400102';
const accountNumber = '101-005520-1';
const today = day('2026-11-21');
const movement = {
  accountNumber,
  means: 'check',
  effectiveOn: today,
  postedAt: Temporal.Instant.from('2026-11-21T15:00:00Z'),
} as const;

let app: TestApp;
let servicing: HostServicing;

beforeAll(async () => {
  app = await createTestApp();
  if (!app.services.host.servicing) throw new Error('Our own books are served');
  ({ servicing } = app.services.host);
});

afterAll(() => app.close());

const loanNow = () => app.services.host.findLoan(customerId, accountNumber, today);
const overpaid = () => servicing.findOverpaid(customerId, accountNumber);

describe('a received payment', () => {
  test('posted again changes nothing', async () => {
    const before = await loanNow();
    const received = { ...movement, paymentId: 'received-1', amountCents: cents(5_000) };
    await servicing.receivePayment(received);
    await servicing.receivePayment(received);
    expect((before?.payoffCents ?? 0) - ((await loanNow())?.payoffCents ?? 0)).toBe(5_000);
    const [entry] = await app.services.host.listHistory(customerId, accountNumber, {
      since: null,
      limit: 1,
      before: null,
    });
    expect(entry).toMatchObject({ description: 'Payment, Check', totalCents: 5_000, paymentId: null });
  });

  test.each([
    ['wire', 'Payment, Wire'],
    ['branch', 'Payment, Branch'],
  ] as const)('by %s says so in the history', async (means, description) => {
    await servicing.receivePayment({ ...movement, means, paymentId: `received-${means}`, amountCents: cents(100) });
    const page = { since: null, limit: 1, before: null };
    const [entry] = await app.services.host.listHistory(customerId, accountNumber, page);
    expect(entry?.description).toBe(description);
  });
});

describe('what was overpaid', () => {
  test('is a payment beyond the payoff', async () => {
    const owed = (await loanNow())?.payoffCents ?? 0;
    expect(await overpaid()).toBe(0);
    expect(await servicing.listOverpaid(10)).toEqual([]);
    await servicing.receivePayment({ ...movement, paymentId: 'received-2', amountCents: cents(owed + 900) });
    expect(await overpaid()).toBe(900);
    expect(await servicing.listOverpaid(10)).toEqual([{ customerId, accountNumber, overpaidCents: 900, since: today }]);
    expect(await servicing.listOverpaid(0)).toEqual([]);
  });

  test('goes back once, never more than there is', async () => {
    const payout = { ...movement, paymentId: 'payout-1', amountCents: cents(900) };
    await expect(servicing.payOutOverpayment({ ...payout, amountCents: cents(901) })).rejects.toMatchObject({
      reason: 'NotOverpaid',
      message: `Loan ${accountNumber} was not overpaid by $9.01.`,
    });
    await servicing.payOutOverpayment(payout);
    await servicing.payOutOverpayment(payout);
    expect(await overpaid()).toBe(0);
    const page = { since: null, limit: 1, before: null };
    const [entry] = await app.services.host.listHistory(customerId, accountNumber, page);
    expect(entry).toMatchObject({ description: 'Overpayment refunded, Check', totalCents: -900, principalCents: 0 });
    expect(await findImbalances(app.services.database)).toEqual([]);
  });

  test('that was stopped goes back another way', async () => {
    await app.services.host.reversePayment({ ...movement, paymentId: 'payout-1' });
    expect(await overpaid()).toBe(900);
    await servicing.payOutOverpayment({ ...movement, means: 'wire', paymentId: 'payout-2', amountCents: cents(900) });
    const page = { since: null, limit: 1, before: null };
    const [entry] = await app.services.host.listHistory(customerId, accountNumber, page);
    expect(entry?.description).toBe('Overpayment refunded, Wire');
  });
});

test.each([
  ['check', ledger.cash],
  ['wire', ledger.cash],
  ['bank', ledger.achClearing],
] as const)('an overpayment paid out by %s leaves ledger account %i', async (means, code) => {
  const paymentId = `payout-by-${means}`;
  await servicing.receivePayment({ ...movement, paymentId: `received-for-${means}`, amountCents: cents(300) });
  await servicing.payOutOverpayment({ ...movement, means, paymentId, amountCents: cents(300) });
  const { rows } = await sql`
    select ledger_code as code, amount_cents as cents from postings join transfers using (transfer_id)
    where payment_id = ${paymentId} and account_id is null`.execute(app.services.database);
  expect(rows).toEqual([{ code, cents: -300 }]);
});

test.each([
  ['a received payment', () => servicing.receivePayment({ ...stray, paymentId: 'received-9' })],
  ['a payout', () => servicing.payOutOverpayment({ ...stray, paymentId: 'payout-9' })],
  ['holds', () => servicing.changeHolds({ accountNumber: 'nowhere', holds: ['inDispute'] })],
  ['a hold code', () => servicing.changeHoldCode({ accountNumber: 'nowhere', holdCode: 'BKR' })],
])('%s needs a loan', async (_what, change) => {
  const refused: unknown = await change().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(HostRefused);
  expect(refused).toMatchObject({ reason: 'NotALoan', message: 'Account nowhere is not a loan.' });
});

const stray = { ...movement, accountNumber: 'nowhere', amountCents: cents(100) };

test.each<[string, (loan: { readonly customerId: string; readonly accountNumber: string }) => Promise<unknown>]>([
  ['what was overpaid', (loan) => servicing.findOverpaid(loan.customerId, loan.accountNumber)],
  ['whether a payout would pay it', (loan) => servicing.wouldPayLoan({ ...loan, paymentId: 'payout-1' })],
  ['a received payment', (loan) => servicing.projectReceived({ ...movement, ...loan, amountCents: cents(100) })],
  ['a due day', (loan) => servicing.projectDueDay({ ...loan, on: today, dueDay: 28 })],
  ['a deferral', (loan) => servicing.projectDeferral({ ...loan, on: today, installments: 1 })],
  ['a rate', (loan) => servicing.projectRate({ ...loan, on: today, rate: ratePpm(1), from: today, newPayment: false })],
  ['a charge-off', (loan) => servicing.projectChargeOff({ ...loan, on: today })],
  ['a draw', (loan) => servicing.projectDraw(loan)],
  ['a lien', (loan) => servicing.findLien({ ...loan, on: today })],
])('staff learn %s of a loan only with the customer whose loan it is', async (_what, find) => {
  const loan = { customerId, accountNumber };
  expect(await find(loan)).toBeDefined();
  expect(await find({ ...loan, customerId: '400101' })).toBeUndefined();
  expect(await find({ ...loan, accountNumber: 'nowhere' })).toBeUndefined();
});

describe('a deferral', () => {
  const plan = { customerId: '400101', accountNumber: '101-004417-2', on: today };
  const change = { ...movement, accountNumber: plan.accountNumber, installments: 2, paymentId: 'deferral-1' };
  const project = (changes = {}) => servicing.projectDeferral({ ...plan, installments: 2, ...changes });

  test('is made once, as projected', async () => {
    const projected = await project();
    await servicing.deferInstallments(change);
    await servicing.deferInstallments(change);
    const now = await project();
    expect(projected?.after).toEqual({ ok: true, value: now?.now });
    expect([projected?.deferredInYear, now?.deferredInYear]).toEqual([0, 2]);
    await expect(servicing.deferInstallments({ ...change, accountNumber: 'nowhere' })).rejects.toBeInstanceOf(
      HostRefused,
    );
    expect(await findImbalances(app.services.database)).toEqual([]);
  });

  test.each([
    ['in dispute', { holds: ['inDispute'] as const, holdCode: '' }, 'LoanHeld'],
    ['locked for payoff', { holds: ['lockedForPayoff'] as const, holdCode: '' }, 'LoanHeld'],
    ['in bankruptcy', { holds: [], holdCode: 'BKR' }, 'LoanHeld'],
    ['closed', { holds: [], holdCode: 'CLOSED' }, 'LoanClosed'],
  ])('of a loan that is %s is refused', async (_name, { holds, holdCode }, why) => {
    const { accountNumber } = plan;
    await servicing.changeHolds({ accountNumber, holds });
    await servicing.changeHoldCode({ accountNumber, holdCode });
    expect((await project())?.after).toEqual({ ok: false, error: why });
    await expect(servicing.deferInstallments({ ...change, paymentId: 'deferral-2' })).rejects.toMatchObject({
      reason: 'TermsStay',
    });
    await servicing.changeHolds({ accountNumber, holds: [] });
    await servicing.changeHoldCode({ accountNumber, holdCode: '' });
  });
});

describe('a rate', () => {
  const plan = { customerId: '400101', accountNumber: '101-004417-2', on: today };
  const wanted = { rate: ratePpm(12_300), from: today, newPayment: true };
  const change = { ...movement, accountNumber: plan.accountNumber, ...wanted, paymentId: 'rate-1' };
  const project = (changes = {}) => servicing.projectRate({ ...plan, ...wanted, ...changes });

  test('changes once, as projected, and not of a closed loan', async () => {
    const { accountNumber } = plan;
    await servicing.changeHoldCode({ accountNumber, holdCode: 'CLOSED' });
    expect((await project())?.after).toEqual({ ok: false, error: 'LoanClosed' });
    await servicing.changeHoldCode({ accountNumber, holdCode: '' });
    const projected = await project();
    await servicing.changeRate(change);
    await servicing.changeRate(change);
    const later = await project({ rate: ratePpm(1), from: addDays(today, 1) });
    expect(projected?.after).toMatchObject({ ok: true, value: { rate: 12_300, from: today } });
    expect(later?.now).toMatchObject({ rate: 12_300, next: null });
    expect((await app.services.host.findLoan('400101', accountNumber, today))?.rate).toBe(12_300);
    await expect(servicing.changeRate({ ...change, paymentId: 'rate-2' })).rejects.toMatchObject({
      reason: 'TermsStay',
    });
    await expect(servicing.changeRate({ ...change, accountNumber: 'nowhere' })).rejects.toBeInstanceOf(HostRefused);
    expect(await findImbalances(app.services.database)).toEqual([]);
  });
});

describe('a rate that changes later', () => {
  const accountNumber = '101-004417-2';
  const plan = { customerId: '400101', accountNumber, on: today, rate: ratePpm(10_000), from: addDays(today, 20) };
  const december = { effectiveOn: day('2026-12-02'), postedAt: Temporal.Instant.from('2026-12-02T15:00:00Z') };
  const ahead = { ...movement, ...december, accountNumber, rate: plan.rate, from: plan.from, newPayment: false };
  const owedAtEndOfNovember = async () => {
    const page = { through: day('2026-11-30'), after: '', limit: 1_000 };
    const accounts = (await app.services.ledgerReports?.listCreditAccounts(page))?.accounts ?? [];
    return accounts.find((account) => account.accountNumber === accountNumber)?.standing.balanceCents;
  };
  const next = async () => (await servicing.projectRate({ ...plan, newPayment: false }))?.now.next;

  test('is withdrawn as if it had never been, and not of a closed loan', async () => {
    const owed = await owedAtEndOfNovember();
    expect(owed).toBeGreaterThan(0);
    await servicing.changeRate({ ...ahead, paymentId: 'rate-ahead' });
    expect(await next()).toMatchObject({ rate: 10_000, from: plan.from, obstacle: null });
    await servicing.changeHoldCode({ accountNumber, holdCode: 'CLOSED' });
    expect(await next()).toMatchObject({ obstacle: 'LoanClosed' });
    const withdrawal = { ...movement, ...december, accountNumber, paymentId: 'rate-withdrawn' };
    await expect(servicing.withdrawRate(withdrawal)).rejects.toMatchObject({
      reason: 'TermsStay',
      message: `The terms of loan ${accountNumber} can't change: LoanClosed.`,
    });
    await servicing.changeHoldCode({ accountNumber, holdCode: '' });
    await servicing.withdrawRate(withdrawal);
    await servicing.withdrawRate(withdrawal);
    expect(await next()).toBeNull();
    expect(await owedAtEndOfNovember()).toBe(owed);
  });
});

describe('a due day', () => {
  const plan = { customerId: '400101', accountNumber: '101-004417-2', on: today };
  const change = { ...movement, accountNumber: plan.accountNumber, dueDay: 28, paymentId: 'due-day-1' };
  const dates = async () => (await servicing.projectDueDay({ ...plan, dueDay: 28 }))?.now;

  test('changes once, as projected, and not to the day it has', async () => {
    const projected = await servicing.projectDueDay({ ...plan, dueDay: 28 });
    await servicing.changeDueDay(change);
    await servicing.changeDueDay(change);
    expect(projected?.after).toEqual({ ok: true, value: await dates() });
    await expect(servicing.changeDueDay({ ...change, paymentId: 'due-day-2' })).rejects.toMatchObject({
      reason: 'TermsStay',
    });
    await expect(servicing.changeDueDay({ ...change, accountNumber: 'nowhere' })).rejects.toBeInstanceOf(HostRefused);
    expect(await findImbalances(app.services.database)).toEqual([]);
  });
});
