import { failure, type Result, success } from '#common/core/results.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { returnPayment } from '#server/payments/settlement/return-payment.command.ts';
import { notSentMail } from '#server/payments/schedules/schedule-mails.ts';
import { lockLoansOf } from '#server/payments/operator/lock-loans-of-payment.ts';
import { lockPayment, NOT_SENT } from '#server/payments/payments.queries.ts';
import { findPaymentByReference } from '#server/payments/settlement/unapplied.queries.ts';
import { type Draft, lockDraft, updateDraft } from './drafts.queries.ts';
import { holdDraft, type HoldDecision } from './hold-draft.command.ts';
import { tellOfRelease } from './record-file-rejection.command.ts';
import { findDraftProblem, readBlocks, toDebit } from './make-bank-file.command.ts';

interface Decision extends HoldDecision {
  readonly by: string;
}

export type DecidedDraft = Pick<Draft, 'paymentId' | 'amountCents'>;

/** More to do in the transaction of a decision, such as an audit entry. */
type AlsoDo = (transaction: Transaction, draft: DecidedDraft) => Promise<void>;

/** Sets a draft aside before its bank file is made. */
export function stopDraft(services: Services, referenceNumber: string, decision: Decision): Promise<Result<void>> {
  return inTransaction(services.database, async (transaction) => {
    const draft = await lockDraft(transaction, referenceNumber);
    if (draft?.state !== 'collected') return failure(describe(draft?.state));
    await holdDraft(services, transaction, draft, decision);
    return success(undefined);
  });
}

/** Lets a held draft leave with the next bank file. */
export function releaseDraft(
  services: Services,
  referenceNumber: string,
  by: string,
  alsoDo?: AlsoDo,
): Promise<Result<void>> {
  return inTransaction(services.database, async (transaction) => {
    const draft = await lockDraft(transaction, referenceNumber);
    if (draft?.state !== 'held') return failure(describe(draft?.state));
    const debit = toDebit(services, draft);
    const problem = debit.ok
      ? findDraftProblem(debit.value, await readBlocks(services, transaction, [debit.value]))
      : debit.error;
    if (problem !== undefined) return failure(`it would be set aside again: ${problem}`);
    await updateDraft(transaction, draft.entryId, { state: 'collected', heldReason: null });
    const details = { paymentId: draft.paymentId, referenceNumber, by };
    await services.audit.record(transaction, { event: 'bank-draft-released', userId: null, details });
    await tellOfRelease(services, transaction, draft.entryId);
    await alsoDo?.(transaction, draft);
    return success(undefined);
  });
}

/** Cancels a held draft: reverses its payment and tells the customer. */
export function cancelDraft(
  services: Services,
  referenceNumber: string,
  { reason, by }: Decision,
  alsoDo?: AlsoDo,
): Promise<Result<void>> {
  return inTransaction(services.database, async (transaction) => {
    const payment = await findPaymentByReference(transaction, referenceNumber);
    if (payment) {
      await lockLoansOf(transaction, payment);
      await lockPayment(transaction, payment.paymentId);
    }
    const draft = await lockDraft(transaction, referenceNumber);
    if (draft?.state !== 'held') return failure(describe(draft?.state));
    const { returned } = await returnPayment(services, transaction, draft.paymentId, NOT_SENT, {
      compose: notSentMail,
    });
    if (!returned) return failure('its payment is not posted yet; try again in a minute');
    await updateDraft(transaction, draft.entryId, { state: 'cancelled', heldReason: reason });
    const details = { paymentId: draft.paymentId, referenceNumber, reason, by };
    await services.audit.record(transaction, { event: 'bank-draft-cancelled', userId: null, details });
    await alsoDo?.(transaction, draft);
    return success(undefined);
  });
}

function describe(state: 'collected' | 'held' | 'filed' | 'cancelled' | undefined): string {
  switch (state) {
    case undefined:
      return 'there is no bank draft with that confirmation number';
    case 'collected':
      return 'it is not set aside; hold it first';
    case 'held':
      return 'it is set aside already';
    case 'filed':
      return 'it has left with a bank file';
    case 'cancelled':
      return 'it was cancelled';
  }
}
