import { addDays, type Day, dayOfMonth, weekdayOf } from '#common/core/dates.ts';
import type { AccountPlan } from './account-plan.ts';
import { accountsOfDee } from './dee.ts';
import { savedMovements } from './deposit-stories.ts';
import { accountsOfMargaret } from './margaret.ts';
import { unregisteredPeople } from './people.ts';
import { dollars, monthlyLoan, monthsAgo, paysOnTime, rate } from './plan-parts.ts';

export function portfolio(today: Day): AccountPlan[] {
  return [
    ...accountsOfMargaret(today),
    ...accountsOfAcme(today),
    ...accountsOfSam(today),
    ...accountsOfDee(today),
    ...singleLoans(today),
    ...savingsOfTheUnregistered(today),
  ];
}

function accountsOfAcme(today: Day): AccountPlan[] {
  const owner = { customerId: '400103', nameOnAccount: 'Acme Supply Co.' };
  const firstDueOn = monthsAgo(today, 16, 5);
  return [
    monthlyLoan({
      ...owner,
      number: '102-004100-9',
      description: 'Equipment loan',
      amountCents: dollars(84_000),
      rate: rate(725),
      periods: 84,
      firstDueOn: monthsAgo(today, 29, 25),
      dueDay: 25,
    }),
    {
      ...owner,
      kind: 'loan',
      number: '102-004101-7',
      description: 'Delivery vans',
      amountCents: dollars(46_000),
      rate: rate(685),
      billingFrequency: 'SemiMonthly',
      periods: 96,
      openedOn: addDays(firstDueOn, -20),
      firstDueOn,
      dueDay: 5,
      statementPreference: 'Paper',
      pay: paysOnTime('102-004101-7'),
    },
  ];
}

function accountsOfSam(today: Day): AccountPlan[] {
  const owner = { customerId: '400105', nameOnAccount: 'Sam Rivera', statementPreference: 'Electronic' } as const;
  // Billed every Friday, starting 40 weeks before next Friday.
  const firstFriday = addDays(today, ((5 - weekdayOf(today) + 7) % 7 || 7) - 40 * 7);
  const lineDueOn = monthsAgo(today, 10, 8);
  return [
    {
      ...owner,
      kind: 'loan',
      number: '101-006106-4',
      description: 'Motorcycle loan',
      amountCents: dollars(6_240),
      rate: rate(925),
      billingFrequency: 'Weekly',
      periods: 104,
      openedOn: addDays(firstFriday, -10),
      firstDueOn: firstFriday,
      dueDay: dayOfMonth(firstFriday),
      pay: ({ dueOn }) => ({ on: dueOn, by: 'ACH', amount: 'amountDue' }),
    },
    monthlyLoan({
      ...owner,
      number: '101-006107-2',
      description: 'Auto loan',
      amountCents: dollars(31_900),
      rate: rate(615),
      periods: 72,
      firstDueOn: monthsAgo(today, 21, 31),
      dueDay: 31,
    }),
    {
      ...owner,
      kind: 'lineOfCredit',
      number: '103-001188-2',
      description: 'Line of credit',
      limitCents: dollars(7_500),
      minimumPaymentCents: dollars(60),
      rate: rate(1_210),
      billingFrequency: 'Monthly',
      openedOn: addDays(lineDueOn, -45),
      firstDueOn: lineDueOn,
      dueDay: 8,
      draws: [
        { on: addDays(lineDueOn, -40), amountCents: dollars(1_800) },
        { on: addDays(lineDueOn, 96), amountCents: dollars(640) },
      ],
      pay: paysOnTime('103-001188-2'),
    },
  ];
}

function singleLoans(today: Day): AccountPlan[] {
  const owners = [
    { customerId: '400102', nameOnAccount: 'Li Wei', number: '101-005520-1' },
    { customerId: '400104', nameOnAccount: 'Nora Quinn', number: '101-007301-6' },
    { customerId: '400107', nameOnAccount: 'Rex Stricted', number: '102-005510-4' },
    { customerId: '400108', nameOnAccount: 'Noor Mail', number: '101-007904-7' },
    ...unregisteredPeople.map((person) => ({
      customerId: person.customerId,
      nameOnAccount: person.name,
      number: person.accountNumber,
    })),
  ];
  return owners.map((owner, index) =>
    monthlyLoan({
      ...owner,
      description: index % 2 === 0 ? 'Auto loan' : 'Personal loan',
      amountCents: dollars(18_200 - index * 1_150),
      rate: rate(589 + index * 35),
      periods: 48,
      firstDueOn: monthsAgo(today, 13 - index, 12),
      dueDay: 12,
    }),
  );
}

function savingsOfTheUnregistered(today: Day): AccountPlan[] {
  const openedOn = monthsAgo(today, 6, 3);
  return unregisteredPeople.flatMap(({ customerId, name, depositNumber }): AccountPlan[] => {
    if (depositNumber === undefined) return [];
    const saving = { openingCents: dollars(900), monthlyCents: dollars(75) };
    return [
      {
        kind: 'deposit',
        typeCode: 3,
        customerId,
        nameOnAccount: name,
        number: depositNumber,
        description: 'Savings',
        statementPreference: 'Paper',
        rate: rate(310),
        openedOn,
        movements: savedMovements(openedOn, today, rate(310), saving),
      },
    ];
  });
}
