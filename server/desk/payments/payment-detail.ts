import type { z } from 'zod';
import type { deskContract } from '#common/desk/all-desk-apis.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { listDraftAuthorizations } from '#server/payments/authorizations/draft-authorizations.queries.ts';
import { listMoves } from '#server/payments/operator/payment-moves.queries.ts';
import { listPaymentSteps, readPaymentFacts } from '#server/payments/operator/payment-history.queries.ts';
import { findAccountBlock } from '#server/payments/operator/release-bank-account.command.ts';
import { listCardRefunds } from '#server/payments/operator/card-refunds.queries.ts';
import { findRefundablePart, isOnLoanFromFiles } from '#server/payments/operator/refund-part.command.ts';
import { findRefundRoute } from '#server/payments/operator/refund-payment.command.ts';
import { findPayment, type Payment } from '#server/payments/payments.queries.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { listStaffSteps } from './payment-staff.queries.ts';

export interface NamedPayment {
  readonly customerId: string;
  readonly paymentId: string;
}

/** @throws DeskRefusal 404 for a payment of another customer */
export async function getPayment(queryable: Queryable, { customerId, paymentId }: NamedPayment): Promise<Payment> {
  const payment = await findPayment(queryable, paymentId);
  if (payment?.customerId !== customerId) throw new DeskRefusal(404, 'NotFound');
  return payment;
}

type Detail = z.input<(typeof deskContract)['GET /api/desk/payment']['answer']>;

export async function readPaymentDetail(services: Services, named: NamedPayment): Promise<Detail> {
  const { database } = services;
  const payment = await getPayment(database, named);
  const { customerId, paymentId } = payment;
  const fromFiles = await isOnLoanFromFiles(services, payment);
  const [part, refunds] = await Promise.all([
    findRefundablePart(services, database, payment, fromFiles),
    listCardRefunds(database, paymentId),
  ]);
  const [facts, steps, authorizations, staff, route, refundAsked, moves, moveAsked, block, releaseAsked] =
    await Promise.all([
      readPaymentFacts(database, paymentId),
      listPaymentSteps(database, paymentId),
      listDraftAuthorizations(database, [paymentId, ...(payment.recurringId === null ? [] : [payment.recurringId])]),
      listStaffSteps(database, { customerId, paymentId }),
      findRefundRoute(database, payment),
      hasOpenWorkItem(database, 'refundPayment', customerId, { paymentId }),
      listMoves(database, paymentId),
      hasOpenWorkItem(database, 'movePayment', customerId, { paymentId }),
      findAccountBlock(services, database, { paymentId }),
      hasOpenWorkItem(database, 'releaseBankAccount', customerId, { paymentId }),
    ]);
  const { draft } = facts;
  return {
    paymentId,
    reference: payment.referenceNumber,
    customerId,
    accountNumber: payment.accountNumber,
    state: payment.state,
    method: payment.methodType,
    lastFour: payment.lastFour,
    totalCents: payment.totalCents,
    payOn: payment.payOn,
    stateSince: payment.stateSince.toString(),
    amountCents: payment.amountCents,
    additionalPrincipalCents: payment.additionalPrincipalCents,
    feesCents: payment.feesCents,
    isPayoff: payment.isPayoff,
    timing: payment.timing,
    recurringId: payment.recurringId,
    why: payment.declineReason ?? facts.returnCode ?? facts.unappliedReason ?? '',
    authorization: facts.authorization ?? '',
    draftAuthorizations: authorizations.map((each) => ({ ...each, authorizedAt: each.authorizedAt.toString() })),
    draft: draft && { ...draft, trace: draft.trace ?? '', heldReason: draft.heldReason ?? '' },
    steps: steps.map(({ at, ...step }) => ({ ...step, at: at.toString() })),
    staff: staff.map(({ at, ...step }) => ({ ...step, at: at.toString() })),
    offers: [
      ...(payment.state === 'unknown' ? (['settle'] as const) : []),
      ...(payment.state === 'scheduled' ? (['cancel'] as const) : []),
      ...(route.ok && !refundAsked ? (['refund'] as const) : []),
      ...(payment.state === 'posted' && services.host.servicing && !moveAsked ? (['move'] as const) : []),
      ...(block && !releaseAsked ? (['releaseAccount'] as const) : []),
    ],
    partBelowCents: part.ok ? part.value : null,
    refunds: refunds.map(({ amountCents, refundedBy, refundedAt }) => ({
      amountCents,
      refundedBy,
      refundedAt: refundedAt.toString(),
    })),
    refundAsked,
    moveAsked,
    moves: moves.map(({ from, to, movedBy, movedAt }) => ({
      fromAccountNumber: from.accountNumber,
      toCustomerId: to.customerId,
      toAccountNumber: to.accountNumber,
      movedBy,
      movedAt: movedAt.toString(),
    })),
    accountBlock: block ? { code: block.code, blockedAt: block.blockedAt.toString(), releaseAsked } : null,
  };
}
