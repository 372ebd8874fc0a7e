import { addDays, type Day, dayOfMonth } from '#common/core/dates.ts';
import type { AccountPlan, LoanFlags } from './account-plan.ts';
import { dollars, monthlyLoan, monthsAgo, paysOnTime, rate, until } from './plan-parts.ts';

interface Edge {
  readonly number: string;
  readonly description: string;
  readonly holdCode?: string;
  readonly flags?: LoanFlags;
}

/** One loan for each restriction on payments. */
const edges: readonly Edge[] = [
  { number: '106-000048-1', description: 'Boat loan, hold code 48', holdCode: '48' },
  { number: '106-000071-3', description: 'Camper loan, hold code 71', holdCode: '71' },
  { number: '106-000102-8', description: 'Personal loan, hold code BKR', holdCode: 'BKR' },
  { number: '106-000110-5', description: 'Auto loan, hold code NOX$', holdCode: 'NOX$' },
  { number: '106-000118-2', description: 'Auto loan, hold code IRSO', holdCode: 'IRSO' },
  { number: '106-000203-7', description: 'Auto loan, locked for payoff', flags: { locked_for_payoff: true } },
  { number: '106-000211-4', description: 'Home improvement, in dispute', flags: { in_dispute: true } },
  { number: '106-000219-1', description: 'Personal loan, paid today only', flags: { only_immediate_payments: true } },
  { number: '106-000304-6', description: 'Auto loan, no bank drafts', flags: { ach_blocked: true } },
  { number: '106-000312-3', description: 'Auto loan, no cards', flags: { card_blocked: true } },
  { number: '106-000320-0', description: 'Auto loan, not online', flags: { online_blocked: true } },
  { number: '106-000328-7', description: 'Auto loan, no recurring payments', flags: { recurring_blocked: true } },
  { number: '106-000336-4', description: 'Auto loan, history not online', flags: { history_blocked: true } },
];

export function accountsOfDee(today: Day): AccountPlan[] {
  const owner = { customerId: '400106', nameOnAccount: 'Dee Blocked' };
  const firstDueOn = monthsAgo(today, 11, 18);
  const held = edges.map((edge, index) =>
    monthlyLoan({
      ...owner,
      ...edge,
      amountCents: dollars(7_500 + index * 650),
      rate: rate(699 + index * 15),
      periods: 48,
      firstDueOn,
      dueDay: 18,
    }),
  );
  // Relative to today: the older of two missed installments was due 46 days ago.
  const missedOn = addDays(today, -46);
  const dueDay = dayOfMonth(missedOn);
  const delinquent = monthlyLoan({
    ...owner,
    number: '106-000405-5',
    description: 'Personal loan, delinquent',
    amountCents: dollars(9_800),
    rate: rate(1_125),
    periods: 60,
    firstDueOn: monthsAgo(missedOn, 20, dueDay),
    dueDay,
    pay: until(paysOnTime('106-000405-5'), 20),
  });
  return [...held, delinquent];
}
