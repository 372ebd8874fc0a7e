import { paysTotalDue } from '#common/payments/rules/total-due.ts';
import { dayInTime, keepsDays, newRun, type Recurrence, type Run } from '#common/payments/rules/recurring-dates.ts';
import { firstRecurringDay } from '#common/payments/rules/submission-route.ts';
import type { SubmissionPlan } from '#common/payments/rules/validate-submission.ts';
import type { PaymentFees } from '#common/payments/rules/fees.ts';
import type { PaymentTerms } from '#common/payments/rules/payment-types.ts';
import type { Day } from '#common/core/dates.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import type { Services } from '#server/services.ts';
import { isNoticed } from './recurring-amounts.ts';
import type { Recurring } from './recurring-payments.queries.ts';

export type RecurringPlan = Extract<SubmissionPlan, { timing: 'recurring' }>;

export interface WantedRecurring {
  readonly plan: RecurringPlan;
  readonly payOn: Day;
  readonly fees: PaymentFees;
}

export interface FirstRun extends Run {
  readonly recurrence: Recurrence;
}

/**
 * Returns the first payment of a new recurring payment, or the next one of a changed one. An amount that varies is
 * announced in time, so its payment may be on a later day.
 * @param changed the recurring payment as it is, if there is one
 * @returns undefined when the loan has no due day to follow
 */
export function firstRun(
  services: Pick<Services, 'institution'>,
  terms: Pick<PaymentTerms, 'today' | 'upcomingDueDays' | 'accountKind'>,
  { plan, payOn, fees }: WantedRecurring,
  changed?: Recurring,
): FirstRun | undefined {
  const { institution } = services;
  const settings = paymentSettings(services);
  const { option, daysBeforeDue } = plan;
  const varies = paysTotalDue(terms, settings, plan);
  const kept = changed && keepsRun(changed, { plan, payOn }, varies) && changed.runOn > terms.today ? changed : null;
  if (kept && (!varies || isNoticed(kept, fees))) return runAsItIs(kept);
  if (kept) return { ...runAsItIs(kept), runOn: dayInTime(kept.runOn, terms.today, institution, settings) };
  const firstOn = firstRecurringDay({ option, daysBeforeDue, firstOn: payOn }, terms);
  if (firstOn === undefined) return undefined;
  const { today } = terms;
  return {
    recurrence: { option, daysBeforeDue, firstOn },
    ...newRun(firstOn, { varies, today }, institution, settings),
  };
}

/** The run of an amount that varies may have been moved, so it stays with its due date. */
function keepsRun(
  { recurrence, runOn }: Recurring,
  { plan: { option, daysBeforeDue }, payOn }: Pick<WantedRecurring, 'plan' | 'payOn'>,
  varies: boolean,
): boolean {
  if (keepsDays({ recurrence, runOn }, { option, payOn })) return true;
  return (
    varies && option === 'DaysBeforeDue' && recurrence.option === option && recurrence.daysBeforeDue === daysBeforeDue
  );
}

function runAsItIs({ recurrence, nextOn, runOn }: Recurring): FirstRun {
  return { recurrence, nextOn, runOn };
}
