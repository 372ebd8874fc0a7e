import { addDays, addMonths, type Day, lastDayOfMonth } from '#common/core/dates.ts';
import { addCents, type Cents, cents, minCents, subtractCents, ZERO } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import { accrueThrough, interestDue, numeratorOf } from '#common/accounts/rules/interest.ts';
import type { DepositPlan } from './account-plan.ts';
import { seedOf } from './history-context.ts';
import { INTEREST_PAID } from './open-account.ts';
import { dollars } from './plan-parts.ts';
import { seededRandom } from './seeded-random.ts';

type Movements = DepositPlan['movements'];

/** Biweekly pay and household spending in between. */
export function everydayMovements(number: string, openedOn: Day, today: Day, payCents: Cents): Movements {
  const random = seededRandom(seedOf(number));
  const movements: { on: Day; amountCents: Cents; description: string }[] = [
    { on: openedOn, amountCents: dollars(1_500), description: 'Opening deposit' },
  ];
  for (let payday = addDays(openedOn, 7); payday < today; payday = addDays(payday, 14)) {
    movements.push({ on: payday, amountCents: payCents, description: 'Payroll deposit' });
    // A little less than the pay, so the balance grows slowly and is never overdrawn.
    let budget = cents(payCents - random.between(0, payCents >> 4));
    for (let spentOn = addDays(payday, 1); budget > 0; spentOn = addDays(spentOn, random.between(1, 3))) {
      const last = spentOn >= addDays(payday, 10);
      const spent = last ? budget : minCents(budget, cents(random.between(payCents >> 5, payCents >> 2)));
      movements.push({ on: spentOn, amountCents: subtractCents(ZERO, spent), description: random.pick(purchases) });
      budget = subtractCents(budget, spent);
    }
  }
  return movements;
}

const purchases = ['Groceries', 'Fuel', 'Utilities', 'Household', 'Insurance premium', 'Cash withdrawal'] as const;

export function savedMovements(
  openedOn: Day,
  today: Day,
  rate: RatePpm,
  saving: { readonly openingCents: Cents; readonly monthlyCents: Cents },
): Movements {
  const movements = [{ on: openedOn, amountCents: saving.openingCents, description: 'Opening deposit' }];
  let earning = {
    principalCents: saving.openingCents,
    rate,
    accruedThrough: openedOn,
    accruedNumerator: 0n,
  };
  const move = (on: Day, amountCents: Cents, description: string) => {
    if (amountCents === 0) return;
    movements.push({ on, amountCents, description });
    const accrued = accrueThrough(earning, on);
    earning = { ...accrued, principalCents: addCents(accrued.principalCents, amountCents) };
  };
  for (let month = 1; ; month += 1) {
    const saveOn = addMonths(openedOn, month);
    const interestOn = lastDayOfMonth(addMonths(openedOn, month - 1));
    if (interestOn >= today) return movements;
    const interest = interestDue(earning, interestOn);
    move(interestOn, interest, INTEREST_PAID);
    earning = { ...earning, accruedNumerator: earning.accruedNumerator - numeratorOf(interest) };
    if (saveOn < today) move(saveOn, saving.monthlyCents, 'Transfer from checking');
  }
}
