import { failed, noErrors } from '#common/contract/answers.ts';
import { offeredForms } from '#common/institution/offered-forms.ts';
import type { formsApi, SentForm } from '#common/profile/forms.api.ts';
import { listNamesOfRequests, takeFromRequest } from '#server/documents/attachments.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { type Handlers, ok, type Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import type { Services } from '#server/services.ts';
import {
  findRequest,
  type FormRequest,
  listFormRequestsOf,
  markAnswerSeen,
  withdrawRequest,
} from '../customer-requests.queries.ts';
import { sendForm } from './send-form.command.ts';

const REQUESTS_SHOWN = 100;

/** Limited, because staff read each request. */
const REQUESTS = { max: 10, withinSeconds: 3_600 };

export const formsHandlers: Handlers<typeof formsApi> = {
  'GET /api/Forms': async ({ session: { customerId }, services }) => {
    const { database, institution } = services;
    const requests = await listFormRequestsOf(services, database, customerId, REQUESTS_SHOWN);
    const files = await listNamesOfRequests(
      database,
      requests.map(({ requestId }) => requestId),
    );
    const filesOf = Map.groupBy(files, ({ requestId }) => requestId);
    return ok({
      forms: offeredForms(institution),
      requests: requests.map((request) =>
        toSent(
          request,
          (filesOf.get(request.requestId) ?? []).map(({ name }) => name),
        ),
      ),
    });
  },

  'POST /api/Forms/Send': async ({ body, session, services, siteUrl, saveAnswer }) => {
    const form = offeredForms(services.institution).find(({ key }) => key === body.form);
    if (!form) throw new Refusal(404, 'NotFound');
    await limitRequests(services, `forms:${session.userId}`, REQUESTS);
    const { accountNumber = null, answers, fileIds } = body;
    const toSend = { form, accountNumber, answers, fileIds: [...new Set(fileIds)], siteUrl };
    const sent = await sendForm(services, session, toSend, (transaction, requestId) =>
      saveAnswer(transaction, { ...noErrors, requestId }),
    );
    return ok(sent.ok ? { ...noErrors, requestId: sent.value } : failed(sent.error));
  },

  'POST /api/Forms/Withdraw': async ({ body: { requestId }, session, services }) => {
    const { audit, clock, database } = services;
    const isWithdrawn = await inTransaction(database, async (transaction) => {
      await assertOwned(services, transaction, session, requestId);
      if (!(await withdrawRequest(transaction, requestId, clock.now()))) return false;
      await takeFromRequest(transaction, requestId);
      const details = { requestId };
      await audit.record(transaction, { event: 'request-withdrawn', userId: session.userId, details });
      return true;
    });
    return ok(isWithdrawn ? noErrors : failed('NoLongerOpen'));
  },

  'POST /api/Forms/MarkRead': async ({ body: { requestId }, session, services }) => {
    await inTransaction(services.database, async (transaction) => {
      await assertOwned(services, transaction, session, requestId);
      await markAnswerSeen(transaction, requestId, services.clock.now());
    });
    return ok(noErrors);
  },
};

/**
 * A request belongs to the customer who sent it: what they earn is not for the other owners of the loan.
 * @throws Refusal with the same answer for another customer's request as for an unknown one
 */
async function assertOwned(services: Services, transaction: Transaction, session: Session, requestId: number) {
  const request = await findRequest(services, transaction, requestId);
  if (request?.kind !== 'form' || request.customerId !== session.customerId) throw new Refusal(404, 'NotFound');
}

function toSent(request: FormRequest, files: readonly string[]): SentForm {
  const { requestId, accountNumber, status, requestedAt, decidedAt, withdrawnAt, seenAt, answer, content } = request;
  return {
    requestId,
    title: content.title,
    accountNumber,
    paymentsContinue: content.paymentsContinue,
    next: content.next,
    // By hand are only changes of contact information from before.
    state: status === 'byHand' ? 'open' : status,
    sentAt: requestedAt.toString(),
    endedAt: (decidedAt ?? withdrawnAt)?.toString() ?? null,
    answer,
    unread: decidedAt !== null && seenAt === null,
    answers: content.answers,
    files,
  };
}
