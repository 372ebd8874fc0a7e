import type { RecurringEditBody, ScheduledEditBody } from '#common/payments/schedules.api.ts';
import { type Day, findDay } from '#common/core/dates.ts';
import { type Cents, fromWireAmount } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { recurringChange, scheduledChange } from '#common/payments/rules/changes.ts';
import { hostMessages, scheduledNotChangeable } from '#common/payments/rules/host-messages.ts';
import { type PaymentFees, paymentTotal, processingFee } from '#common/payments/rules/fees.ts';
import {
  findIntentError,
  findKeptMethodError,
  findMethodError,
  intendedKept,
  type IntendedMethod,
  intendedMethod,
  type PaymentIntent,
  type SubmissionError,
} from '#common/payments/rules/validate-submission.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { isBlockedAccount } from '#server/payments/methods/bank-account-numbers.ts';
import { changeSetUp, lockOwnPayment, lockOwnRecurring, type NamedSetUp } from './delete-set-up.command.ts';
import {
  concludeAgreement,
  findAgreementFor,
  findAgreementForKept,
} from '#server/payments/authorizations/draft-agreement.command.ts';
import {
  readDraftInstruction,
  saveDraftInstruction,
} from '#server/payments/authorizations/draft-instructions.queries.ts';
import { type JudgedLoan, judgedLoan } from '#server/payments/submit/judge-submission.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import { paymentCircumstances, paymentSettings, type SetUp } from '#server/payments/payment-terms.ts';
import { hasUnsettledPayment, type MethodSnapshot } from '#server/payments/payments.queries.ts';
import { recurringTerms } from './record-set-up.ts';
import { type Recurring, updateRecurring, wasSkippedLast } from './recurring-payments.queries.ts';
import { runAfter } from './recurring-terms.ts';
import { setUpChangedMail, type SetUpFacts, skippedMail } from './set-up-mails.ts';
import { updateScheduledPayment } from './scheduled-payments.queries.ts';
import { type ResolvedMethod, resolveMethod } from '#server/payments/methods/submission-method.ts';
import { recurringPlan } from '#server/payments/submit/submission-request.ts';

export type EditAnswer = Result<string, SubmissionError>;

/**
 * Changes day, amount or method of a scheduled payment, judged like a new one.
 * The same row is changed in one transaction: at no moment is there no payment,
 * or two.
 */
export async function editScheduled(
  services: Services,
  session: Session,
  body: ScheduledEditBody,
): Promise<EditAnswer> {
  const wanted = readEdit(body);
  const named = namedOf(body);
  if (!wanted) return failure('Invalid');
  const method = await resolveReplacement(services, session, body.Method);
  if (!method.ok) return method;
  return changeSetUp(services, session, named, async (transaction, paymentId, moment, loan) => {
    const payment = await lockOwnPayment(transaction, session, named, paymentId);
    if (!payment) return failure('Invalid');
    const settings = paymentSettings(services);
    if (!scheduledChange('edit', { released: payment.state !== 'scheduled' }, settings).allowed) {
      return failure(scheduledNotChangeable(payment.methodType));
    }
    const held = await judgedForChange(services, session, transaction, loan, moment);
    const error = await findEditError(
      services,
      transaction,
      held,
      changedMethod(method.value, payment.method, paymentId),
      {
        ...wanted,
        plan: { timing: 'scheduled' },
        additionalPrincipalCents: payment.additionalPrincipalCents,
      },
    );
    if (error) return failure(error);
    await updateScheduledPayment(transaction, paymentId, {
      payOn: wanted.payOn,
      amountCents: wanted.amountCents,
      firstPartyFeeCents: wanted.fees.firstPartyCents,
      thirdPartyFeeCents: wanted.fees.thirdPartyCents,
      method: method.value?.snapshot ?? null,
    });
    await keepNumbers(services, transaction, paymentId, method.value);
    const details = { paymentId, payOn: wanted.payOn, amountCents: wanted.amountCents };
    await services.audit.record(transaction, { event: 'scheduled-payment-edited', userId: session.userId, details });
    await tellOfChange(services, transaction, moment, {
      ...payment,
      id: paymentId,
      totalCents: paymentTotal(wanted.amountCents, wanted.fees, payment.additionalPrincipalCents),
      feeCents: processingFee(wanted.fees),
      on: wanted.payOn,
      method: method.value?.snapshot ?? { type: payment.methodType, lastFour: payment.lastFour },
    });
    return success(undefined);
  });
}

/** Changes rhythm, amount or method of a recurring payment, judged like a new one, in one transaction. */
export async function editRecurring(
  services: Services,
  session: Session,
  body: RecurringEditBody,
  ipAddress: string,
): Promise<EditAnswer> {
  const wanted = readEdit(body);
  const additionalPrincipalCents = fromWireAmount(body.AdditionalPrincipalAmount);
  const named = namedOf(body);
  if (!wanted || additionalPrincipalCents === undefined) return failure('Invalid');
  const plan = recurringPlan(body.RecurringDetails);
  const method = await resolveReplacement(services, session, body.Method);
  if (!method.ok) return method;
  return changeSetUp(services, session, named, async (transaction, recurringId, moment, loan) => {
    const recurring = await lockOwnRecurring(transaction, session, named, recurringId);
    if (!recurring) return failure('Invalid');
    const blocked = await findRecurringBlock(services, transaction, recurring, 'edit');
    if (blocked) return failure(blocked);
    const held = await judgedForChange(services, session, transaction, loan, moment);
    const changed = changedMethod(method.value, recurring.method, recurringId);
    const intent = { ...wanted, plan, additionalPrincipalCents, method: changed.intended };
    const error = await findEditError(services, transaction, held, changed, intent);
    if (error) return failure(error);
    const snapshot = method.value?.snapshot ?? recurring.method;
    const terms = recurringTerms(services, held, intent, plan, { snapshot });
    if (!terms) return failure('Invalid');
    // A bank draft is drawn on its agreed terms alone; the agreement before stays as it was and is superseded.
    if (snapshot.type === 'ACH' && held.settings.achDraftAgreement) {
      const { accountNumber } = named;
      const token = body.AchDraftAgreementToken ?? null;
      const agreed = { ...intent, accountNumber, token, at: moment.at };
      const html = body.Method
        ? await findAgreementFor(services, transaction, session, { ...agreed, method: replacementOf(body.Method) })
        : await findAgreementForKept(services, transaction, session, { ...agreed, recurringId });
      if (html === undefined) return failure('DraftAgreement');
      await concludeAgreement(transaction, session, { html, accountNumber, recurringId, ipAddress, at: moment.at });
    }
    const event = { name: 'edited', on: terms.nextOn, at: moment.at } as const;
    await updateRecurring(transaction, recurringId, { terms, announced: 'anew' }, event);
    await keepNumbers(services, transaction, recurringId, method.value);
    const details = { recurringId, nextOn: terms.nextOn, amountCents: terms.amountCents };
    await services.audit.record(transaction, { event: 'recurring-payment-edited', userId: session.userId, details });
    await tellOfChange(services, transaction, moment, {
      ...recurring,
      id: recurringId,
      feeCents: processingFee(wanted.fees),
      totalCents: terms.paysTotalDue ? null : paymentTotal(wanted.amountCents, wanted.fees, additionalPrincipalCents),
      on: terms.runOn,
      method: terms.method,
    });
    return success(undefined);
  });
}

/** The handle of the visit anew, and the day of the payment that is next now. */
export type SkipAnswer = Result<{ readonly token: string; readonly nextOn: Day }, SubmissionError>;

/** Leaves out the next payment of a recurring one; those after it stay as they are. */
export async function skipRecurring(services: Services, session: Session, named: NamedSetUp): Promise<SkipAnswer> {
  let nextOn: Day | undefined;
  const changed = await changeSetUp(services, session, named, async (transaction, recurringId, moment, loan) => {
    const recurring = await lockOwnRecurring(transaction, session, named, recurringId);
    if (!recurring) return failure('Invalid');
    const blocked = await findRecurringBlock(services, transaction, recurring, 'skip');
    if (blocked) return failure(blocked);
    const held = await judgedForChange(services, session, transaction, loan, moment);
    const { pastDue } = held.loan;
    const skippedBefore = pastDue && (await wasSkippedLast(transaction, recurringId));
    const item = { released: false, pastDue, skippedBefore };
    if (!recurringChange('skip', item, held.settings).allowed) return failure('ContactUs');
    const run = runAfter(recurring.rhythm, recurring.nextOn, held.loan, services.institution, held.settings);
    const event = { name: 'skipped', on: recurring.nextOn, at: moment.at } as const;
    await updateRecurring(transaction, recurringId, { terms: { ...recurring, ...run } }, event);
    const details = { recurringId, skipped: recurring.nextOn };
    await services.audit.record(transaction, { event: 'recurring-payment-skipped', userId: session.userId, details });
    const skipped = { ...recurring, id: recurringId, skippedOn: recurring.runOn, nextOn: run.runOn };
    const mail = skippedMail(services.institution, skipped);
    await mailCustomer(services, transaction, session.customerId, mail, moment.at);
    nextOn = run.runOn;
    return success(undefined);
  });
  if (!changed.ok) return changed;
  return nextOn === undefined ? failure('Error') : success({ token: changed.value, nextOn });
}

async function tellOfChange(
  services: Services,
  transaction: Transaction,
  { at }: Moment,
  facts: SetUpFacts & { readonly customerId: string },
): Promise<void> {
  await mailCustomer(services, transaction, facts.customerId, setUpChangedMail(services.institution, facts, at), at);
}

interface WantedEdit {
  readonly payOn: Day;
  readonly amountCents: Cents;
  readonly fees: PaymentFees;
  readonly isPayoff: false;
}

function readEdit(body: ScheduledEditBody): WantedEdit | undefined {
  const payOn = findDay(body.PaymentDate);
  const amountCents = fromWireAmount(body.PaymentAmount);
  const firstPartyCents = fromWireAmount(body.FirstPartyFee);
  const thirdPartyCents = fromWireAmount(body.ThirdPartyFee);
  if (!payOn || amountCents === undefined || firstPartyCents === undefined || thirdPartyCents === undefined) {
    return undefined;
  }
  return { payOn, amountCents, fees: { firstPartyCents, thirdPartyCents }, isPayoff: false };
}

function namedOf({ Token, Payment }: ScheduledEditBody): NamedSetUp {
  return { token: Token, handle: Payment.EncryptedString, accountNumber: Payment.LoanAccountNumber };
}

/** Nothing to resolve when the method stays. */
async function resolveReplacement(
  services: Services,
  session: Session,
  reference: ScheduledEditBody['Method'],
): Promise<Result<ResolvedMethod | null, SubmissionError>> {
  return reference ? resolveMethod(services, session, replacementOf(reference)) : success(null);
}

function replacementOf({ IsCard, ProfileId }: NonNullable<ScheduledEditBody['Method']>) {
  return { type: IsCard ? 'Card' : 'ACH', profileId: ProfileId } as const;
}

/** The loan as if nothing were set up: what is changed must not stand in its own way. */
function judgedForChange(
  services: Services,
  session: Session,
  transaction: Transaction,
  loan: HostLoan,
  moment: Moment,
): Promise<JudgedLoan> {
  const alone = (setUp: SetUp): SetUp => ({ ...setUp, scheduledPayments: [], recurringPayment: null });
  return judgedLoan(services, session, transaction, loan, moment, alone);
}

interface ChangedMethod {
  readonly intended: IntendedMethod;
  readonly findError: (
    services: Services,
    transaction: Transaction,
    held: JudgedLoan,
  ) => Promise<SubmissionError | undefined>;
}

/** The method after the change: another one, or the one the payment has, which is judged by the rules of today as well. */
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
  held: JudgedLoan,
  method: ChangedMethod,
  intent: Omit<PaymentIntent, 'companyNumber' | 'method'>,
): Promise<SubmissionError | undefined> {
  const { terms, settings } = held;
  const circumstances = await paymentCircumstances(transaction, terms.accountNumber);
  const { companyNumber } = terms;
  return (
    (await method.findError(services, transaction, held)) ??
    findIntentError({ ...intent, method: method.intended, companyNumber }, terms, settings, circumstances)
  );
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
