import type { accountsApi } from '#common/accounts/accounts.api.ts';
import { accountToWire } from '#common/accounts/accounts.wire.ts';
import { noErrors } from '#common/contract/envelope.ts';
import { type Handlers, ok } from '#server/platform/http/endpoint.ts';

export const accountsHandlers: Handlers<typeof accountsApi> = {
  'GET /api/accountList': async ({ session, services }) => {
    const accounts = await services.host.listAccounts(session.customerId, services.clock.today());
    return ok({ ...noErrors, Accounts: accounts.map(accountToWire) });
  },
};
