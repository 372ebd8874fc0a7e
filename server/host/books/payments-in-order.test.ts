import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addDays, day, type Day } from '#common/core/dates.ts';
import { addCents, cents, type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import type { HostServicing } from '#server/host/host-servicing.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { findImbalances } from './find-imbalances.ts';

const today = day('2026-11-21');
const postedAt = Temporal.Instant.from('2026-11-21T15:00:00Z');
const li = { customerId: '400102', accountNumber: '101-005520-1' };
const margaret = { customerId: '400101', accountNumber: '101-004417-2' };

let app: TestApp;
let servicing: HostServicing;

beforeAll(async () => {
  app = await createTestApp();
  if (!app.services.host.servicing) throw new Error('Our own books are served');
  ({ servicing } = app.services.host);
});

afterAll(() => app.close());

afterEach(async () => {
  const imbalances = await findImbalances(app.services.database);
  if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
});

type Loan = typeof li;

const newest = ({ customerId, accountNumber }: Loan, limit: number) =>
  app.services.host.listHistory(customerId, accountNumber, { since: null, limit, before: null });
const loanOn = ({ customerId, accountNumber }: Loan, on: Day) =>
  app.services.host.findLoan(customerId, accountNumber, on);
const overpaid = ({ customerId, accountNumber }: Loan) => servicing.findOverpaid(customerId, accountNumber);
const reverse = (paymentId: string, effectiveOn = today) =>
  app.services.host.reversePayment({ paymentId, effectiveOn, postedAt });

async function pay({ accountNumber }: Loan, paymentId: string, amountCents: Cents, effectiveOn: Day) {
  const amounts = { amountCents, additionalPrincipalCents: ZERO, processingFeeCents: cents(150) };
  const posting = { paymentId, accountNumber, effectiveOn, postedAt, method: 'ACH' } as const;
  return app.services.host.postPayment({ ...posting, ...amounts });
}

async function payOffTwice(loan: Loan, name: string): Promise<Cents> {
  const payoff = (await loanOn(loan, today))?.payoffCents ?? ZERO;
  await pay(loan, `${name}-first`, payoff, today);
  await pay(loan, `${name}-second`, payoff, today);
  expect(await overpaid(loan)).toBe(payoff);
  return payoff;
}

test('a payment of a finished month counts there, and the statement of that month stays', async () => {
  const { loan, paidSince } = await findPaidSince('2026-10-20');
  const { customerId, accountNumber } = loan;
  const days = { from: day('2026-10-01'), through: day('2026-10-31'), yearStartsAt: at('2026-01-01') };
  const period = { ...days, startsAt: at('2026-10-01'), endsAt: at('2026-11-01') };
  const statement = () => app.services.host.readStatement(customerId, accountNumber, period);
  const before = await statement();
  const plan = { ...loan, amountCents: cents(10_000), effectiveOn: day('2026-10-20') };
  const projected = await servicing.projectReceived(plan);
  const received = { accountNumber, amountCents: plan.amountCents, effectiveOn: plan.effectiveOn };
  await servicing.receivePayment({ ...received, means: 'check', paymentId: 'received-late', postedAt });
  await servicing.receivePayment({ ...received, means: 'check', paymentId: 'received-late', postedAt });
  expect(await statement()).toEqual(before);
  const now = await loanOn(loan, today);
  expect(now?.principalCents).toBe(projected?.principalAfterCents);
  expect(projected?.appliedAgain).toBe(paidSince.length);
  const entries = await newest(loan, 1 + 2 * paidSince.length);
  expect(addCents(...entries.map(({ totalCents }) => totalCents))).toBe(10_000);
  expect(entries.filter(({ returned }) => returned)).toEqual([]);
});

/** Returns a loan with payments after a day. */
async function findPaidSince(after: string) {
  for (const { customerId } of [margaret, li, { customerId: '400105' }]) {
    for (const { number, dueOn } of await app.services.host.listAccounts(customerId, today)) {
      const loan = { customerId, accountNumber: number };
      const entries = dueOn === null ? [] : await newest(loan, 20);
      const paidSince = entries.filter((entry) => entry.effectiveOn > after && entry.principalCents > 0);
      if (paidSince.length > 0) return { loan, paidSince };
    }
  }
  throw new Error('No loan was paid lately');
}

describe('the second of two payoffs', () => {
  test('is applied as of its day when the first one comes back, once', async () => {
    const payoff = await payOffTwice(margaret, 'whole');
    const { customerId, accountNumber } = margaret;
    const back = subtractCents(ZERO, payoff);
    const answer = await reverse('whole-first', addDays(today, 5));
    expect(answer).toMatchObject({
      principalAfterCents: 0,
      keptApplied: { customerId, accountNumber, amountCents: payoff },
    });
    expect(await reverse('whole-first', addDays(today, 5))).toEqual(answer);
    expect(await overpaid(margaret)).toBe(0);
    expect((await loanOn(margaret, addDays(today, 30)))?.payoffCents).toBe(0);
    expect(await newest(margaret, 5)).toMatchObject([
      { description: 'Payment, E-Check, applied again', totalCents: payoff, runningPrincipalCents: 0, paymentId: null },
      { description: 'Payment taken back to apply it again', totalCents: back, otherCents: back },
      { description: 'Payment returned', totalCents: back },
      { description: 'Payment, E-Check', paymentId: 'whole-second', returned: false },
      { description: 'Payment, E-Check', paymentId: 'whole-first', returned: true },
    ]);
    expect(await app.services.host.listPostings(['whole-first', 'whole-second'])).toMatchObject([
      { totalCents: payoff + 150, reversed: true },
      { totalCents: payoff + 150, reversed: false },
    ]);
  });

  test('that comes back later too leaves the loan as it was before both', async () => {
    const before = await loanOn(li, addDays(today, 9));
    await payOffTwice(li, 'both');
    await reverse('both-first');
    await reverse('both-second');
    expect(await overpaid(li)).toBe(0);
    expect(await loanOn(li, addDays(today, 9))).toEqual(before);
  });

  test('stays with the customer as far as it was paid out, until the payout is stopped', async () => {
    const payoff = await payOffTwice(li, 'part');
    const out = { paymentId: 'payout-part', accountNumber: li.accountNumber, means: 'check' } as const;
    await servicing.payOutOverpayment({ ...out, amountCents: cents(30_000), effectiveOn: today, postedAt });
    expect((await reverse('part-first'))?.keptApplied?.amountCents).toBe(payoff - 30_000);
    expect(await overpaid(li)).toBe(0);
    const owed = await loanOn(li, today);
    expect(owed?.payoffCents).toBe(30_000);
    expect(owed?.dueOn).not.toBeNull();
    expect((await reverse('payout-part'))?.keptApplied?.amountCents).toBe(30_000);
    expect((await loanOn(li, addDays(today, 30)))?.payoffCents).toBe(0);
    await reverse('part-second');
    expect(await overpaid(li)).toBe(0);
  });

  test('was paid out: the loan owes again, and nothing is applied', async () => {
    const payoff = await payOffTwice(li, 'gone');
    const out = { paymentId: 'payout-gone', accountNumber: li.accountNumber, means: 'wire' } as const;
    await servicing.payOutOverpayment({ ...out, amountCents: payoff, effectiveOn: today, postedAt });
    expect((await reverse('gone-first'))?.keptApplied).toBeUndefined();
    expect((await loanOn(li, today))?.payoffCents).toBe(payoff);
    await reverse('gone-second');
    expect(await overpaid(li)).toBe(subtractCents(ZERO, payoff));
  });

  test('was paid out and came back: a payment of an earlier day still counts, and none goes to what was paid out', async () => {
    const owed = await overpaid(li);
    expect(owed).toBeLessThan(0);
    const before = await loanOn(li, today);
    await pay(li, 'owing-later', cents(10_000), today);
    await pay(li, 'owing-earlier', cents(10_000), addDays(today, -2));
    expect(await overpaid(li)).toBe(owed);
    expect(before?.payoffCents).toBeGreaterThan(20_000);
    expect(await newest(li, 1)).toMatchObject([{ description: 'Payment, E-Check, applied again', totalCents: 10_000 }]);
    await reverse('owing-earlier');
    await reverse('owing-later');
    expect((await loanOn(li, today))?.payoffCents).toBe(before?.payoffCents);
  });

  test('is applied as far as the first one is refunded in part; what that one left over goes back itself', async () => {
    await reverse('payout-gone');
    const payoff = await payOffTwice(li, 'refunded');
    const refund = (refundId: string, refundedCents: number) =>
      servicing.refundPart({
        paymentId: 'refunded-first',
        refundId,
        amountCents: subtractCents(payoff, cents(refundedCents)),
        additionalPrincipalCents: ZERO,
        processingFeeCents: cents(150),
        postedAt,
      });
    const answer = await refund('refund-1', 2_000);
    expect(answer).toEqual({ keptApplied: { ...li, amountCents: 2_000 } });
    expect(await overpaid(li)).toBe(payoff - 2_000);
    // The second one pays the loan now, and the rest of the first one is left over.
    expect(await refund('refund-2', 5_000)).toEqual({});
    expect(await overpaid(li)).toBe(payoff - 5_000);
    expect(await refund('refund-1', 2_000)).toEqual(answer);
    expect(await refund('refund-2', 5_000)).toEqual({});
    expect((await loanOn(li, today))?.payoffCents).toBe(0);
    await reverse('refunded-first');
    await reverse('refunded-second');
    expect((await loanOn(li, today))?.payoffCents).toBe(payoff);
  });

  test('is applied when the first one is moved to the right loan', async () => {
    const [sam] = await app.services.host.listAccounts('400105', today);
    const target = (await app.services.host.listAccounts('400105', today)).find(({ dueOn }) => dueOn !== null) ?? sam;
    const payoff = (await loanOn(li, today))?.payoffCents ?? ZERO;
    await pay(li, 'moved-first', payoff, today);
    await pay(li, 'moved-second', payoff, today);
    const move = {
      paymentId: 'moved-first',
      moveId: 'moved-1',
      fromAccountNumber: li.accountNumber,
      accountNumber: String(target?.number),
      additionalPrincipalCents: ZERO,
      waivedChargeIds: [],
      movedOn: today,
      postedAt,
    };
    expect(await servicing.projectMove(move)).toMatchObject({ fromPrincipalAfterCents: 0 });
    const answer = await servicing.movePayment(move);
    expect(answer).toEqual({ keptApplied: { ...li, amountCents: payoff } });
    expect(await servicing.movePayment(move)).toEqual(answer);
    expect([await overpaid(li), (await loanOn(li, addDays(today, 30)))?.payoffCents]).toEqual([0, 0]);
  });
});

function at(date: string): Temporal.Instant {
  return Temporal.PlainDate.from(date).toZonedDateTime(app.services.institution.timeZone).toInstant();
}
