import { failed, noErrors } from '#common/contract/answers.ts';
import type { requestChangeApi } from '#common/profile/request-change.api.ts';
import { contactChangeFromWire } from '#common/profile/request-change.wire.ts';
import { isCompleteContactChange } from '#common/profile/rules/contact-change.ts';
import { assertConfirmed } from '#server/identity/confirmation/identity-confirmation.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { acknowledgement, requestMail } from './request-change-mails.ts';
import { insertChangeRequest } from '../customer-requests.queries.ts';

/** Limited, because staff read each request. */
const REQUESTS = { max: 10, withinSeconds: 3_600 };

export const requestChangeHandlers: Handlers<typeof requestChangeApi> = {
  'PUT /api/ManualChangeContactInfo': async ({ body, session, services, saveAnswer }) => {
    const { host, clock, audit, institution } = services;
    const { userId, customerId, loginName } = session;
    const fields = contactChangeFromWire(body);
    for (const accountNumber of fields.accountNumbers) {
      if (!(await host.ownsAccount(customerId, accountNumber))) throw new Refusal(404, 'NotFound');
    }
    if (!isCompleteContactChange(fields)) return ok(failed('CorrectErrors'));
    // Staff who approve it compare it with what is on file, which anyone at an open session can read.
    await assertConfirmed(services, session);
    await limitRequests(services, `contact-changes:${userId}`, REQUESTS);
    const customer = await host.findCustomer(customerId);
    if (!customer) throw new Refusal(401, 'Unauthorized');
    const at = clock.now();
    await inTransaction(services.database, async (transaction) => {
      const requestId = await insertChangeRequest(services, transaction, { userId, customerId, fields, at });
      await audit.record(transaction, { event: 'contact-change-requested', userId, details: { requestId } });
      const facts = { requestId, customer, loginName, fields };
      for (const mail of [requestMail(institution, facts), acknowledgement(institution, facts)]) {
        if (mail) await enqueueMessage(services, transaction, mail, at);
      }
      await saveAnswer(transaction, noErrors);
    });
    return ok(noErrors);
  },
};
