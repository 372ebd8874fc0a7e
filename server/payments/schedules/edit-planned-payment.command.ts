import type { Day } from '#common/core/dates.ts';
import { addCents } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { processingFee } from '#common/payments/rules/fees.ts';
import { announcementOfRun } from '#common/payments/rules/last-installment.ts';
import { type Run, runOf } from '#common/payments/rules/recurring-dates.ts';
import { firstRecurringDay } from '#common/payments/rules/submission-route.ts';
import type { SubmissionError } from '#common/payments/rules/validate-submission.ts';
import type { LoanToDraw } from '#server/host/host.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import {
  concludeAgreement,
  findAgreementFor,
  findAgreementForKept,
} from '#server/payments/authorizations/draft-agreement.command.ts';
import { recordDraftAuthorization } from '#server/payments/settlement/bank-drafts.queries.ts';
import { saveDraftInstruction } from './draft-instructions.queries.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import { agreedTo } from '#server/institution/agreements/texting-terms.ts';
import type { MethodReference } from '#server/payments/methods/payment-methods.queries.ts';
import { holdMethod } from '#server/payments/methods/hold-method.ts';
import type { ResolvedMethod } from '#server/payments/methods/submission-method.ts';
import { changePlannedPayment, type PlannedPaymentWork } from './delete-planned-payment.command.ts';
import {
  checkRecurringEdit,
  checkScheduledEdit,
  type RecurringEdit,
  type WantedRecurringEdit,
  resolveReplacement,
  type ScheduledEdit,
} from './check-edit.ts';
import { authorizedSeries } from './record-planned-payment.ts';
import { amountsDue, lastAmountInTime } from './recurring-amounts.ts';
import { type Recurring, updateRecurring } from './recurring-payments.queries.ts';
import { updateScheduledPayment } from './scheduled-payments.queries.ts';
import { plannedPaymentChangedMail, type PlannedPaymentFacts } from './planned-payment-mails.ts';

export type EditAnswer = Result<string, SubmissionError>;

/**
 * Changes day, amount or method of a scheduled payment, or the method of a payoff, validated like a new one. Updates the
 * row in place, so there is never a gap or a duplicate.
 */
export async function editScheduled(
  services: Services,
  session: Session,
  { named, wanted, replacement }: ScheduledEdit,
  ipAddress: string,
): Promise<EditAnswer> {
  const resolved = await resolveAuthorized(services, session, replacement);
  if (!resolved.ok) return resolved;
  const method = resolved.value;
  return changePlannedPayment(services, session, named, async (transaction, paymentId, moment, loan) => {
    // Before the payment, as a bank's notice of change locks them.
    if (method && !(await holdMethod(services, transaction, session, method))) return failure('PreviewChanged');
    const edit = { named, id: paymentId, moment, loan, wanted, method };
    const checked = await checkScheduledEdit(services, session, transaction, edit);
    if (!checked.ok) return checked;
    const { payment } = checked.value;
    await updateScheduledPayment(transaction, paymentId, {
      payOn: wanted.payOn,
      amountCents: wanted.amountCents,
      firstPartyFeeCents: wanted.fees.firstPartyCents,
      thirdPartyFeeCents: wanted.fees.thirdPartyCents,
      method: method?.snapshot ?? null,
    });
    await keepNumbers(services, transaction, paymentId, method);
    const drawnFrom = method?.snapshot ?? payment.method;
    if (drawnFrom.type === 'ACH') {
      recordDraftAuthorization(services.institution, transaction, session, {
        authorized: paymentId,
        timing: 'scheduled',
        totalCents: addCents(wanted.amountCents, payment.additionalPrincipalCents, processingFee(wanted.fees)),
        payOn: wanted.payOn,
        lastFour: drawnFrom.lastFour,
        at: moment.at,
        ipAddress,
      });
    }
    const details = { paymentId, payOn: wanted.payOn, amountCents: wanted.amountCents };
    await services.audit.record(transaction, { event: 'scheduled-payment-edited', userId: session.userId, details });
    await tellOfChange(services, transaction, moment, {
      ...payment,
      id: paymentId,
      amountCents: wanted.amountCents,
      paysTotalDue: false,
      feeCents: processingFee(wanted.fees),
      on: wanted.payOn,
      method: drawnFrom,
    });
    return success(undefined);
  });
}

/** Changes recurrence, amount or method of a recurring payment, validated like a new one, in one transaction. */
export async function editRecurring(
  services: Services,
  session: Session,
  { named, wanted, replacement, agreementToken: token }: RecurringEdit,
  ipAddress: string,
): Promise<EditAnswer> {
  const resolved = await resolveAuthorized(services, session, replacement);
  if (!resolved.ok) return resolved;
  const method = resolved.value;
  const dayOfEdited = (loan: HostLoan, today: Day) => runOfEdited(services, wanted, loan, today)?.runOn;
  const work: PlannedPaymentWork<void> = async (transaction, recurringId, moment, loan, drawn) => {
    if (method && !(await holdMethod(services, transaction, session, method))) return failure('PreviewChanged');
    const edit = { named, id: recurringId, moment, loan, wanted, method };
    const checked = await checkRecurringEdit(services, session, transaction, edit);
    if (!checked.ok) return checked;
    const { recurring, context, intent, terms } = checked.value;
    const { method: snapshot } = terms;
    // A bank draft needs an agreement to its exact terms. The previous agreement stays on record, superseded.
    if (snapshot.type === 'ACH' && context.settings.achDraftAgreement) {
      const { accountNumber } = named;
      const agreed = { ...intent, accountNumber, token, at: moment.at };
      const html = replacement
        ? await findAgreementFor(services, transaction, session, { ...agreed, method: replacement })
        : await findAgreementForKept(services, transaction, session, { ...agreed, recurringId });
      if (html === undefined) return failure('DraftAgreement');
      await concludeAgreement(transaction, session, { html, accountNumber, recurringId, ipAddress, at: moment.at });
    } else if (snapshot.type === 'ACH') {
      const series = authorizedSeries(recurringId, terms);
      recordDraftAuthorization(services.institution, transaction, session, { ...series, at: moment.at, ipAddress });
    }
    const event = { name: 'edited', on: terms.nextOn, at: moment.at } as const;
    await updateRecurring(transaction, recurringId, { terms, announced: 'anew' }, event);
    await keepNumbers(services, transaction, recurringId, method);
    const details = { recurringId, nextOn: terms.nextOn, amountCents: terms.amountCents };
    await services.audit.record(transaction, { event: 'recurring-payment-edited', userId: session.userId, details });
    const isOfRun = dayOfEdited(loan, moment.today) === terms.runOn;
    await tellOfChange(services, transaction, moment, {
      ...recurring,
      id: recurringId,
      feeCents: processingFee(wanted.fees),
      amountCents: wanted.amountCents,
      additionalPrincipalCents: wanted.additionalPrincipalCents,
      paysTotalDue: terms.paysTotalDue,
      // An amount that differs from the agreed one is announced later, also with another account.
      ...(isOfRun ? amountsOfLast(services, drawn, { ...recurring, ...terms }, moment) : {}),
      on: terms.runOn,
      method: terms.method,
    });
    return success(undefined);
  };
  return changePlannedPayment(services, session, named, work, dayOfEdited);
}

/** Undefined when the loan has no due day to follow. */
function runOfEdited(
  services: Services,
  { plan: { option, daysBeforeDue }, payOn }: WantedRecurringEdit,
  { upcomingDueDays }: HostLoan,
  today: Day,
): Run | undefined {
  const firstOn = firstRecurringDay({ option, daysBeforeDue, firstOn: payOn }, { today, upcomingDueDays });
  return firstOn === undefined ? undefined : runOf(firstOn, services.institution, paymentSettings(services));
}

/** Returns the amounts of a run that pays the loan off with another amount than the agreed one. */
function amountsOfLast(
  services: Services,
  drawn: LoanToDraw | undefined,
  recurring: Recurring,
  { today }: Pick<Moment, 'today'>,
) {
  if (drawn?.standing !== 'open' || recurring.paysTotalDue) return {};
  const { loan } = drawn;
  if (announcementOfRun(loan, recurring, recurring.nextOn) !== 'rest') return {};
  const announcedCents = lastAmountInTime(recurring, recurring.runOn, loan.payoffCents, today);
  if (announcedCents === null) return {};
  const announced = { ...recurring, announcedFor: recurring.runOn, announcedCents };
  const amounts = amountsDue(services, loan, announced);
  return amounts ? { ...amounts, isLast: true } : {};
}

/** Another bank account is drawn under the current terms; one that stays, under those it was set up under. */
async function resolveAuthorized(
  services: Services,
  session: Session,
  replacement: MethodReference | null,
): Promise<Result<ResolvedMethod | null, SubmissionError>> {
  const { database, institution } = services;
  if (replacement?.type === 'ACH' && !(await agreedTo('ach', database, institution, session.userId))) {
    return failure('AchTerms');
  }
  return resolveReplacement(services, session, replacement);
}

async function tellOfChange(
  services: Services,
  transaction: Transaction,
  { at }: Moment,
  facts: PlannedPaymentFacts & { readonly customerId: string },
): Promise<void> {
  await mailCustomer(
    services,
    transaction,
    facts.customerId,
    plannedPaymentChangedMail(services.institution, facts, at),
    at,
  );
}

async function keepNumbers(
  services: Services,
  transaction: Transaction,
  id: string,
  method: ResolvedMethod | null,
): Promise<void> {
  if (method?.source.kind === 'bankAccount') {
    await saveDraftInstruction(services, transaction, id, method.source.numbers);
  }
}
