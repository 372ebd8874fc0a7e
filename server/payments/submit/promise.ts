import type { PaymentOutcome, ScheduleEffect } from '#common/payments/payment-preview.wire.ts';
import { addDays, type Day } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import { paysTotalDue } from '#common/payments/rules/total-due.ts';
import { recurringChange, scheduledChange } from '#common/payments/rules/changes.ts';
import { paymentTotal } from '#common/payments/rules/fees.ts';
import { isPrincipalOnly } from '#common/payments/rules/breakdown.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { DebitCredit, PaymentTerms, PaymentType } from '#common/payments/rules/payment-types.ts';
import type { PaymentProjection } from '#server/host/host-payments.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';
import { type LoanContext, paymentSettings } from '#server/payments/read-payment-terms.ts';
import { bankTakesOn } from '#server/payments/settlement/bank-drafts.queries.ts';
import { newRun } from '#common/payments/rules/recurring-dates.ts';
import { firstRecurringDay } from '#common/payments/rules/submission-route.ts';
import type { ResolvedMethod } from '#server/payments/methods/submission-method.ts';
import type { SubmissionRequest } from './submission-request.wire.ts';
import { timingSafeEqual } from 'node:crypto';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { MethodSnapshot } from '#server/payments/payments.queries.ts';

/** How long a preview stays valid. */
const PREVIEW_MINUTES = 10;

/** The terms shown at review; the submission must match all of them. */
export interface PaymentPromise {
  readonly accountNumber: string;
  readonly timing: SubmissionRequest['plan']['timing'];
  readonly method: PromisedMethod;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly firstPartyCents: Cents;
  readonly thirdPartyCents: Cents;
  readonly totalCents: Cents;
  readonly isPayoff: boolean;
  readonly paysTotalDue: boolean;
  readonly payOn: Day;
  readonly drawnOn: Day;
  /** When the customer's bank takes a draft; null for a card. */
  readonly bankTakesOn: Day | null;
  readonly outcome: PaymentOutcome | null;
  readonly effects: readonly ScheduleEffect[];
  readonly stoppableThrough: Day | null;
}

/** A method without account or card numbers. */
export interface PromisedMethod {
  readonly type: PaymentType;
  readonly debitCredit: DebitCredit | null;
  readonly lastFour: string;
}

type PromisedRequest = Pick<
  SubmissionRequest,
  'accountNumber' | 'plan' | 'payOn' | 'amountCents' | 'additionalPrincipalCents' | 'fees' | 'isPayoff'
>;

/** Asks the host for the effect of a payment; undefined when its amount varies. */
export async function projectPromised(
  services: Services,
  loan: HostLoan,
  { today }: Pick<Moment, 'today'>,
  request: PromisedRequest,
): Promise<PaymentProjection | undefined> {
  const settings = paymentSettings(services);
  if (paysTotalDue({ accountKind: loan.kind }, settings, request.plan)) return undefined;
  const { accountNumber, upcomingDueDays } = loan;
  const { amountCents, additionalPrincipalCents } = request;
  const effectiveOn = daysOf(services, { today, upcomingDueDays, accountKind: loan.kind }, settings, request).drawnOn;
  return services.host.projectPayment({ accountNumber, effectiveOn, amountCents, additionalPrincipalCents });
}

/** Computes the effect of a payment from the host's figures. */
export function promisePayment(
  services: Services,
  context: LoanContext,
  request: PromisedRequest,
  method: PromisedMethod,
  projection: PaymentProjection | undefined,
): PaymentPromise {
  const { terms, settings } = context;
  const { plan, amountCents, additionalPrincipalCents, fees } = request;
  const { payOn, drawnOn } = daysOf(services, terms, settings, request);
  const varies = paysTotalDue(terms, settings, plan);
  return {
    accountNumber: terms.accountNumber,
    timing: plan.timing,
    // A fixed field order, because the signature covers the serialized text.
    method: { type: method.type, debitCredit: method.debitCredit, lastFour: method.lastFour },
    amountCents,
    additionalPrincipalCents,
    firstPartyCents: fees.firstPartyCents,
    thirdPartyCents: fees.thirdPartyCents,
    totalCents: varies ? amountCents : paymentTotal(amountCents, fees, additionalPrincipalCents),
    isPayoff: request.isPayoff,
    paysTotalDue: varies,
    payOn,
    drawnOn,
    bankTakesOn: method.type === 'ACH' ? bankTakesOn(services, { timing: plan.timing, payOn: drawnOn }, terms) : null,
    outcome: projection ? outcomeOf(projection) : null,
    effects: projection ? effectsOf(context, request, projection) : [],
    stoppableThrough: mayBeDeleted(plan.timing, context) ? addDays(drawnOn, -1) : null,
  };
}

/** A payment of today can't be deleted; for the others the institution decides. */
function mayBeDeleted(timing: PaymentPromise['timing'], { settings }: LoanContext): boolean {
  if (timing === 'immediate') return false;
  const item = { released: false };
  return (timing === 'scheduled' ? scheduledChange : recurringChange)('delete', item, settings).allowed;
}

function daysOf(
  { institution }: Services,
  terms: Pick<PaymentTerms, 'today' | 'upcomingDueDays' | 'accountKind'>,
  settings: PaymentSettings,
  { plan, payOn }: PromisedRequest,
): { readonly payOn: Day; readonly drawnOn: Day } {
  if (plan.timing !== 'recurring') return { payOn, drawnOn: payOn };
  const { option, daysBeforeDue } = plan;
  const firstOn = firstRecurringDay({ option, daysBeforeDue, firstOn: payOn }, terms) ?? payOn;
  const varies = paysTotalDue(terms, settings, plan);
  const { runOn } = newRun(firstOn, { varies, today: terms.today }, institution, settings);
  return { payOn: firstOn, drawnOn: runOn };
}

export function outcomeOf({
  allocation,
  principalAfterCents,
  nextDueOn,
  payoffAfterCents,
}: PaymentProjection): PaymentOutcome {
  return { ...allocation, balanceAfterCents: principalAfterCents, nextDueOn, paysOff: payoffAfterCents === 0 };
}

function effectsOf(
  { terms }: LoanContext,
  request: Pick<PromisedRequest, 'amountCents' | 'additionalPrincipalCents'>,
  projection: PaymentProjection,
): ScheduleEffect[] {
  const { recurringPayment, dueOn, accountKind } = terms;
  const scheduledPayments = terms.scheduledPayments.filter(({ paused }) => !paused);
  const paidOff = projection.payoffAfterCents === 0;
  const effects: ScheduleEffect[] = isPrincipalOnly(request) && !paidOff ? ['PrincipalOnly'] : [];
  if (recurringPayment && paidOff && accountKind === 'loan') effects.push('RecurringEnds');
  else if (recurringPayment?.option === 'DaysBeforeDue' && !recurringPayment.paused && projection.nextDueOn !== dueOn) {
    effects.push('RecurringNextMovesOn');
  }
  const scheduled = addCents(...scheduledPayments.map((payment) => payment.amountCents));
  if (scheduledPayments.length > 0 && projection.payoffAfterCents < scheduled) {
    effects.push(paidOff ? 'ScheduledEnds' : 'ScheduledPaysTheRest');
  }
  return effects;
}

export interface SignedPreview {
  readonly token: string;
  readonly validUntil: Temporal.Instant;
}

/** Signs what the customer was shown. The token contains only the expiry and the signature. */
export function signPreview(
  services: Pick<Services, 'cipher'>,
  { userId }: Pick<Session, 'userId'>,
  promise: PaymentPromise,
  at: Temporal.Instant,
): SignedPreview {
  const validUntil = at.add({ minutes: PREVIEW_MINUTES });
  const until = String(validUntil.epochMilliseconds);
  const signature = signatureOf(services, userId, until, promise).toString('base64url');
  return { token: `${until}.${signature}`, validUntil };
}

interface CheckedAgain {
  readonly request: SubmissionRequest;
  readonly method: Pick<ResolvedMethod, 'snapshot'>;
  readonly moment: Moment;
}

/** Returns whether the submitted payment is still the one the customer was shown. */
export function stillHolds(
  services: Services,
  { userId }: Session,
  context: LoanContext,
  { request, method, moment }: CheckedAgain,
  projection: PaymentProjection | undefined,
): boolean {
  const [until = '', signature = ''] = (request.preview ?? '').split('.');
  if (!/^\d{1,15}$/.test(until) || Number(until) < moment.at.epochMilliseconds) return false;
  const promise = promisePayment(services, context, request, promisedMethod(method.snapshot), projection);
  const expected = signatureOf(services, userId, until, promise);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function promisedMethod(method: MethodSnapshot): PromisedMethod {
  const { type, lastFour } = method;
  return { type, lastFour, debitCredit: method.type === 'Card' ? method.debitCredit : null };
}

function signatureOf(
  services: Pick<Services, 'cipher'>,
  userId: number,
  until: string,
  promise: PaymentPromise,
): Buffer {
  return Buffer.from(services.cipher.blindIndex(JSON.stringify([userId, until, promise]), 'payment-preview'));
}
