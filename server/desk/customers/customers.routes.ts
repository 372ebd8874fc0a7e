import { maxAttachments } from '#common/contact/rules/conversation.ts';
import type { customersApi } from '#common/desk/customers.api.ts';
import { mayDo } from '#common/desk/permissions.ts';
import { showOnWeb } from '#server/accounts/servicing/show-on-web.command.ts';
import { readsInPortal } from '#server/contact/conversations/write-message.command.ts';
import { listCustomerLogins } from './customer-logins.queries.ts';
import { listOpenConversationsOf } from '#server/contact/conversations/inbox.queries.ts';
import { getContacts } from '#server/messages/customer-contacts.ts';
import { giveUpStateOf } from '#server/messages/drop-message.command.ts';
import { listAgainStates } from '#server/messages/send-again.command.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { listStaff } from '#server/desk/staff/staff.queries.ts';
import { recordVisit } from '#server/desk/staff/desk-visits.queries.ts';
import type { Services } from '#server/services.ts';
import { readCustomerAlerts } from './customer-alerts.ts';
import { readGlance } from './customer-glance.ts';
import { insertNote } from './customer-notes.queries.ts';
import { findCustomers, readingsOf } from './find-customers.ts';
import { maskEmail, maskPhone } from './masks.ts';
import { limitCustomerSearches } from './search-limit.ts';
import { listPaymentIds, listTimeline, messageIdOf } from './timeline.queries.ts';

const ENTRIES_PER_PAGE = 40;
const MAX_CONVERSATIONS = 20;

export const customersHandlers: DeskHandlers<typeof customersApi> = {
  'POST /api/desk/customers/find': async ({ services, session, body, record }) => {
    const isBySsn = readingsOf(body.find).some(({ by }) => by === 'ssnEnding');
    await limitCustomerSearches(services, session, isBySsn);
    const { by, customers } = await findCustomers(services, body.find);
    // Not the text itself, which may be a number or an address.
    await inTransaction(services.database, (transaction) =>
      record(transaction, { details: { by: by.join(','), found: customers.length } }),
    );
    return {
      by: [...by],
      customers: customers.map(({ customerId, name, emailAddress, phone, city, state, loginNames }) => ({
        customerId,
        name,
        maskedEmail: maskEmail(emailAddress),
        maskedPhone: maskPhone(phone),
        place: city === '' ? '' : `${city}, ${state}`,
        loginNames: [...loginNames],
      })),
    };
  },

  'POST /api/desk/customers/open': async ({ services, session, body: { customerId, reason }, record }) => {
    if (!(await services.host.findCustomer(customerId))) throw new DeskRefusal(404, 'NotFound');
    await inTransaction(services.database, async (transaction) => {
      await recordVisit(transaction, session.sessionId, customerId, reason, services.clock.now());
      await record(transaction, { customerId, reason });
    });
    return {};
  },

  'GET /api/desk/customer': ({ services, query }) => readGlance(services, query.customerId),

  'GET /api/desk/customer/alerts': ({ services, query }) => readCustomerAlerts(services, query.customerId),

  'GET /api/desk/customer/conversations': async ({ services, query: { customerId } }) => {
    const { database, institution } = services;
    const [{ open, closedCount }, staff, logins] = await Promise.all([
      listOpenConversationsOf(database, customerId, MAX_CONVERSATIONS),
      listStaff(database),
      listCustomerLogins(database, customerId),
    ]);
    const canRead = readsInPortal(services, { customerId }) && logins.length > 0;
    const names = new Map(staff.map(({ staffId, name }) => [staffId, name]));
    return {
      conversations: open.map(({ conversationId, subject, topic, state, assignedTo, changedAt }) => ({
        conversationId,
        subject,
        topic,
        state,
        assignedTo: assignedTo === null ? '' : (names.get(assignedTo) ?? ''),
        changedAt: changedAt.toString(),
      })),
      closedCount,
      writeFirst: canRead
        ? {
            topics: [...institution.options['messageOptions.topics']],
            maxAttachments: maxAttachments(institution.options),
          }
        : null,
    };
  },

  'GET /api/desk/customer/timeline': async ({ services, session, query: { customerId, kind, before } }) => {
    const customer = await services.host.findCustomer(customerId);
    if (!customer) throw new DeskRefusal(404, 'NotFound');
    const entries = await listTimeline(services.database, {
      customerId,
      recipients: [customer.emailAddress, customer.textPhone].filter((recipient) => recipient !== ''),
      kind,
      mayRead: {
        messages: mayDo(session.role, 'answerMessages'),
        evidence: mayDo(session.role, 'decideRequests'),
      },
      before: before === undefined ? undefined : placeOf(before),
      limit: ENTRIES_PER_PAGE,
    });
    const messages = await listAgainStates(services, services.database, entries.flatMap(messageIdOf), customer);
    const payments = await listPaymentIds(services.database, entries);
    const now = services.clock.now();
    const last = entries.length === ENTRIES_PER_PAGE ? entries.at(-1) : undefined;
    return {
      entries: entries.map(({ at, ...entry }) => {
        const message = messageIdOf(entry).flatMap((messageId) => messages.get(messageId) ?? []);
        return {
          ...entry,
          at: at.toString(),
          paymentId: payments.get(entry.id) ?? null,
          message:
            message
              .map(({ again, ...sent }) => ({ messageId: sent.messageId, again, giveUp: giveUpStateOf(sent, now) }))
              .at(0) ?? null,
        };
      }),
      next: last ? `${last.at.toString()}~${last.id}` : null,
    };
  },

  'POST /api/desk/customer/reveal': async ({ services, body: { customerId, value, reason }, record }) => {
    const values = await readValues(services, customerId);
    await inTransaction(services.database, (transaction) =>
      record(transaction, { customerId, reason, details: { value } }),
    );
    return { value: values[value] };
  },

  'POST /api/desk/customer/show-account': async ({ services, session, body, record }) => {
    const { customerId, accountNumber, reason } = body;
    const shown = await showOnWeb(services, body, { by: session.emailAddress, reason }, (transaction) =>
      record(transaction, { customerId, reason, details: { accountNumber } }),
    );
    if (!shown.ok) throw new DeskRefusal(shown.error === 'NotFound' ? 404 : 409, shown.error);
    return {};
  },

  'POST /api/desk/customer/note': async ({ services, session, body: { customerId, text }, record }) => {
    await inTransaction(services.database, async (transaction) => {
      await insertNote(services, transaction, { customerId, staffId: session.staffId, text }, services.clock.now());
      await record(transaction, { customerId });
    });
    return {};
  },
};

/** @throws DeskRefusal 400 for a place that no page has named */
function placeOf(next: string): { readonly at: Temporal.Instant; readonly id: string } {
  const [at = '', id = ''] = next.split('~');
  try {
    return { at: Temporal.Instant.from(at), id };
  } catch {
    throw new DeskRefusal(400, 'InvalidInput');
  }
}

async function readValues({ host }: Services, customerId: string) {
  const customer = await host.findCustomer(customerId);
  if (!customer) throw new DeskRefusal(404, 'NotFound');
  const { address } = await getContacts(host, customerId);
  return {
    emailAddress: customer.emailAddress,
    phone: customer.phone,
    address: `${address.address1}, ${address.city}, ${address.state} ${address.zipCode}`,
  };
}
