import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Day } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { Cents } from '#common/core/money.ts';
import { paysTotalDue } from '#common/payments/rules/total-due.ts';
import type { PaymentFees } from '#common/payments/rules/fees.ts';
import { feesOfSubmission, intendedKept, type SubmissionError } from '#common/payments/rules/validate-submission.ts';
import { type IntendedMethod, intendedMethod } from '#common/payments/rules/submitted-method.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { hashToken } from '#server/platform/crypto/random-tokens.ts';
import { createTicket } from '#server/identity/tickets/tickets.ts';
import type { Services } from '#server/services.ts';
import { lockOwnRecurring } from '#server/payments/schedules/delete-planned-payment.command.ts';
import { draftAgreementPage } from './draft-agreement-page.ts';
import { findActiveRecurring } from '#server/payments/schedules/recurring-payments.queries.ts';
import { firstRun, type RecurringPlan } from '#server/payments/schedules/first-run.ts';
import { insertDraftAgreement, insertPreparedAgreement, takePreparedAgreement } from './draft-agreements.queries.ts';
import { readDraftInstruction } from '#server/payments/schedules/draft-instructions.queries.ts';
import { methodMayBeUsedOnce, readLoanContext } from '#server/payments/read-payment-terms.ts';
import { openPlannedPaymentHandle } from '#server/payments/schedules/planned-payments-of-loan.ts';
import type { MethodSnapshot } from '#server/payments/payments.queries.ts';
import { lookUpMethod } from '#server/payments/methods/usable-methods.ts';
import { HANDLE_MINUTES, type RequestedMethod } from '#server/payments/submit/submission-request.wire.ts';

/** As long as a handle is valid, since the submission carries both. */
const AGREEMENT_MINUTES = HANDLE_MINUTES;

/**
 * Prepares the agreement for a recurring bank draft (P 4).
 * Returns a token that opens it once and that the submission sends along.
 */
export async function prepareAgreement(
  services: Services,
  session: Session,
  preparation: AgreementPreparation,
): Promise<Result<string, SubmissionError>> {
  const moment = services.clock.moment();
  const request = openPreparation(services, session, preparation);
  if (!request) return failure('Invalid');
  const resolved = await resolveAgreedMethod(services, session, request);
  if (!resolved.ok) return resolved;
  const { account, intended, fact } = resolved.value;
  const loan = await services.host.findLoan(session.customerId, request.accountNumber, moment.today);
  if (!loan) return failure('Retrieving');
  const { terms, settings } = await readLoanContext(services, session, services.database, loan, moment);
  const payOn = request.payOn ?? moment.today;
  const fees = feesOfSubmission(intended, 'recurring', terms, settings);
  // A loan has one at most, so this changes it.
  const active = await findActiveRecurring(services.database, loan.accountNumber);
  const run = firstRun(services, terms, { plan: request.plan, payOn, fees }, active);
  if (run === undefined) return failure('Invalid');
  const varies = paysTotalDue(terms, settings, request.plan);
  // The first day that was chosen, even if nothing is paid on it.
  const startsOn = varies || run.recurrence === active?.recurrence ? run.runOn : run.nextOn;
  const html = draftAgreementPage(services.institution, {
    accountNumber: loan.accountNumber,
    bankAccount: account,
    recurrence: run.recurrence,
    startsOn,
    amountCents: varies ? null : request.amountCents,
    additionalPrincipalCents: request.additionalPrincipalCents,
    fees,
    preparedAt: moment.at.toZonedDateTimeISO(services.institution.timeZone).toLocaleString('en-US'),
    preparedAtCustomers: localTime(moment.at, preparation.localTimeOffset),
  });
  const purpose = { action: 'achDraftPreview', object: '' } as const;
  const token = await createTicket(services.database, session.sessionId, purpose, moment.at);
  const agreement = {
    tokenHash: hashToken(token),
    userId: session.userId,
    accountNumber: loan.accountNumber,
    facts: factsOf({ ...request, fees }, fact),
    html,
  };
  const expiresAt = moment.at.add({ minutes: AGREEMENT_MINUTES });
  await insertPreparedAgreement(services.database, agreement, { at: moment.at, expiresAt });
  return success(token);
}

interface AgreedMethod {
  readonly account: Extract<MethodSnapshot, { type: 'ACH' }>;
  readonly intended: IntendedMethod;
  readonly fact: string;
}

async function resolveAgreedMethod(
  services: Services,
  session: Session,
  { accountNumber, method }: AgreementRequest,
): Promise<Result<AgreedMethod, SubmissionError>> {
  if ('keptOf' in method) {
    return inTransaction(services.database, async (transaction) => {
      const recurring = await lockOwnRecurring(transaction, session, { accountNumber }, method.keptOf);
      if (recurring?.method.type !== 'ACH') return failure('Invalid');
      const fact = await keptMethodFact(services, transaction, method.keptOf);
      return success({ account: recurring.method, intended: intendedKept(recurring.method), fact });
    });
  }
  if (!('profileId' in method) && !methodMayBeUsedOnce(services, session, method.type)) return failure('Invalid');
  const resolved = await lookUpMethod(services, session, method);
  if (!resolved.ok) return resolved;
  const { snapshot, submitted } = resolved.value;
  if (snapshot.type !== 'ACH') return failure('Invalid');
  return success({ account: snapshot, intended: intendedMethod(submitted), fact: methodFactOf(services, method) });
}

interface AgreedSubmission extends Omit<AgreementRequest, 'method'> {
  readonly fees: PaymentFees;
  readonly token: string | null;
  readonly at: Temporal.Instant;
}

/** Returns undefined if the agreement wasn't opened or its terms differ. */
export function findAgreementFor(
  services: Services,
  transaction: Transaction,
  session: Session,
  submission: AgreedSubmission & { readonly method: RequestedMethod },
): Promise<string | undefined> {
  return takeAgreement(transaction, session, submission, methodFactOf(services, submission.method));
}

/** Same as `findAgreementFor`, for a change that keeps the bank account. */
export async function findAgreementForKept(
  services: Services,
  transaction: Transaction,
  session: Session,
  submission: AgreedSubmission & { readonly recurringId: string },
): Promise<string | undefined> {
  const fact = await keptMethodFact(services, transaction, submission.recurringId);
  return takeAgreement(transaction, session, submission, fact);
}

async function takeAgreement(
  transaction: Transaction,
  { userId }: Session,
  submission: AgreedSubmission,
  fact: string,
): Promise<string | undefined> {
  const { token, accountNumber, at } = submission;
  if (token === null) return undefined;
  const facts = factsOf(submission, fact);
  return takePreparedAgreement(transaction, { tokenHash: hashToken(token), userId, accountNumber, facts }, at);
}

/** Stores the agreement permanently, with its text, the server time and the IP address. */
export async function concludeAgreement(
  transaction: Transaction,
  { userId, customerId }: Pick<Session, 'userId' | 'customerId'>,
  concluded: {
    readonly html: string;
    readonly accountNumber: string;
    readonly recurringId: string;
    readonly ipAddress: string;
    readonly at: Temporal.Instant;
  },
): Promise<void> {
  const textHash = createHash('sha256').update(concluded.html).digest();
  await insertDraftAgreement(transaction, { agreementId: randomUUIDv7(), userId, customerId, textHash, ...concluded });
}

interface AgreementRequest {
  readonly accountNumber: string;
  readonly plan: RecurringPlan;
  readonly payOn: Day | null;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly method: RequestedMethod | { readonly keptOf: string };
}

/** An agreement to prepare, as the customer asks for it. */
export interface AgreementPreparation extends Omit<AgreementRequest, 'method'> {
  /** The handle is of a recurring payment that keeps its bank account. */
  readonly method: RequestedMethod | { readonly handle: string };
  /** Minutes, positive west of UTC. */
  readonly localTimeOffset: number;
}

function openPreparation(
  services: Services,
  session: Session,
  { method, ...request }: Omit<AgreementPreparation, 'localTimeOffset'>,
): AgreementRequest | undefined {
  if (!('handle' in method)) return { ...request, method };
  const keptOf = openPlannedPaymentHandle(services, session, request.accountNumber, method.handle);
  return keptOf && { ...request, method: { keptOf: keptOf.id } };
}

function factsOf({ plan, fees, ...request }: Omit<AgreedSubmission, 'token' | 'at'>, methodFact: string): string {
  const { option, daysBeforeDue } = plan;
  const firstOn = option === 'DaysBeforeDue' ? null : request.payOn;
  const { accountNumber, amountCents, additionalPrincipalCents } = request;
  return JSON.stringify([
    accountNumber,
    option,
    daysBeforeDue,
    firstOn,
    amountCents,
    additionalPrincipalCents,
    fees.firstPartyCents,
    fees.thirdPartyCents,
    methodFact,
  ]);
}

function methodFactOf(services: Services, method: RequestedMethod): string {
  if ('token' in method) return method.token;
  return 'profileId' in method ? method.profileId : hashOf(services, method.entry);
}

async function keptMethodFact(services: Services, transaction: Transaction, recurringId: string): Promise<string> {
  const numbers = await readDraftInstruction(services, transaction, recurringId);
  return `${recurringId}:${hashOf(services, numbers)}`;
}

function hashOf(services: Services, numbers: object): string {
  return Buffer.from(services.cipher.blindIndex(JSON.stringify(numbers), 'draft-agreement')).toString('base64');
}

/** @param offsetMinutes as browsers report it: positive west of UTC */
function localTime(at: Temporal.Instant, offsetMinutes: number): string {
  const local = at.subtract({ minutes: offsetMinutes }).toZonedDateTimeISO('UTC').toPlainDateTime();
  return local.toLocaleString('en-US');
}
