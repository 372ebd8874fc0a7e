import { addDays, type Day, dayInMonth } from '#common/core/dates.ts';
import { cents, type Cents } from '#common/core/money.ts';
import { type RatePpm, ratePpm } from '#common/core/rates.ts';
import type { LoanPlan, PlannedPayment } from './account-plan.ts';
import { seedOf } from './history-context.ts';
import { seededRandom } from './seeded-random.ts';

export function dollars(amount: number): Cents {
  return cents(amount * 100);
}

/** A rate in hundredths of a percent: 649 is 6.49%. */
export function rate(hundredths: number): RatePpm {
  return ratePpm(hundredths * 100);
}

/** The agreed day of the month, `months` before today's month. */
export function monthsAgo(today: Day, months: number, dueDay: number): Day {
  return dayInMonth(today, -months, dueDay);
}

type MonthlyLoan = Omit<LoanPlan, 'kind' | 'billingFrequency' | 'openedOn' | 'statementPreference' | 'pay'> &
  Partial<Pick<LoanPlan, 'statementPreference' | 'pay'>>;

/** A monthly loan, disbursed a month before its first installment and paid on time by default. */
export function monthlyLoan(story: MonthlyLoan): LoanPlan {
  return {
    kind: 'loan',
    billingFrequency: 'Monthly',
    openedOn: addDays(story.firstDueOn, -31),
    statementPreference: 'Paper',
    pay: paysOnTime(story.number),
    ...story,
  };
}

type Habit = LoanPlan['pay'];

/** Pays the amount due up to three days early, mostly from the bank account. */
export function paysOnTime(number: string): Habit {
  return ({ dueOn, index }) => {
    const random = seededRandom(seedOf(`${number}/${index}`));
    return {
      on: addDays(dueOn, -random.between(0, 3)),
      by: random.pick(['ACH', 'ACH', 'ACH', 'Card']),
      amount: 'amountDue',
    };
  };
}

export function paysLate(days: number): Habit {
  return ({ dueOn }) => ({ on: addDays(dueOn, days), by: 'Card', amount: 'amountDue' });
}

export const paysOff: Habit = ({ dueOn }): PlannedPayment => ({ on: dueOn, by: 'ACH', amount: 'payoff' });

/** A habit with exceptions by installment index. */
export function except(habit: Habit, exceptions: Readonly<Record<number, Habit | 'missed'>>): Habit {
  return (installment) => {
    const exception = exceptions[installment.index];
    if (exception === 'missed') return undefined;
    return (exception ?? habit)(installment);
  };
}

/** A habit that ends: nothing is paid from this installment on. */
export function until(habit: Habit, index: number): Habit {
  return (installment) => (installment.index < index ? habit(installment) : undefined);
}
