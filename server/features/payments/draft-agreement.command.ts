import { createHash, randomUUIDv7 } from 'node:crypto';
import type { DraftAgreementPreparation } from '#common/api/draft-agreements.api.ts';
import { bankAccountFromWire } from '#common/api/payments.wire.ts';
import { type Day, findDay } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { type Cents, fromWireAmount } from '#common/core/money.ts';
import { paysTotalDue } from '#common/rules/payments/amounts.ts';
import { firstRecurringDay } from '#common/rules/payments/submission-route.ts';
import {
  feesOfSubmission,
  intendedMethod,
  type SubmissionError,
  type SubmissionPlan,
} from '#common/rules/payments/validate-submission.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { hashToken } from '#server/platform/random-tokens.ts';
import { createTicket } from '#server/platform/tickets/tickets.queries.ts';
import type { Services } from '#server/services.ts';
import { draftAgreementPage } from './draft-agreement-page.ts';
import { insertDraftAgreement, insertPreparedAgreement, takePreparedAgreement } from './draft-agreements.queries.ts';
import { methodMayBeUsedOnce, paymentSettings, paymentTerms } from './payment-terms.ts';
import { HANDLE_MINUTES } from './payments.policy.ts';
import { readSetUp } from './read-set-up.ts';
import { resolveMethod } from './submission-method.ts';
import type { RequestedMethod, SubmissionRequest } from './submission-request.ts';

type RecurringPlan = Extract<SubmissionPlan, { timing: 'recurring' }>;

/** A draft is agreed on for as long as the visit it is prepared in may submit it. */
const AGREEMENT_MINUTES = HANDLE_MINUTES;

/**
 * Makes out the agreement of a recurring bank draft (P 4).
 * @returns the token that opens it once, and that the submission carries.
 */
export async function prepareAgreement(
  services: Services,
  session: Session,
  body: DraftAgreementPreparation,
): Promise<Result<string, SubmissionError>> {
  const moment = services.clock.moment();
  const request = readPreparation(body);
  if (!request) return failure('Invalid');
  if (!('profileId' in request.method) && !methodMayBeUsedOnce(services, session, request.method.type))
    return failure('Invalid');
  const resolved = await resolveMethod(services, session, request.method);
  if (!resolved.ok) return resolved;
  const { snapshot, submitted } = resolved.value;
  const loan = await services.host.findLoan(session.customerId, body.LoanAccountNumber, moment.today);
  if (!loan || snapshot.type !== 'ACH') return failure('Retrieving');
  const setUp = await readSetUp(services, services.database, session, body.LoanAccountNumber);
  const terms = paymentTerms(services, session, loan, moment, setUp);
  const settings = paymentSettings(services);
  const { option, daysBeforeDue } = request.plan;
  const firstOn = firstRecurringDay({ option, daysBeforeDue, firstOn: request.payOn ?? moment.today }, terms);
  if (firstOn === undefined) return failure('Invalid');
  const html = draftAgreementPage(services.institution, {
    accountNumber: loan.accountNumber,
    bankAccount: snapshot,
    rhythm: { option, daysBeforeDue, firstOn },
    amountCents: paysTotalDue(terms, settings, request.plan) ? null : request.amountCents,
    additionalPrincipalCents: request.additionalPrincipalCents,
    fees: feesOfSubmission(intendedMethod(submitted), 'recurring', terms, settings),
    preparedAt: moment.at.toZonedDateTimeISO(services.institution.timeZone).toLocaleString('en-US'),
    preparedAtCustomers: localTime(moment.at, body.LocalTimeOffset),
  });
  const purpose = { action: 'achDraftPreview', object: '' } as const;
  const token = await createTicket(services.database, session.sessionId, purpose, moment.at);
  const agreement = {
    tokenHash: hashToken(token),
    userId: session.userId,
    accountNumber: loan.accountNumber,
    facts: factsOf(services, request),
    html,
  };
  const expiresAt = moment.at.add({ minutes: AGREEMENT_MINUTES });
  await insertPreparedAgreement(services.database, agreement, { at: moment.at, expiresAt });
  return success(token);
}

/** The page of the agreement that a recurring payment was agreed on; nothing when it was not opened, or says something else. */
export async function findAgreementFor(
  services: Services,
  transaction: Transaction,
  session: Session,
  { request, plan, at }: { request: SubmissionRequest; plan: RecurringPlan; at: Temporal.Instant },
): Promise<string | undefined> {
  const token = request.draftAgreementToken;
  if (token === null) return undefined;
  const wanted = {
    tokenHash: hashToken(token),
    userId: session.userId,
    accountNumber: request.accountNumber,
    facts: factsOf(services, { ...request, plan }),
  };
  return takePreparedAgreement(transaction, wanted, at);
}

/** Keeps the agreement for good: what it said, when by our clock, and from where. */
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
  readonly method: RequestedMethod;
}

function readPreparation(body: DraftAgreementPreparation): AgreementRequest | undefined {
  const amountCents = fromWireAmount(body.Amount);
  const additionalPrincipalCents = fromWireAmount(body.AdditionalPrincipal);
  if (amountCents === undefined || additionalPrincipalCents === undefined) return undefined;
  const option = body.RecurringOption ?? 'DaysBeforeDue';
  const payOn = findDay(body.PaymentDate ?? '') ?? null;
  if (option !== 'DaysBeforeDue' && payOn === null) return undefined;
  return {
    accountNumber: body.LoanAccountNumber,
    plan: { timing: 'recurring', option, daysBeforeDue: body.daysBeforeDue },
    payOn,
    amountCents,
    additionalPrincipalCents,
    method:
      'ProfileId' in body.AchInfo
        ? { type: 'ACH', profileId: body.AchInfo.ProfileId }
        : { type: 'ACH', entry: bankAccountFromWire(body.AchInfo) },
  };
}

/** Everything that is agreed on; a number of a bank account only as a keyed hash. */
function factsOf(services: Services, { plan, method, ...request }: AgreementRequest): string {
  const { option, daysBeforeDue } = plan;
  const firstOn = option === 'DaysBeforeDue' ? null : request.payOn;
  const methodFact =
    'profileId' in method
      ? method.profileId
      : Buffer.from(services.cipher.blindIndex(JSON.stringify(method.entry), 'draft-agreement')).toString('base64');
  const { accountNumber, amountCents, additionalPrincipalCents } = request;
  return JSON.stringify([
    accountNumber,
    option,
    daysBeforeDue,
    firstOn,
    amountCents,
    additionalPrincipalCents,
    methodFact,
  ]);
}

/** @param offsetMinutes between the customer's clock and UTC, as browsers give it: positive west of Greenwich. */
function localTime(at: Temporal.Instant, offsetMinutes: number): string {
  const local = at.subtract({ minutes: offsetMinutes }).toZonedDateTimeISO('UTC').toPlainDateTime();
  return local.toLocaleString('en-US');
}
