import type { ticketsApi } from '#common/identity/tickets.api.ts';
import { type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { createTicket } from './tickets.ts';

export const ticketsHandlers: Handlers<typeof ticketsApi> = {
  'GET /api/PassableToken/GetPassableToken': async ({ query, session, services }) =>
    ok({ PassableToken: await createTicket(services.database, session.sessionId, query, services.clock.now()) }),
};
