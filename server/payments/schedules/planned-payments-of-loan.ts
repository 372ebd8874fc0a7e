import { addCents } from '#common/core/money.ts';
import { recurringChange, scheduledChange } from '#common/payments/rules/changes.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type {
  PlannedPaymentsOfLoan,
  RecurringPayment,
  ScheduledPayment,
} from '#common/payments/rules/payment-types.ts';
import { intendedKept } from '#common/payments/rules/validate-submission.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import { paymentSettings, stoppedTypes } from '#server/payments/read-payment-terms.ts';
import { type LoanPayments, readLoanPayments } from '#server/payments/submit/submission.queries.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { findRecurring, type Recurring, wasSkippedLast } from './recurring-payments.queries.ts';

/**
 * Returns the loan's scheduled and recurring payments, with handles that let this user delete and change them.
 * @param loan as of today; null if the host has none
 */
export async function readPlannedPayments(
  services: Services,
  queryable: Queryable,
  session: Session,
  accountNumber: string,
  loan: Pick<HostLoan, 'pastDue' | 'holdCode'> | null,
): Promise<PlannedPaymentsOfLoan> {
  const payments = await readLoanPayments(queryable, { userId: session.userId, accountNumber });
  return showPlannedPayments(services, session, queryable, payments, loan);
}

/** Like `readPlannedPayments`, for what was already read. */
export async function showPlannedPayments(
  services: Services,
  session: Session,
  queryable: Queryable,
  { scheduled, recurring: active, defaultMethod, pausedMethods }: LoanPayments,
  loan: Pick<HostLoan, 'pastDue' | 'holdCode'> | null,
): Promise<PlannedPaymentsOfLoan> {
  const settings = paymentSettings(services);
  const found = active && (await findRecurring(queryable, active.recurringId));
  const recurring = found?.state === 'active' ? found : undefined;
  const pastDue = loan?.pastDue === true;
  const skippedBefore = pastDue && recurring ? await wasSkippedLast(queryable, recurring.recurringId) : false;
  const paused = new Set([...pausedMethods, ...(loan ? stoppedTypes(services, loan.holdCode) : [])]);
  return {
    defaultMethod: defaultMethod ?? null,
    scheduledPayments: scheduled.map((payment) =>
      toScheduled(services, session, payment, settings, paused.has(payment.methodType)),
    ),
    recurringPayment: recurring
      ? toRecurring(services, session, recurring, settings, {
          pastDue,
          skippedBefore,
          paused: paused.has(recurring.method.type),
        })
      : null,
  };
}

const notReleased = { released: false };

function toScheduled(
  services: Services,
  session: Session,
  payment: Payment,
  settings: PaymentSettings,
  paused: boolean,
): ScheduledPayment {
  return {
    handle: sealPlannedPaymentHandle(services, session, payment.accountNumber, {
      id: payment.paymentId,
      terms: termsOfScheduled(payment),
    }),
    referenceNumber: payment.referenceNumber,
    type: payment.methodType,
    lastFour: payment.lastFour,
    goodThrough: intendedKept(payment.method).goodThrough,
    payOn: payment.payOn,
    amountCents: payment.amountCents,
    totalCents: payment.totalCents,
    feeCents: payment.feesCents,
    isPayoff: payment.isPayoff,
    posted: payment.state === 'posted',
    paused,
    deletable: scheduledChange('delete', notReleased, settings).allowed,
    editable: scheduledChange('edit', { ...notReleased, paused }, settings).allowed,
  };
}

function toRecurring(
  services: Services,
  session: Session,
  recurring: Recurring,
  settings: PaymentSettings,
  skip: { readonly pastDue: boolean; readonly skippedBefore: boolean; readonly paused: boolean },
): RecurringPayment {
  return {
    handle: sealPlannedPaymentHandle(services, session, recurring.accountNumber, {
      id: recurring.recurringId,
      terms: termsOfRecurring(recurring),
    }),
    referenceNumber: recurring.referenceNumber,
    type: recurring.method.type,
    lastFour: recurring.method.lastFour,
    goodThrough: intendedKept(recurring.method).goodThrough,
    option: recurring.recurrence.option,
    daysBeforeDue: recurring.recurrence.daysBeforeDue,
    nextOn: recurring.runOn,
    totalCents: recurring.paysTotalDue ? recurring.amountCents : recurring.totalCents,
    feeCents: addCents(recurring.firstPartyFeeCents, recurring.thirdPartyFeeCents),
    amountCents: recurring.amountCents,
    additionalPrincipalCents: recurring.additionalPrincipalCents,
    paysTotalDue: recurring.paysTotalDue,
    paused: skip.paused,
    deletable: recurringChange('delete', notReleased, settings).allowed,
    editable: recurringChange('edit', { ...notReleased, paused: skip.paused }, settings).allowed,
    skippable: recurringChange('skip', { ...notReleased, ...skip }, settings).allowed,
  };
}

/** The content of EncryptedString: a scheduled or recurring payment, sealed for one user and account. */
export interface PlannedPaymentHandle {
  readonly id: string;
  /** As the customer saw them. Others now mean that it was changed meanwhile. */
  readonly terms: string;
}

export function sealPlannedPaymentHandle(
  services: Pick<Services, 'cipher'>,
  session: Pick<Session, 'userId'>,
  accountNumber: string,
  { id, terms }: PlannedPaymentHandle,
): string {
  const content = JSON.stringify([id, terms]);
  return Buffer.from(services.cipher.encrypt(content, plannedIdentityOf(session, accountNumber))).toString('base64url');
}

/** Returns undefined if it was altered or issued for another user or account. */
export function openPlannedPaymentHandle(
  services: Pick<Services, 'cipher'>,
  session: Pick<Session, 'userId'>,
  accountNumber: string,
  handle: string,
): PlannedPaymentHandle | undefined {
  let content: string;
  try {
    content = services.cipher.decrypt(Buffer.from(handle, 'base64url'), plannedIdentityOf(session, accountNumber));
  } catch {
    return undefined;
  }
  const [id, terms] = JSON.parse(content) as [string, string];
  return { id, terms };
}

type ScheduledTerms = Pick<Payment, 'payOn' | 'amountCents' | 'feesCents' | 'methodType' | 'lastFour'>;

type TermsOfRecurring = Pick<
  Recurring,
  | 'recurrence'
  | 'nextOn'
  | 'amountCents'
  | 'additionalPrincipalCents'
  | 'paysTotalDue'
  | 'firstPartyFeeCents'
  | 'thirdPartyFeeCents'
  | 'method'
>;

/** The terms that the customer saw, to notice a change since. */
export function termsOfScheduled({ payOn, amountCents, feesCents, methodType, lastFour }: ScheduledTerms): string {
  return JSON.stringify([payOn, amountCents, feesCents, methodType, lastFour]);
}

export function termsOfRecurring({ recurrence, nextOn, method, ...amounts }: TermsOfRecurring): string {
  return JSON.stringify([
    recurrence.option,
    recurrence.daysBeforeDue,
    nextOn,
    amounts.amountCents,
    amounts.additionalPrincipalCents,
    amounts.paysTotalDue,
    amounts.firstPartyFeeCents,
    amounts.thirdPartyFeeCents,
    method.type,
    method.lastFour,
  ]);
}

function plannedIdentityOf(session: Pick<Session, 'userId'>, accountNumber: string): string {
  return `planned-payment:${session.userId}:${accountNumber}`;
}
