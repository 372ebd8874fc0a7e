import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import { type Result, success } from '#common/core/results.ts';
import { processingFee } from '#common/payments/rules/fees.ts';
import { lastInstallment } from '#common/payments/rules/last-installment.ts';
import { type Lateness, latenessOn } from '#common/payments/rules/payment-days.ts';
import type { SubmissionError } from '#common/payments/rules/validate-submission.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import type { LoanContext } from '#server/payments/read-payment-terms.ts';
import type { PaymentOutcome } from '#common/payments/payment-preview.wire.ts';
import { outcomeOf } from '#server/payments/submit/promise.ts';
import { type PlannedPaymentRef, withPlannedPayment } from './delete-planned-payment.command.ts';
import {
  checkRecurringEdit,
  checkScheduledEdit,
  checkSkip,
  type RecurringEdit,
  resolveReplacement,
  type ScheduledEdit,
} from './check-edit.ts';
import { amountsDue, lastAmountInTime } from './recurring-amounts.ts';
import type { Recurring } from './recurring-payments.queries.ts';

export interface ChangePreview {
  /** The amounts are the total due as known now. */
  readonly paysTotalDue: boolean;
  /** The next payment without the change. */
  readonly before: ProjectedRun;
  readonly after: ProjectedRun;
  readonly lateness: Lateness;
}

export type ChangePreviewAnswer = Result<ChangePreview, SubmissionError>;

/** Returns the payment as it is and as it would be, or why it can't be changed like this. Changes nothing. */
export async function previewScheduledEdit(
  services: Services,
  session: Session,
  { named, wanted, replacement }: ScheduledEdit,
): Promise<ChangePreviewAnswer> {
  const method = await resolveReplacement(services, session, replacement);
  if (!method.ok) return method;
  const checked = await withPlannedPayment(services, session, named, (transaction, id, moment, loan) =>
    checkScheduledEdit(services, session, transaction, { named, id, moment, loan, wanted, method: method.value }),
  );
  if (!checked.ok) return checked;
  const { payment, context } = checked.value;
  const { accountNumber, additionalPrincipalCents } = payment;
  const run = (drawnOn: Day, amountCents: Cents, feeCents: Cents) =>
    projectRun(services, {
      accountNumber,
      drawnOn,
      amounts: { amountCents, additionalPrincipalCents },
      feeCents,
      lastInstallment: 'none',
    });
  const before = await run(payment.payOn, payment.amountCents, payment.feesCents);
  const after = await run(wanted.payOn, wanted.amountCents, processingFee(wanted.fees));
  return success(toPreview(context, before, after, false));
}

export async function previewRecurringEdit(
  services: Services,
  session: Session,
  { named, wanted, replacement }: RecurringEdit,
): Promise<ChangePreviewAnswer> {
  const method = await resolveReplacement(services, session, replacement);
  if (!method.ok) return method;
  const checked = await withPlannedPayment(services, session, named, (transaction, id, moment, loan) =>
    checkRecurringEdit(services, session, transaction, { named, id, moment, loan, wanted, method: method.value }),
  );
  if (!checked.ok) return checked;
  const { recurring, context, terms } = checked.value;
  return compareRuns(services, context, recurring, { ...recurring, ...terms });
}

export async function previewSkip(
  services: Services,
  session: Session,
  named: PlannedPaymentRef,
): Promise<ChangePreviewAnswer> {
  const checked = await withPlannedPayment(services, session, named, (transaction, id, moment, loan) =>
    checkSkip(services, session, transaction, { named, id, moment, loan }),
  );
  if (!checked.ok) return checked;
  const { recurring, context, next } = checked.value;
  return compareRuns(services, context, recurring, { ...recurring, ...next });
}

async function compareRuns(
  services: Services,
  context: LoanContext,
  recurring: Recurring,
  changed: Recurring,
): Promise<ChangePreviewAnswer> {
  const before = await nextRun(services, recurring);
  const after = await nextRun(services, changed);
  return success(toPreview(context, before, after, changed.paysTotalDue));
}

function toPreview(
  { terms }: LoanContext,
  before: ProjectedRun,
  after: ProjectedRun,
  paysTotalDue: boolean,
): ChangePreview {
  return { paysTotalDue, before, after, lateness: latenessOn(after.drawnOn, terms) };
}

async function nextRun(services: Services, recurring: Recurring): Promise<ProjectedRun> {
  const { customerId, accountNumber, nextOn, runOn: drawnOn } = recurring;
  const feeCents = addCents(recurring.firstPartyFeeCents, recurring.thirdPartyFeeCents);
  const drawn = await services.host.findLoanToDraw(customerId, accountNumber, drawnOn);
  if (drawn.standing !== 'open') {
    const nothing = { accountNumber, drawnOn, amounts: null, feeCents, lastInstallment: 'none' } as const;
    return projectRun(services, nothing);
  }
  const { loan } = drawn;
  // An amount that differs from the agreed one is announced in advance.
  const announcedCents = recurring.paysTotalDue
    ? loan.payoffCents
    : lastAmountInTime(recurring, drawnOn, loan.payoffCents, services.clock.today());
  const amounts = amountsDue(services, loan, { ...recurring, announcedFor: drawnOn, announcedCents }) ?? null;
  const last = recurring.paysTotalDue ? 'none' : lastInstallment(loan, recurring, nextOn);
  const lastOne = last === 'rest' && announcedCents === null ? 'balloon' : last;
  return projectRun(services, { accountNumber, drawnOn, amounts, feeCents, lastInstallment: lastOne });
}

interface PlannedRun {
  readonly accountNumber: string;
  readonly drawnOn: Day;
  /** Null when nothing is due. */
  readonly amounts: { readonly amountCents: Cents; readonly additionalPrincipalCents: Cents } | null;
  readonly feeCents: Cents;
  readonly lastInstallment: ReturnType<typeof lastInstallment>;
}

export interface ProjectedRun extends Omit<PlannedRun, 'accountNumber'> {
  /** Null when nothing is due. */
  readonly outcome: PaymentOutcome | null;
}

async function projectRun(services: Services, { accountNumber, ...run }: PlannedRun): Promise<ProjectedRun> {
  const { drawnOn, amounts } = run;
  const projection =
    amounts && (await services.host.projectPayment({ accountNumber, effectiveOn: drawnOn, ...amounts }));
  return { ...run, outcome: projection ? outcomeOf(projection) : null };
}
