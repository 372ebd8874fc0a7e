import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { recurringChange, scheduledChange } from '#common/payments/rules/changes.ts';
import { hostMessages, scheduledNotChangeable } from '#common/payments/rules/host-messages.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import type { PaymentFees } from '#common/payments/rules/fees.ts';
import {
  findIntentError,
  findKeptMethodError,
  findMethodError,
  intendedKept,
  type PaymentIntent,
  type SubmissionError,
  type SubmissionPlan,
} from '#common/payments/rules/validate-submission.ts';
import { type IntendedMethod, intendedMethod } from '#common/payments/rules/submitted-method.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { isBlockedAccount } from '#server/payments/settlement/bank-drafts.queries.ts';
import { readDraftInstruction } from './draft-instructions.queries.ts';
import type { MethodReference } from '#server/payments/methods/payment-methods.queries.ts';
import type { ResolvedMethod } from '#server/payments/methods/submission-method.ts';
import { lookUpMethod } from '#server/payments/methods/usable-methods.ts';
import {
  describeContext,
  type LoanContext,
  paymentSettings,
  stoppedTypes,
} from '#server/payments/read-payment-terms.ts';
import { readLoanPayments } from '#server/payments/submit/submission.queries.ts';
import {
  openPlannedPaymentHandle,
  termsOfRecurring,
  termsOfScheduled,
} from '#server/payments/schedules/planned-payments-of-loan.ts';
import { hasUnsettledPayment, type MethodSnapshot, type Payment } from '#server/payments/payments.queries.ts';
import { lockOwnPayment, lockOwnRecurring, type PlannedPaymentRef } from './delete-planned-payment.command.ts';
import { findOpenPause } from './payment-pauses.queries.ts';
import { recurringTerms } from './record-planned-payment.ts';
import { type Recurring, type RecurringTerms, wasSkippedLast } from './recurring-payments.queries.ts';
import { keepsDays, type Run, runAfterRun } from '#common/payments/rules/recurring-dates.ts';

export interface WantedEdit {
  readonly payOn: Day;
  readonly amountCents: Cents;
  readonly fees: PaymentFees;
}

export interface WantedRecurringEdit extends WantedEdit {
  readonly additionalPrincipalCents: Cents;
  readonly plan: Extract<SubmissionPlan, { timing: 'recurring' }>;
}

/** A change of a scheduled payment, as the customer asks for it. */
export interface ScheduledEdit {
  readonly named: PlannedPaymentRef;
  readonly wanted: WantedEdit;
  /** Null when the method stays. */
  readonly replacement: MethodReference | null;
}

export interface RecurringEdit extends ScheduledEdit {
  readonly wanted: WantedRecurringEdit;
  /** The opened agreement to the changed terms, if there is one. */
  readonly agreementToken: string | null;
}

/** Returns null when the method stays. */
export async function resolveReplacement(
  services: Services,
  session: Session,
  replacement: MethodReference | null,
): Promise<Result<ResolvedMethod | null, SubmissionError>> {
  return replacement ? lookUpMethod(services, session, replacement) : success(null);
}

interface EditOf<Wanted extends WantedEdit> {
  readonly named: PlannedPaymentRef;
  readonly id: string;
  readonly moment: Moment;
  /** As of today. */
  readonly loan: HostLoan;
  readonly wanted: Wanted;
  /** Null when the method stays. */
  readonly method: ResolvedMethod | null;
}

/** Returns the scheduled payment, locked, if the customer may make this change. */
export async function checkScheduledEdit(
  services: Services,
  session: Session,
  transaction: Transaction,
  { named, id, moment, loan, wanted, method }: EditOf<WantedEdit>,
): Promise<Result<{ readonly payment: Payment; readonly context: LoanContext }, SubmissionError>> {
  const payment = await lockOwnPayment(transaction, session, named, id);
  if (!payment) return failure('Invalid');
  if (!isAsSeen(services, session, named, termsOfScheduled(payment))) return failure('PaymentChanged');
  const settings = paymentSettings(services);
  if (await isPaused(services, transaction, loan, payment.methodType)) return failure('ContactUs');
  if (!scheduledChange('edit', { released: payment.state !== 'scheduled' }, settings).allowed) {
    return failure(scheduledNotChangeable(payment.methodType));
  }
  const context = await readContextForChange(services, session, transaction, loan, moment);
  if (payment.isPayoff && !keepsDayAndAmount(payment, wanted)) return failure('PayoffFixed');
  const { isPayoff, additionalPrincipalCents } = payment;
  const intent = { ...wanted, plan: { timing: 'scheduled' }, additionalPrincipalCents, isPayoff } as const;
  const changed = changedMethod(method, payment.method, id);
  const error = await findEditError(services, transaction, context, changed, intent);
  return error ? failure(error) : success({ payment, context });
}

/** A payoff is the amount that was agreed for its day. */
function keepsDayAndAmount(
  payment: Pick<Payment, 'payOn' | 'amountCents'>,
  wanted: Pick<WantedEdit, 'payOn' | 'amountCents'>,
): boolean {
  return wanted.payOn === payment.payOn && wanted.amountCents === payment.amountCents;
}

interface CheckedRecurringEdit {
  readonly recurring: Recurring;
  readonly context: LoanContext;
  readonly intent: WantedRecurringEdit & { readonly method: IntendedMethod; readonly isPayoff: false };
  readonly terms: RecurringTerms;
}

/** Returns the recurring payment, locked, with its new terms, if the customer may make this change. */
export async function checkRecurringEdit(
  services: Services,
  session: Session,
  transaction: Transaction,
  { named, id, moment, loan, wanted, method }: EditOf<WantedRecurringEdit>,
): Promise<Result<CheckedRecurringEdit, SubmissionError>> {
  const recurring = await lockOwnRecurring(transaction, session, named, id);
  if (!recurring) return failure('Invalid');
  if (!isAsSeen(services, session, named, termsOfRecurring(recurring))) return failure('PaymentChanged');
  if (await isPaused(services, transaction, loan, recurring.method.type)) return failure('ContactUs');
  const blocked = await findRecurringBlock(services, transaction, recurring, 'edit');
  if (blocked) return failure(blocked);
  const context = await readContextForChange(services, session, transaction, loan, moment);
  const changed = changedMethod(method, recurring.method, id);
  const isKept = wanted.payOn > moment.today && keepsDays(recurring, { ...wanted.plan, payOn: wanted.payOn });
  const keepsFrequency = wanted.plan.option === recurring.recurrence.option;
  const kept = { keepsDays: isKept, keepsFrequency };
  const intent = { ...wanted, ...kept, method: changed.intended, isPayoff: false } as const;
  const error = await findEditError(services, transaction, context, changed, intent);
  if (error) return failure(error);
  const snapshot = method?.snapshot ?? recurring.method;
  const terms = recurringTerms(services, context, wanted, { snapshot }, recurring);
  return terms ? success({ recurring, context, intent, terms }) : failure('Invalid');
}

interface CheckedSkip {
  readonly recurring: Recurring;
  readonly context: LoanContext;
  /** The run that follows the skipped one. */
  readonly next: Run;
}

/** Returns the recurring payment, locked, and the run after the skipped one, if the customer may skip. */
export async function checkSkip(
  services: Services,
  session: Session,
  transaction: Transaction,
  { named, id, moment, loan }: Pick<EditOf<WantedEdit>, 'named' | 'id' | 'moment' | 'loan'>,
): Promise<Result<CheckedSkip, SubmissionError>> {
  const recurring = await lockOwnRecurring(transaction, session, named, id);
  if (!recurring) return failure('Invalid');
  if (!isAsSeen(services, session, named, termsOfRecurring(recurring))) return failure('PaymentChanged');
  if (await isPaused(services, transaction, loan, recurring.method.type)) return failure('ContactUs');
  const blocked = await findRecurringBlock(services, transaction, recurring, 'skip');
  if (blocked) return failure(blocked);
  const context = await readContextForChange(services, session, transaction, loan, moment);
  const { pastDue } = context.loan;
  const skippedBefore = pastDue && (await wasSkippedLast(transaction, id));
  if (!recurringChange('skip', { released: false, pastDue, skippedBefore }, context.settings).allowed) {
    return failure('ContactUs');
  }
  const next = runAfterRun(recurring, context.loan, services.institution, context.settings);
  return success({ recurring, context, next });
}

/** Returns false if it was changed since the customer saw it, such as in another window or by a lost answer. */
function isAsSeen(
  services: Services,
  session: Session,
  { accountNumber, handle }: PlannedPaymentRef,
  terms: string,
): boolean {
  return openPlannedPaymentHandle(services, session, accountNumber, handle)?.terms === terms;
}

/** Leaves out the loan's scheduled and recurring payments, so the changed payment doesn't conflict with itself. */
async function readContextForChange(
  services: Services,
  session: Session,
  transaction: Transaction,
  loan: HostLoan,
  moment: Moment,
): Promise<LoanContext> {
  const payments = await readLoanPayments(transaction, { userId: session.userId, accountNumber: loan.accountNumber });
  return describeContext(services, session, loan, moment, { ...payments, scheduled: [], recurring: undefined });
}

interface ChangedMethod {
  readonly intended: IntendedMethod;
  readonly findError: (
    services: Services,
    transaction: Transaction,
    context: LoanContext,
  ) => Promise<SubmissionError | undefined>;
}

/** Returns the replacement, or the current method, which must also pass today's rules. */
function changedMethod(replacement: ResolvedMethod | null, kept: MethodSnapshot, instructionId: string): ChangedMethod {
  if (replacement) {
    const { submitted } = replacement;
    return {
      intended: intendedMethod(submitted),
      findError: async (_services, _transaction, { terms, settings }) => findMethodError(submitted, terms, settings),
    };
  }
  return {
    intended: intendedKept(kept),
    findError: async (services, transaction, { terms, settings }) => {
      const error = findKeptMethodError(kept, terms, settings);
      if (error || kept.type === 'Card') return error;
      const numbers = await readDraftInstruction(services, transaction, instructionId);
      return (await isBlockedAccount(services, transaction, numbers)) ? 'Invalid' : undefined;
    },
  };
}

async function findEditError(
  services: Services,
  transaction: Transaction,
  context: LoanContext,
  method: ChangedMethod,
  intent: Omit<PaymentIntent, 'companyNumber' | 'method'>,
): Promise<SubmissionError | undefined> {
  const { terms, settings, circumstances } = context;
  const { companyNumber } = terms;
  // A payoff keeps the amount that it was agreed at, which was the payoff of its day.
  const payoffCents = intent.isPayoff ? intent.amountCents : terms.payoffCents;
  return (
    (await method.findError(services, transaction, context)) ??
    findIntentError({ ...intent, method: method.intended, companyNumber }, terms, settings, circumstances, payoffCents)
  );
}

/** A payment that a hold code stops has no next day to promise; it can be deleted. */
async function isPaused(
  services: Services,
  transaction: Transaction,
  { accountNumber, holdCode }: HostLoan,
  type: PaymentType,
): Promise<boolean> {
  if (stoppedTypes(services, holdCode).includes(type)) return true;
  return (await findOpenPause(transaction, accountNumber))?.methods.includes(type) ?? false;
}

async function findRecurringBlock(
  services: Services,
  transaction: Transaction,
  recurring: Recurring,
  change: 'edit' | 'skip',
): Promise<SubmissionError | undefined> {
  if (await hasUnsettledPayment(transaction, recurring.accountNumber)) return hostMessages.recurringNotDeletableNow;
  const allowed = recurringChange(change, { released: false }, paymentSettings(services)).allowed;
  return allowed ? undefined : 'Invalid';
}
