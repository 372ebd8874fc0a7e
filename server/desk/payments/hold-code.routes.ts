import type { holdCodeApi } from '#common/desk/hold-code.api.ts';
import {
  changeHoldCode,
  findHoldCodeObstacle,
  settableHoldCodes,
} from '#server/accounts/servicing/change-hold-code.command.ts';
import { requestApprovalForCustomer } from '#server/desk/approvals/request-approval.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskCall, type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { findAnyLoan } from '#server/payments/operator/loan-on-our-books.ts';

type ChangeCall = DeskCall<'POST /api/desk/hold-code/change'>;

export const holdCodeHandlers: DeskHandlers<typeof holdCodeApi> = {
  'GET /api/desk/hold-code': async ({ services, query: { customerId, accountNumber } }) => {
    const loan = await findAnyLoan(services, { customerId, accountNumber });
    if (!loan) throw new DeskRefusal(404, 'NotALoan');
    return {
      holdCode: loan.holdCode,
      asked: await hasOpenWorkItem(services.database, 'changeHoldCode', customerId, { accountNumber }),
      settable: [...settableHoldCodes(services)].map(([code, words]) => ({ code, words })),
    };
  },

  'POST /api/desk/hold-code/change': async (call) => {
    const { services, session, body, record } = call;
    const { customerId, accountNumber, wanted, before, reason } = body;
    const obstacle = await findHoldCodeObstacle(services, body);
    if (obstacle) throw new DeskRefusal(409, obstacle);
    // What a code protects from, such as collection in a bankruptcy, must not end by one person's mistake.
    if (before !== '') {
      await requestChange(call);
      return { outcome: 'asked' };
    }
    const changed = await changeHoldCode(services, body, { by: session.emailAddress, reason }, (transaction) =>
      record(transaction, { customerId, reason, details: { accountNumber, before, after: wanted } }),
    );
    if (!changed.ok) throw new DeskRefusal(409, changed.error);
    return { outcome: 'changed' };
  },
};

async function requestChange(call: ChangeCall): Promise<void> {
  const { accountNumber, wanted, before } = call.body;
  const name = `Hold code of loan ${accountNumber}`;
  await requestApprovalForCustomer(call, () => ({
    action: 'changeHoldCode',
    input: { accountNumber, wanted, before },
    before: { [name]: before },
    after: { [name]: wanted === '' ? 'none' : wanted },
    details: { accountNumber, before, after: wanted },
  }));
}
