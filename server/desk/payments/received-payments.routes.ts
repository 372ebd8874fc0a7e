import { day, formatDay } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import type { receivedPaymentsApi } from '#common/desk/received-payments.api.ts';
import { requestApprovalForCustomer } from '#server/desk/approvals/request-approval.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { previewReceived, receivePayment } from '#server/payments/operator/receive-payment.command.ts';
import {
  findReceived,
  listReceived,
  type ReceivedPayment,
} from '#server/payments/operator/received-payments.queries.ts';
import type { Database } from '#server/platform/db/database.ts';

const MAX_SHOWN = 50;

export const receivedPaymentsHandlers: DeskHandlers<typeof receivedPaymentsApi> = {
  'GET /api/desk/received-payments': async ({ services: { database }, query }) => {
    const received = await listReceived(database, query, MAX_SHOWN);
    return { received: await Promise.all(received.map((each) => toShown(database, each))) };
  },

  'GET /api/desk/received-payments/preview': async ({ services, query }) => {
    const { amountCents, receivedOn, ...loan } = query;
    const money = { amountCents: cents(amountCents), receivedOn: day(receivedOn) };
    const preview = await previewReceived(services, { ...loan, ...money });
    if (!preview.ok) throw new DeskRefusal(409, preview.error);
    return preview.value;
  },

  'POST /api/desk/received-payments/receive': async ({ services, session, body, record }) => {
    const { reason, amountCents, receivedOn, ...named } = body;
    const received = { ...named, amountCents: cents(amountCents), receivedOn: day(receivedOn) };
    const { customerId, accountNumber, means, reference } = received;
    const posted = await receivePayment(services, received, session.emailAddress, (transaction, receivedId) =>
      record(transaction, {
        customerId,
        reason,
        details: { accountNumber, means, reference, amountCents, receivedOn, receivedId },
      }),
    );
    if (!posted.ok) throw new DeskRefusal(409, posted.error);
    return { overpaidCents: posted.value.overpaidCents };
  },

  'POST /api/desk/received-payments/ask-to-take-back': async (call) => {
    const { customerId, accountNumber, receivedId } = call.body;
    await requestApprovalForCustomer(call, async (transaction) => {
      const received = await findReceived(transaction, receivedId);
      if (received?.customerId !== customerId || received.accountNumber !== accountNumber) {
        throw new DeskRefusal(404, 'NotFound');
      }
      if (received.takenBackAt !== null || received.movedAt !== null) throw new DeskRefusal(409, 'TakenBack');
      const name = nameOf(received);
      return {
        action: 'takeBackReceived',
        input: { receivedId },
        before: { [name]: 'received' },
        after: { [name]: 'taken back: it no longer counts on the loan' },
        details: { accountNumber, receivedId },
      };
    });
    return {};
  },
};

function nameOf({ means, reference, amountCents, receivedOn, accountNumber }: ReceivedPayment): string {
  return `${formatCents(amountCents)} by ${means} ${reference} of ${formatDay(receivedOn)} on loan ${accountNumber}`;
}

async function toShown(database: Database, received: ReceivedPayment) {
  const { receivedId, means, reference, amountCents, overpaidCents, receivedOn, recordedBy } = received;
  const { customerId, recordedAt, takenBackAt, movedAt, movedFrom } = received;
  const asked = await Promise.all(
    (['takeBackReceived', 'movePayment'] as const).map((action) =>
      hasOpenWorkItem(database, action, customerId, { receivedId }),
    ),
  );
  return {
    receivedId,
    means,
    reference,
    amountCents,
    overpaidCents,
    receivedOn,
    recordedBy,
    recordedAt: recordedAt.toString(),
    takenBackAt: takenBackAt?.toString() ?? null,
    movedAt: movedAt?.toString() ?? null,
    movedHere: movedFrom !== null,
    asked: asked.includes(true),
  };
}
