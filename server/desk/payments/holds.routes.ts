import type { holdsApi } from '#common/desk/holds.api.ts';
import { changeHolds, holdsOf } from '#server/accounts/servicing/change-holds.command.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { findAnyLoan } from '#server/payments/operator/loan-on-our-books.ts';

export const holdsHandlers: DeskHandlers<typeof holdsApi> = {
  'GET /api/desk/holds': async ({ services, query }) => {
    const loan = await findAnyLoan(services, query);
    if (!loan) throw new DeskRefusal(404, 'NotALoan');
    return { holds: holdsOf(loan) };
  },

  'POST /api/desk/holds/change': async ({ services, session, body, record }) => {
    const { customerId, accountNumber, holds: wanted, before, reason } = body;
    const change = { customerId, accountNumber, wanted, before };
    const changed = await changeHolds(services, change, session.emailAddress, (transaction) =>
      record(transaction, {
        customerId,
        reason,
        details: { accountNumber, before: before.join(', '), after: wanted.join(', ') },
      }),
    );
    if (!changed.ok) throw new DeskRefusal(409, changed.error);
    return {};
  },
};
