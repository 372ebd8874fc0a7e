import { addDays, type Day, dayOfMonth } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import type { AccountPlan } from './account-plan.ts';
import { everydayMovements, savedMovements } from './deposit-stories.ts';
import { dollars, except, monthlyLoan, monthsAgo, paysLate, paysOff, paysOnTime, rate } from './plan-parts.ts';

const owner = { customerId: '400101', nameOnAccount: 'Margaret Okafor' } as const;

/** The customer with one of everything. */
export function accountsOfMargaret(today: Day): AccountPlan[] {
  return [...loansOfMargaret(today), ...linesOfMargaret(today), ...depositsOfMargaret(today)];
}

function loansOfMargaret(today: Day): AccountPlan[] {
  // Relative to today: sixteen days late is past the grace period and not yet delinquent.
  const missedOn = addDays(today, -16);
  const homeDueDay = dayOfMonth(missedOn);
  return [
    monthlyLoan({
      ...owner,
      number: '101-004417-2',
      description: 'Auto loan',
      amountCents: dollars(24_000),
      rate: rate(649),
      periods: 60,
      firstDueOn: monthsAgo(addDays(today, -1), 37, 1),
      dueDay: 1,
      statementPreference: 'Electronic',
    }),
    monthlyLoan({
      ...owner,
      number: '101-007730-5',
      description: 'Home improvement',
      amountCents: dollars(26_500),
      rate: rate(825),
      periods: 60,
      firstDueOn: monthsAgo(missedOn, 28, homeDueDay),
      dueDay: homeDueDay,
      pay: except(paysOnTime('101-007730-5'), { 9: paysLate(19), 28: 'missed' }),
      otherFees: [{ on: addDays(missedOn, 2), amountCents: dollars(15), description: 'Returned payment fee' }],
    }),
    monthlyLoan({
      ...owner,
      number: '102-000318-8',
      description: 'Personal loan',
      amountCents: dollars(15_000),
      rate: rate(990),
      periods: 60,
      firstDueOn: monthsAgo(today, 3, 15),
      dueDay: 15,
    }),
    monthlyLoan({
      ...owner,
      number: '101-001902-4',
      description: 'Auto loan',
      amountCents: dollars(12_500),
      rate: rate(575),
      periods: 48,
      firstDueOn: monthsAgo(today, 40, 10),
      dueDay: 10,
      statementPreference: 'Electronic',
      pay: except(paysOnTime('101-001902-4'), { 33: paysOff }),
    }),
  ];
}

function linesOfMargaret(today: Day): AccountPlan[] {
  const firstDueOn = monthsAgo(today, 18, 20);
  const openedOn = addDays(firstDueOn, -60);
  const line = {
    ...owner,
    kind: 'lineOfCredit',
    billingFrequency: 'Monthly',
    openedOn,
    firstDueOn,
    dueDay: 20,
    statementPreference: 'Electronic',
  } as const;
  return [
    {
      ...line,
      number: '103-000642-7',
      description: 'Line of credit',
      limitCents: dollars(10_000),
      minimumPaymentCents: dollars(75),
      rate: rate(1_150),
      draws: [
        { on: addDays(openedOn, 12), amountCents: dollars(2_400) },
        { on: addDays(openedOn, 190), amountCents: dollars(1_150) },
        { on: addDays(openedOn, 402), amountCents: dollars(860) },
      ],
      pay: paysOnTime('103-000642-7'),
    },
    {
      ...line,
      number: '103-000711-9',
      description: 'Overdraft line',
      limitCents: dollars(2_500),
      minimumPaymentCents: dollars(25),
      rate: rate(1_490),
      draws: [],
      pay: () => undefined,
    },
  ];
}

function depositsOfMargaret(today: Day): AccountPlan[] {
  const openedOn = monthsAgo(today, 37, 3);
  const certificateOn = monthsAgo(today, 9, 22);
  const account = { ...owner, kind: 'deposit', openedOn, statementPreference: 'Electronic' } as const;
  return [
    {
      ...account,
      typeCode: typeCodes.checking,
      number: '104-002210-3',
      description: 'Everyday checking',
      rate: rate(0),
      heldCents: cents(4_520),
      movements: everydayMovements('104-002210-3', openedOn, today, cents(238_460)),
    },
    {
      ...account,
      typeCode: typeCodes.savings,
      number: '104-002211-1',
      description: 'Savings',
      rate: rate(310),
      movements: savedMovements(openedOn, today, rate(310), {
        openingCents: dollars(2_000),
        monthlyCents: dollars(150),
      }),
    },
    {
      ...account,
      typeCode: typeCodes.certificate,
      number: '104-005087-4',
      description: 'Certificate of deposit, 18 months',
      rate: rate(425),
      openedOn: certificateOn,
      maturityOn: monthsAgo(today, -9, 22),
      movements: savedMovements(certificateOn, today, rate(425), { openingCents: dollars(10_000), monthlyCents: ZERO }),
    },
    {
      ...account,
      typeCode: typeCodes.note,
      number: '105-000139-6',
      description: 'Investment note',
      rate: rate(560),
      movements: savedMovements(openedOn, today, rate(560), { openingCents: dollars(8_000), monthlyCents: ZERO }),
    },
  ];
}
