import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#common/core/money.ts';
import { day } from '#common/core/dates.ts';
import {
  createImportScene,
  csv,
  goodCustomer,
  goodLoan,
  goodLoanAccount,
  type ImportScene,
} from '#tests/builders/import-scene.ts';

const today = day('2026-11-21');
const known = {
  interest_paid_this_year: '30.00',
  interest_paid_last_year: '12.50',
  fees_charged_this_year: '25',
  paid_principal: '600',
  paid_interest: '42.50',
  paid_fees: '25',
  last_payment_on: '2026-11-01',
  last_payment_amount: '100',
};

let scene: ImportScene;

/** Two loans of $1,600.00 with $1,000.00 left; the file has the earlier figures of only one. */
beforeAll(async () => {
  scene = await createImportScene();
  const account = { ...goodLoanAccount, opened_on: '2025-01-02' };
  const loan = { ...goodLoan, original_amount: '1600', late_charges: '25' };
  const report = await scene.importTexts({
    customers: csv(goodCustomer),
    accounts: csv({ ...account, account_number: 'known' }, { ...account, account_number: 'silent' }),
    loans: csv({ ...loan, account_number: 'known', ...known }, { ...loan, account_number: 'silent' }),
  });
  if (report.problemCount + report.unlikelyCount > 0) throw new Error(JSON.stringify(report));
});
afterAll(() => scene.close());

const detailsOf = (accountNumber: string, asOf = today) => scene.host.findLoanDetails('c1', accountNumber, asOf);

function payOn(accountNumber: string, date: string): Promise<unknown> {
  return scene.host.postPayment({
    paymentId: `${accountNumber} ${date}`,
    accountNumber,
    effectiveOn: day(date),
    postedAt: Temporal.Instant.from(`${date}T16:00:00Z`),
    amountCents: cents(10_000),
    additionalPrincipalCents: cents(0),
    processingFeeCents: cents(0),
    method: 'ACH',
  });
}

describe('on the day of the import', () => {
  test('figures from the file are shown', async () => {
    expect(await detailsOf('known')).toMatchObject({
      interestThisYearCents: 3_000,
      interestLastYearCents: 1_250,
      lastPayment: { paidOn: '2026-11-01', amountCents: 10_000 },
    });
    expect((await scene.host.findLoanStory('c1', 'known', today))?.paid).toEqual({
      principalCents: 60_000,
      interestCents: 4_250,
      feesCents: 2_500,
    });
  });

  test('missing figures are unknown, not zero', async () => {
    expect(await detailsOf('silent')).toMatchObject({
      interestThisYearCents: null,
      interestLastYearCents: null,
      lastPayment: 'unknown',
    });
    expect((await scene.host.findLoanStory('c1', 'silent', today))?.paid).toBeNull();
  });
});

describe('after payments in this year and the next', () => {
  beforeAll(async () => {
    for (const loan of ['known', 'silent']) {
      await payOn(loan, '2026-12-01');
      await payOn(loan, '2027-01-02');
    }
  });

  test('the conversion year includes the earlier figures or stays unknown; the next year is known', async () => {
    const paidIn2026 = await scene.host.readInterestOfYear('c1', 'known', 2026);
    const onBooks = paidIn2026?.months.map(({ interestCents }) => interestCents) ?? [];
    expect(onBooks).toHaveLength(1);
    expect(paidIn2026).toMatchObject({
      beforeBooks: { until: today, interestCents: 3_000 },
      totalCents: 3_000 + (onBooks[0] ?? 0),
    });
    expect(await detailsOf('known', day('2027-01-05'))).toMatchObject({
      interestLastYearCents: paidIn2026?.totalCents,
    });
    const silent = await detailsOf('silent', day('2027-01-05'));
    expect(silent).toMatchObject({ interestLastYearCents: null, lastPayment: { paidOn: '2027-01-02' } });
    expect(silent?.interestThisYearCents).toBeGreaterThan(0);
  });

  test('the first statement starts with the converted balance, without counting it as lent or charged', async () => {
    const midnight = (date: string) => Temporal.Instant.from(`${date}T05:00:00Z`);
    const period = {
      from: today,
      through: day('2026-11-30'),
      yearStartsAt: midnight('2026-01-01'),
      startsAt: midnight('2026-11-21'),
      endsAt: midnight('2026-12-01'),
    };
    const statement = await scene.host.readStatement('c1', 'known', period);
    expect(statement).toMatchObject({
      opening: { principalCents: 100_000, feesCents: 2_500 },
      closing: { principalCents: 100_000, feesCents: 2_500 },
      entries: [],
      yearToDate: { interestPaidCents: 3_000, feesChargedCents: 2_500 },
    });
    const silent = await scene.host.readStatement('c1', 'silent', period);
    expect(silent?.yearToDate).toEqual({ interestPaidCents: null, feesChargedCents: null });
  });

  test('the account stores the day from which its yearly figures are complete', async () => {
    expect(await scene.host.findStatementAccount('c1', 'known')).toMatchObject({
      booksBeganOn: today,
      firstYearKnown: true,
    });
    expect(await scene.host.findStatementAccount('c1', 'silent')).toMatchObject({ firstYearKnown: false });
  });
});

test('a payment effective in December and posted in January belongs to January in every document', async () => {
  await scene.host.postPayment({
    paymentId: 'over the turn of the year',
    accountNumber: 'silent',
    effectiveOn: day('2027-12-31'),
    // 5:00 in London is still December 31 in New York.
    postedAt: Temporal.Instant.from('2028-01-01T05:00:00Z'),
    amountCents: cents(10_000),
    additionalPrincipalCents: cents(0),
    processingFeeCents: cents(0),
    method: 'ACH',
  });
  expect((await scene.host.readInterestOfYear('c1', 'silent', 2028))?.months).toMatchObject([{ month: 1 }]);
  const sinceNewYear = await detailsOf('silent', day('2028-01-05'));
  expect(sinceNewYear?.interestThisYearCents).toBe(
    (await scene.host.readInterestOfYear('c1', 'silent', 2028))?.totalCents,
  );
});
