import type { messagesApi } from '#common/desk/messages.api.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { dropMessage } from '#server/messages/drop-message.command.ts';
import { findHeldAddress } from '#server/identity/users/email-changes.queries.ts';
import { findUserByCustomer } from '#server/identity/users/users.queries.ts';
import { sendAgain } from '#server/messages/send-again.command.ts';
import { inTransaction } from '#server/platform/db/database.ts';

export const messagesHandlers: DeskHandlers<typeof messagesApi> = {
  'POST /api/desk/messages/send-again': async ({ services, body: { customerId, messageId, reason }, record }) => {
    const customer = await services.host.findCustomer(customerId);
    if (!customer) throw new DeskRefusal(404, 'NotFound');
    await inTransaction(services.database, async (transaction) => {
      const user = await findUserByCustomer(transaction, customerId);
      // As for links: a new address may be a thief's, and their day is for noticing it.
      if (user && (await findHeldAddress(transaction, user.userId, services.clock.now())) !== undefined) {
        throw new DeskRefusal(409, 'AddressChanged');
      }
      const sent = await sendAgain(services, transaction, messageId, customer);
      if (!sent.ok) throw new DeskRefusal(sent.error === 'NotFound' ? 404 : 409, sent.error);
      const { kind, subject } = sent.value;
      await record(transaction, { customerId, reason, details: { messageId, kind, subject } });
    });
    return {};
  },

  'POST /api/desk/messages/drop': async ({ services, body: { messageId, reason }, record }) => {
    await inTransaction(services.database, async (transaction) => {
      const dropped = await dropMessage(services, transaction, messageId);
      if (!dropped.ok) throw new DeskRefusal(409, dropped.error);
      const { customerId, ...what } = dropped.value;
      await record(transaction, {
        ...(customerId === null ? {} : { customerId }),
        reason,
        details: { messageId, ...what },
      });
    });
    return {};
  },
};
