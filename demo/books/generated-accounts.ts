import { addDays, type Day, dayInMonth, dayOfMonth } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { type AccountTypeCode, typeCodes } from '#common/accounts/rules/account.ts';
import type { BillingFrequency } from '#common/payments/rules/payment-types.ts';
import { countDueDays, dueDayBefore, dueDayLater } from '#common/accounts/rules/billing-schedule.ts';
import type { CustomerDetails } from '#server/host/books/customer-details.ts';
import type { AccountPlan, DepositPlan, LinePlan, LoanPlan } from './account-plan.ts';
import { branchOf, BRANCHES } from './generated-customer.ts';
import { levelPrincipal } from '#common/accounts/rules/level-installment.ts';
import { dollars, monthsAgo, paysOnTime, rate } from './plan-parts.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Typical loan products, in dollars, hundredths of a percent and months; the most frequent first. */
const products = [
  { description: 'Auto loan', amount: [8_000, 45_000], rate: [489, 1_290], months: [36, 84], share: 0.52 },
  { description: 'Personal loan', amount: [1_500, 20_000], rate: [790, 2_200], months: [12, 60], share: 0.83 },
  { description: 'Home improvement', amount: [5_000, 60_000], rate: [599, 1_150], months: [36, 120], share: 0.94 },
  { description: 'Equipment loan', amount: [10_000, 150_000], rate: [650, 1_100], months: [36, 84], share: 1 },
] as const;

const missedShares = [
  { below: 0.93, missed: 0 },
  { below: 0.97, missed: 1 },
  { below: 0.99, missed: 2 },
  { below: 1, missed: 4 },
] as const;

export interface GeneratedHistory {
  readonly today: Day;
  /** Months of history before today; earlier ones are covered by an opening balance. */
  readonly months: number;
}

/** Per customer; account numbers follow from the customer's position. */
const MAX_ACCOUNTS = 8;

/** Mostly one loan, sometimes more, a line of credit, or deposits. */
export function generatedAccounts(
  place: number,
  customer: CustomerDetails,
  random: SeededRandom,
  history: GeneratedHistory,
): AccountPlan[] {
  const owner = {
    customerId: customer.customerId,
    nameOnAccount: customer.companyName || `${customer.firstName} ${customer.lastName}`,
    statementPreference: random.next() < 0.6 ? 'Electronic' : 'Paper',
  } as const;
  const slots = [
    ...Array.from({ length: loanCount(random) }, () => 'loan' as const),
    ...(random.next() < 0.12 ? (['line'] as const) : []),
    ...(random.next() < 0.35 ? (['checking'] as const) : []),
    ...(random.next() < 0.2 ? (['savings'] as const) : []),
  ];
  return slots.map((slot, index): AccountPlan => {
    const common = { ...owner, number: accountNumber(place, index) };
    if (slot === 'loan') return generatedLoan(common, random, history);
    if (slot === 'line') return generatedLine(common, random, history);
    return generatedDeposit(common, typeCodes[slot], random, history);
  });
}

type Common = Pick<LoanPlan, 'customerId' | 'nameOnAccount' | 'statementPreference' | 'number'>;

function loanCount(random: SeededRandom): number {
  const share = random.next();
  if (share < 0.06) return 0;
  return share < 0.7 ? 1 : share < 0.94 ? 2 : 3;
}

/** Branch, running number within it, check digit. */
function accountNumber(place: number, index: number): string {
  const running = ((place - (place % BRANCHES)) / BRANCHES) * MAX_ACCOUNTS + index;
  const digits = String(running).padStart(6, '0');
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return `${branchOf(place)}-${digits}-${(10 - (sum % 10)) % 10}`;
}

function generatedLoan(common: Common, random: SeededRandom, history: GeneratedHistory): LoanPlan {
  const share = random.next();
  const product = products.find((candidate) => share < candidate.share) ?? products[0];
  const billingFrequency = frequency(random);
  const [least, max] = product.months;
  const termMonths = random.between(least / 12, max / 12) * 12;
  const agedMonths = random.between(1, termMonths - 2);
  const { today } = history;
  const firstDueOn = monthsAgo(today, agedMonths, random.between(1, 31));
  const terms = {
    amountCents: dollars(random.between(product.amount[0] / 50, product.amount[1] / 50) * 50),
    rate: rate(random.between(product.rate[0] / 5, product.rate[1] / 5) * 5),
    billingFrequency,
    periods: periodsOf(billingFrequency, termMonths),
    firstDueOn,
    dueDay: dayOfMonth(firstDueOn),
  };
  return {
    ...common,
    ...terms,
    kind: 'loan',
    description: product.description,
    openedOn: addDays(firstDueOn, -random.between(20, 45)),
    ...takeover(terms, history),
    pay: missingTheNewest(paysOnTime(common.number), missedInstallments(random), terms, today),
  };
}

function frequency(random: SeededRandom): BillingFrequency {
  const share = random.next();
  if (share < 0.9) return 'Monthly';
  return share < 0.94 ? 'TwoWeeks' : share < 0.97 ? 'SemiMonthly' : 'Weekly';
}

function periodsOf(billingFrequency: BillingFrequency, months: number): number {
  const inYears = { Monthly: 12, SemiMonthly: 24, TwoWeeks: 26, Weekly: 52 } as const;
  return (months / 12) * inYears[billingFrequency];
}

type Terms = Pick<LoanPlan, 'amountCents' | 'rate' | 'billingFrequency' | 'periods' | 'firstDueOn' | 'dueDay'>;

/** The newest due day before the months of history; a younger loan has its whole life on our books. */
function takeover(terms: Terms, { today, months }: GeneratedHistory): Pick<LoanPlan, 'takenOver'> {
  const start = addDays(dayInMonth(today, -months, dayOfMonth(today)), -1);
  const paid = Math.min(countDueDays(terms, terms.firstDueOn, start), terms.periods - 1);
  if (paid === 0) return {};
  const on = dueDayLater(terms, terms.firstDueOn, paid - 1);
  return { takenOver: { on, principalCents: levelPrincipal(terms, paid) } };
}

function missedInstallments(random: SeededRandom): number {
  const share = random.next();
  return missedShares.find(({ below }) => share < below)?.missed ?? 0;
}

/** Pays as usual, except the newest installments before today. */
function missingTheNewest(habit: LoanPlan['pay'], missed: number, terms: Terms, today: Day): LoanPlan['pay'] {
  if (missed === 0) return habit;
  const billed = countDueDays(terms, terms.firstDueOn, addDays(today, -1));
  let firstMissed = dueDayLater(terms, terms.firstDueOn, billed);
  for (let back = 0; back < missed; back += 1) firstMissed = dueDayBefore(terms, firstMissed);
  return (installment) => (installment.dueOn < firstMissed ? habit(installment) : undefined);
}

function generatedLine(common: Common, random: SeededRandom, { today, months }: GeneratedHistory): LinePlan {
  const dueDay = random.between(1, 28);
  const limit = random.between(4, 40) * 500;
  const drawn = random.next() < 0.7 ? cents(random.between(50, limit) * 80) : ZERO;
  const firstDueOn = monthsAgo(today, months + random.between(2, 60), dueDay);
  const lastDueOn = monthsAgo(today, months + 1, dueDay);
  return {
    ...common,
    kind: 'lineOfCredit',
    description: 'Line of credit',
    limitCents: dollars(limit),
    minimumPaymentCents: dollars(random.between(1, 6) * 25),
    rate: rate(random.between(180, 360) * 5),
    billingFrequency: 'Monthly',
    openedOn: addDays(firstDueOn, -40),
    firstDueOn,
    dueDay,
    draws: [],
    takenOver: { on: lastDueOn, principalCents: drawn },
    pay: paysOnTime(common.number),
  };
}

function generatedDeposit(
  common: Common,
  typeCode: Extract<AccountTypeCode, (typeof typeCodes)['checking' | 'savings']>,
  random: SeededRandom,
  { today, months }: GeneratedHistory,
): DepositPlan {
  const on = addDays(today, -30 * months - random.between(1, 28));
  const isChecking = typeCode === typeCodes.checking;
  return {
    ...common,
    kind: 'deposit',
    typeCode,
    description: isChecking ? 'Checking' : 'Savings',
    rate: rate(isChecking ? 0 : random.between(10, 80) * 5),
    openedOn: addDays(on, -random.between(0, 3_000)),
    movements: [{ on, amountCents: cents(random.between(2_500, 1_800_000)), description: 'Opening balance' }],
  };
}
