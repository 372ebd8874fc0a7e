import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import type { CreditBureauSettings } from '#common/institution/institution.ts';
import type { CreditAccount } from '#server/host/ledger-reports.ts';
import { type FormerReport, toBaseValues } from './to-base-values.ts';

const settings: CreditBureauSettings = {
  reporterName: 'First Harbor Lending',
  reporterAddress: 'Portland',
  phone: '5550104477',
  identificationNumber: 'HARBOR0001',
  programIds: { equifax: 'EFX1', experian: '', transUnion: '', innovis: '' },
  ecoa: '1',
  accountTypes: { AUTO: { portfolio: 'I', accountType: '00' }, LOC: { portfolio: 'C', accountType: '15' } },
  holdCodes: { BK13: { consumerInformation: 'D' }, DEC: { ecoa: 'X' }, BKR: { leaveOut: true } },
};

const account: CreditAccount = {
  customerId: '400101',
  accountNumber: '101-004417-2',
  loanType: 'AUTO',
  isLine: false,
  isCompany: false,
  hasFiguresFromFiles: false,
  openedOn: day('2024-03-15'),
  originalAmountCents: cents(1_800_099),
  creditLimitCents: cents(0),
  highestBalanceCents: cents(1_800_099),
  termPayments: 60,
  maturityOn: day('2029-03-15'),
  billingFrequency: 'Monthly',
  installmentCents: cents(46_948),
  holdCode: '',
  inDispute: false,
  standing: { daysLate: 0, balanceCents: cents(970_981) },
  pastDueCents: cents(0),
  months: [{ daysLate: 0, balanceCents: cents(1) }],
  delinquentSince: null,
  paidCents: cents(46_948),
  lastPaidOn: day('2026-10-29'),
  chargedOff: null,
  paidOffOn: null,
  consumer: {
    firstName: 'Margaret',
    lastName: 'Okafor',
    ssn: '123456789',
    birthDate: day('1980-04-02'),
    phone: '5550104471',
    address1: '18 Wharf Street',
    city: 'Portland',
    state: 'ME',
    zip: '04101-1234',
  },
};

interface Given {
  readonly former?: FormerReport;
  readonly firstDelinquencyOn?: string;
}

const report = (changes: Partial<CreditAccount> = {}, { former, firstDelinquencyOn }: Given = {}) =>
  toBaseValues(
    { ...account, ...changes },
    {
      settings,
      through: day('2026-10-31'),
      timeStamp: '11032026101500',
      former,
      given: firstDelinquencyOn === undefined ? undefined : { firstDelinquencyOn: day(firstDelinquencyOn) },
    },
  );

const valuesOf = (...args: Parameters<typeof report>) => {
  const values = report(...args);
  if (!values.ok) throw new Error(values.error);
  return values.value;
};

describe('an account', () => {
  test('is reported as current, in whole dollars with the cents cut off', () => {
    expect(valuesOf()).toMatchObject({
      highestCredit: '18000',
      scheduledPayment: '469',
      actualPayment: '469',
      currentBalance: '9709',
      amountPastDue: '0',
      accountStatus: '11',
      dateOfFirstDelinquency: '',
      dateOfLastPayment: '10292026',
      termsDuration: '060',
      zip: '041011234',
      paymentHistory: `0${'B'.repeat(23)}`,
    });
  });

  test('is reported as late, with its first delinquency and the amount past due', () => {
    const standing = { daysLate: 62, balanceCents: cents(970_981) };
    const since = day('2026-09-14');
    expect(valuesOf({ standing, pastDueCents: cents(93_896), delinquentSince: since })).toMatchObject({
      accountStatus: '78',
      amountPastDue: '938',
      dateOfFirstDelinquency: '09142026',
    });
  });

  test('is reported as paid off, with the day', () => {
    const standing = { daysLate: 0, balanceCents: cents(0) };
    const values = valuesOf({ standing, paidOffOn: day('2026-10-15'), holdCode: 'CLOSED' });
    expect(values).toMatchObject({
      accountStatus: '13',
      paymentRating: '0',
      dateClosed: '10152026',
      scheduledPayment: '0',
    });
    expect(values.currentBalance).toBeUndefined();
  });

  test('is reported as charged off, with what was charged off, all of what is owed past due, and since when it was late', () => {
    const chargedOff = { on: day('2026-09-20'), amountCents: cents(990_050) };
    const standing = { daysLate: 0, balanceCents: cents(970_981), isChargedOff: true };
    const since = day('2026-04-14');
    const values = valuesOf({ chargedOff, standing, delinquentSince: since, months: [standing] });
    expect(values).toMatchObject({
      accountStatus: '97',
      currentBalance: '9709',
      amountPastDue: '9709',
      originalChargeOff: '9900',
      scheduledPayment: '0',
      dateOfFirstDelinquency: '04142026',
      paymentHistory: `L${'B'.repeat(23)}`,
    });
    expect(values.dateClosed).toBeUndefined();
    const neverLate = valuesOf({ chargedOff, standing });
    expect(neverLate.dateOfFirstDelinquency).toBe('09202026');
    const paid = { daysLate: 0, balanceCents: cents(0), isChargedOff: true };
    expect(valuesOf({ chargedOff, standing: paid, paidOffOn: day('2026-10-15') })).toMatchObject({
      accountStatus: '64',
      currentBalance: '0',
      originalChargeOff: '9900',
      dateClosed: '10152026',
    });
    expect(report({ chargedOff: 'notKnown' })).toEqual({
      ok: false,
      error: 'its charge-off of that time was reversed since',
    });
  });

  test('is reported as a line of credit, with its limit and the most that was owed', () => {
    const line = {
      isLine: true,
      loanType: 'LOC',
      creditLimitCents: cents(500_000),
      maturityOn: null,
      termPayments: null,
    };
    expect(valuesOf({ ...line, highestBalanceCents: cents(412_099) })).toMatchObject({
      portfolioType: 'C',
      creditLimit: '5000',
      highestCredit: '4120',
      termsDuration: 'LOC',
    });
  });

  test.each([
    ['SemiMonthly', 'E', '938'],
    ['TwoWeeks', 'B', '1017'],
    ['Weekly', 'W', '2034'],
  ])('is reported with %s payments as what they are a month', (billingFrequency, termsFrequency, scheduledPayment) => {
    expect(valuesOf({ billingFrequency })).toMatchObject({ termsFrequency, scheduledPayment });
  });
});

describe('a mark', () => {
  test('of a dispute lasts until it is over, and is then taken back once', () => {
    const disputed = { complianceCondition: 'XB', consumerInformation: '' };
    expect(valuesOf({ inDispute: true })).toMatchObject({ complianceCondition: 'XB' });
    expect(valuesOf({}, { former: disputed })).toMatchObject({ complianceCondition: 'XR' });
    expect(valuesOf({}, { former: { ...disputed, complianceCondition: 'XR' } })).toMatchObject({
      complianceCondition: '',
    });
  });

  test('of a bankruptcy comes from the hold code, and is taken back once it is lifted', () => {
    expect(valuesOf({ holdCode: 'bk13' })).toMatchObject({ consumerInformation: 'D' });
    const former = { complianceCondition: '', consumerInformation: 'D' };
    expect(valuesOf({}, { former })).toMatchObject({ consumerInformation: 'Q' });
    expect(valuesOf({}, { former: { ...former, consumerInformation: 'Q' } })).toMatchObject({
      consumerInformation: '',
    });
  });

  test('of the deceased is the ECOA code', () => {
    expect(valuesOf({ holdCode: 'DEC' })).toMatchObject({ ecoa: 'X' });
    expect(valuesOf({ holdCode: 'NOX$' })).toMatchObject({ ecoa: '1' });
  });
});

describe('an account is left out', () => {
  test.each<[Partial<CreditAccount>, string]>([
    [{ isCompany: true }, 'a company owes it'],
    [{ hasFiguresFromFiles: true }, "its figures come from the core's files, and so does its report"],
    [{ loanType: 'BOAT' }, 'no account type for the loan type "BOAT"'],
    [{ holdCode: '48' }, 'its hold code 48 is not in creditBureau.holdCodes'],
    [{ holdCode: 'BKR' }, 'its hold code BKR is left out'],
    [{ holdCode: 'CLOSED' }, 'it was closed on a day that the books do not know'],
    [{ delinquentSince: 'notKnown' }, 'the books do not know since when it is delinquent'],
    [
      { consumer: { ...account.consumer, ssn: null, birthDate: null } },
      'its owner has neither a Social Security number nor a birth date',
    ],
    [{ consumer: { ...account.consumer, state: '' } }, 'its owner has no complete address'],
    [{ consumer: { ...account.consumer, firstName: '' } }, 'its owner has no full name'],
  ])('with %o, because %s', (changes, why) => {
    expect(report(changes)).toEqual({ ok: false, error: why });
  });

  test('unless the institution says since when it is delinquent', () => {
    const late = { standing: { daysLate: 95, balanceCents: cents(500_000) }, pastDueCents: cents(90_000) };
    expect(valuesOf({ ...late, delinquentSince: 'notKnown' }, { firstDelinquencyOn: '2026-07-15' })).toMatchObject({
      dateOfFirstDelinquency: '07152026',
      accountStatus: '80',
    });
  });
});
