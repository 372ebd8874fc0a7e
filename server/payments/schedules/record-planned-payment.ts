import { randomUUIDv7 } from 'node:crypto';
import { addCents } from '#common/core/money.ts';
import { paysTotalDue } from '#common/payments/rules/total-due.ts';
import { processingFee } from '#common/payments/rules/fees.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { notify } from '#server/identity/users/notify.ts';
import type { Services } from '#server/services.ts';
import { concludeAgreement, findAgreementFor } from '#server/payments/authorizations/draft-agreement.command.ts';
import { recordDraftAuthorization } from '#server/payments/settlement/bank-drafts.queries.ts';
import { saveDraftInstruction } from './draft-instructions.queries.ts';
import type { LoanContext } from '#server/payments/read-payment-terms.ts';
import { mailCustomer, amountDrawn } from '#server/payments/mail-customer.ts';
import { insertScheduledPayment } from '#server/payments/payment-changes.queries.ts';
import { authorizeOnce, newPayment, type RecordIntent } from '#server/payments/submit/record-submission.command.ts';
import {
  appendRecurringEvent,
  insertRecurring,
  type Recurring,
  type RecurringTerms,
} from './recurring-payments.queries.ts';
import { firstRun, type WantedRecurring } from './first-run.ts';
import { createReferenceNumber } from '#server/platform/crypto/random-tokens.ts';
import { holdMethod } from '#server/payments/methods/hold-method.ts';
import type { ResolvedMethod } from '#server/payments/methods/submission-method.ts';
import { plannedPaymentCreatedMail, type PlannedPaymentFacts } from './planned-payment-mails.ts';
import type { SubmissionRequest } from '#server/payments/submit/submission-request.wire.ts';

export const recordScheduled: RecordIntent = async (services, session, transaction, { submission }) => {
  const { method, request } = submission;
  if (request.plan.timing !== 'scheduled') throw new Error(`A ${request.plan.timing} payment is not scheduled`);
  if (!(await holdMethod(services, transaction, session, method))) return { kind: 'refused', error: 'PreviewChanged' };
  const payment = newPayment(session, submission);
  if (!(await insertScheduledPayment(transaction, payment))) return { kind: 'refused', error: 'Generic' };
  if (method.source.kind === 'bankAccount') {
    await saveDraftInstruction(services, transaction, payment.paymentId, method.source.numbers);
    authorizeOnce(services, session, transaction, submission, payment.paymentId);
  }
  await services.audit.record(transaction, {
    event: 'payment-scheduled',
    userId: session.userId,
    details: { paymentId: payment.paymentId, referenceNumber: payment.referenceNumber, payOn: payment.payOn },
  });
  const { userId, customerId, at } = payment;
  const told = {
    ...payment,
    id: payment.paymentId,
    paysTotalDue: false,
    on: payment.payOn,
    feeCents: processingFee(request.fees),
  };
  await notifyOfPlannedPayment(services, transaction, { ...told, userId, customerId, at }, false);
  return { kind: 'planned', referenceNumber: payment.referenceNumber };
};

export const recordRecurring: RecordIntent = async (services, session, transaction, { submission, context }) => {
  const { request, moment, method, keyHash, requestFingerprint } = submission;
  const { plan } = request;
  if (plan.timing !== 'recurring') throw new Error(`A ${plan.timing} payment does not recur`);
  if (!(await holdMethod(services, transaction, session, method))) return { kind: 'refused', error: 'PreviewChanged' };
  const terms = recurringTerms(services, context, { ...request, plan }, method);
  if (!terms) return { kind: 'refused', error: 'Invalid' };
  const needsAgreement = method.source.kind === 'bankAccount' && context.settings.achDraftAgreement;
  const agreement = needsAgreement
    ? await findAgreementFor(services, transaction, session, {
        ...request,
        plan,
        token: request.draftAgreementToken,
        at: moment.at,
      })
    : null;
  if (agreement === undefined) return { kind: 'refused', error: 'DraftAgreement' };
  const recurringId = randomUUIDv7();
  const referenceNumber = createReferenceNumber();
  const { userId, customerId } = session;
  const { accountNumber } = request;
  const inserted = await insertRecurring(transaction, {
    ...terms,
    recurringId,
    referenceNumber,
    userId,
    customerId,
    accountNumber,
    keyHash,
    requestFingerprint,
    at: moment.at,
  });
  if (!inserted) return { kind: 'refused', error: 'Generic' };
  if (method.source.kind === 'bankAccount') {
    await saveDraftInstruction(services, transaction, recurringId, method.source.numbers);
  }
  const { ipAddress } = submission;
  if (agreement !== null) {
    await concludeAgreement(transaction, session, {
      html: agreement,
      accountNumber,
      recurringId,
      ipAddress,
      at: moment.at,
    });
  } else if (method.source.kind === 'bankAccount') {
    recordDraftAuthorization(services.institution, transaction, session, {
      ...authorizedSeries(recurringId, terms),
      at: moment.at,
      ipAddress,
    });
  }
  await appendRecurringEvent(transaction, recurringId, { name: 'created', on: terms.nextOn, at: moment.at });
  await services.audit.record(transaction, {
    event: 'recurring-payment-created',
    userId,
    details: { recurringId, referenceNumber, option: plan.option, nextOn: terms.nextOn },
  });
  const told = {
    id: recurringId,
    referenceNumber,
    accountNumber,
    paysTotalDue: terms.paysTotalDue,
    amountCents: terms.amountCents,
    additionalPrincipalCents: terms.additionalPrincipalCents,
    on: terms.runOn,
    feeCents: processingFee(request.fees),
  };
  await notifyOfPlannedPayment(
    services,
    transaction,
    { ...told, method: terms.method, userId, customerId, at: moment.at },
    true,
  );
  return { kind: 'planned', referenceNumber };
};

interface NotifiedPayment extends PlannedPaymentFacts {
  readonly userId: number;
  readonly customerId: string;
  readonly at: Temporal.Instant;
}

/** Always sends email; also sends a text message to customers who asked for payment texts. */
async function notifyOfPlannedPayment(
  services: Services,
  transaction: Transaction,
  { userId, customerId, at, ...facts }: NotifiedPayment,
  recurs: boolean,
): Promise<void> {
  await mailCustomer(
    services,
    transaction,
    customerId,
    plannedPaymentCreatedMail(services.institution, facts, recurs),
    at,
  );
  await notify(services, transaction, {
    text: { key: 'noticeText.moneyTransOnWeb', values: { amount: amountDrawn(services.institution, facts) } },
    mail: null,
    userId,
    about: facts.id,
  });
}

/** The amount that a recurring bank draft without an agreement is authorized for. */
export function authorizedSeries(recurringId: string, terms: RecurringTerms) {
  const { amountCents, additionalPrincipalCents, firstPartyFeeCents, thirdPartyFeeCents } = terms;
  return {
    authorized: recurringId,
    timing: 'recurring',
    totalCents: terms.paysTotalDue
      ? null
      : addCents(amountCents, additionalPrincipalCents, firstPartyFeeCents, thirdPartyFeeCents),
    payOn: terms.runOn,
    lastFour: terms.method.lastFour,
  } as const;
}

/**
 * Returns the terms of a recurring payment; undefined when the loan has no due day to follow.
 * @param changed the recurring payment as it is, if there is one
 */
export function recurringTerms(
  services: Services,
  { terms, settings }: LoanContext,
  request: WantedRecurring & Pick<SubmissionRequest, 'amountCents' | 'additionalPrincipalCents'>,
  method: Pick<ResolvedMethod, 'snapshot'>,
  changed?: Recurring,
): RecurringTerms | undefined {
  const run = firstRun(services, terms, request, changed);
  return (
    run && {
      ...run,
      paysTotalDue: paysTotalDue(terms, settings, request.plan),
      amountCents: request.amountCents,
      additionalPrincipalCents: request.additionalPrincipalCents,
      firstPartyFeeCents: request.fees.firstPartyCents,
      thirdPartyFeeCents: request.fees.thirdPartyCents,
      method: method.snapshot,
    }
  );
}
