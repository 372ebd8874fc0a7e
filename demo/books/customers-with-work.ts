import { addDays, type Day, day, dayOfMonth } from '#common/core/dates.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { CustomerDetails } from '#server/host/books/customer-details.ts';
import type { AccountPlan } from './account-plan.ts';
import type { DemonstrationPerson } from './people.ts';
import { dollars, monthlyLoan, monthsAgo, paysOnTime, rate } from './plan-parts.ts';
import { type Seeding, writePlans } from './write-plans.ts';

export const taxiCompany = {
  loginName: 'tern.taxi',
  customerId: '400110',
  restricted: false,
  firstSignIn: false,
  getsTexts: false,
  usesBankAccount: true,
  shows: 'a company with ten vans, whose last bank payment came back',
} as const satisfies DemonstrationPerson;

export const TAXI_COMPANY_NUMBER = 14;

export const lockedOut = {
  loginName: 'walter.lund',
  customerId: '400111',
  restricted: false,
  firstSignIn: false,
  getsTexts: false,
  usesBankAccount: false,
  shows: 'locked for an hour after wrong passwords; asked to change the address',
} as const satisfies DemonstrationPerson;

/** Customers of the past days, whose work waits at the desk. */
export const customersWithWork: readonly DemonstrationPerson[] = [taxiCompany, lockedOut];

const details: readonly CustomerDetails[] = [
  {
    customerId: taxiCompany.customerId,
    companyNumber: TAXI_COMPANY_NUMBER,
    firstName: '',
    lastName: '',
    companyName: 'Tern Island Taxi',
    emailAddress: 'office@tern-taxi.example.com',
    phone: '5550108120',
    birthDate: null,
    ssn: '900138120',
    address1: '2 Ferry Landing',
    city: 'Newport',
    state: 'RI',
    zip: '02840',
    branch: '102',
  },
  {
    customerId: lockedOut.customerId,
    companyNumber: 0,
    firstName: 'Walter',
    lastName: 'Lund',
    companyName: '',
    emailAddress: 'walter.lund@example.com',
    phone: '5550108233',
    birthDate: day('1958-09-26'),
    ssn: '900138233',
    address1: '41 Salem Street',
    city: 'Portland',
    state: 'ME',
    zip: '04101',
    branch: '101',
  },
];

/** The account of the company has too little money for the last one. */
export const lastVan = '102-005219-8';

/** One for each van, in the order in which they are paid. */
export const vanLoans: readonly string[] = [
  '102-005210-7',
  '102-005211-5',
  '102-005212-3',
  '102-005213-1',
  '102-005214-9',
  '102-005215-6',
  '102-005216-4',
  '102-005217-2',
  '102-005218-0',
  lastVan,
];

export const loanOfLockedOut = '101-008120-9';

/** Their books as of a day; the next installment of the vans is due some days later. */
export function writeBooksWithWork(seeding: Seeding): Promise<unknown> {
  const plans = accounts(seeding.clock.today());
  return inTransaction(seeding.database, (transaction) => writePlans(transaction, seeding, details, plans));
}

function accounts(today: Day): AccountPlan[] {
  const nextDueOn = addDays(today, 6);
  const dueDay = dayOfMonth(nextDueOn);
  const vans = vanLoans.map((number, index) =>
    monthlyLoan({
      customerId: taxiCompany.customerId,
      nameOnAccount: 'Tern Island Taxi',
      number,
      description: `Van ${index + 1}`,
      amountCents: dollars(21_400 + index * 350),
      rate: rate(695),
      periods: 60,
      firstDueOn: monthsAgo(nextDueOn, 9, dueDay),
      dueDay,
    }),
  );
  const personal = monthlyLoan({
    customerId: lockedOut.customerId,
    nameOnAccount: 'Walter Lund',
    number: loanOfLockedOut,
    description: 'Auto loan',
    amountCents: dollars(16_800),
    rate: rate(585),
    periods: 48,
    firstDueOn: monthsAgo(today, 12, 22),
    dueDay: 22,
    pay: paysOnTime(loanOfLockedOut),
  });
  return [...vans, personal];
}
