import type { viewApi } from '#common/desk/view.api.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { beginViewing } from '#server/identity/viewing/begin-viewing.command.ts';
import { findUserById } from '#server/identity/users/users.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';

export const viewHandlers: DeskHandlers<typeof viewApi> = {
  'POST /api/desk/view/begin': async ({ services, session, body, ipAddress, siteUrl, record }) => {
    const { customerId, userId, reason } = body;
    const { staffId } = session;
    const customer = await services.host.findCustomer(customerId);
    if (!customer) throw new DeskRefusal(404, 'NotFound');
    const { companyNumber } = customer;
    const ticket = await inTransaction(services.database, async (transaction) => {
      const user = await findUserById(transaction, userId);
      if (user?.customerId !== customerId) throw new DeskRefusal(404, 'NotFound');
      if (user.restricted) throw new DeskRefusal(409, 'RestrictedLogin');
      const at = services.clock.now();
      const begun = await beginViewing(transaction, { user, companyNumber, staffId, ipAddress }, at);
      await record(transaction, { customerId, userId, reason, details: { loginName: user.loginName } });
      return begun;
    });
    return { address: `${siteUrl}/view-as?ticket=${ticket}` };
  },
};
