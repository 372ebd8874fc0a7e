import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { endSession } from '#server/identity/sessions/sessions.queries.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { sessionCookies } from '#server/platform/http/session-cookies.ts';
import type { Services } from '#server/services.ts';
import { redeemViewingTicket } from './viewing-ticket.ts';

const ticketQuery = z.object({ ticket: z.string().min(20).max(100) });

/** Opens and ends the view that staff have begun at the desk, in the portal's own origin. Only where there is a desk. */
export function serveViewing(app: FastifyInstance, services: Services): void {
  const { config, clock, database } = services;
  if (config.desk === null) return;

  app.get('/view-as', async (request, reply) => {
    const given = ticketQuery.safeParse(request.query);
    const opened = given.success ? await redeemViewingTicket(database, given.data.ticket, clock.now()) : undefined;
    if (!opened)
      return sendPage(reply.status(401), 'This view was opened already or has expired. Begin it again at the desk.');
    const cookies = sessionCookies(request, reply, config);
    cookies.writeSession(opened.cookie);
    cookies.markView();
    return sendPage(reply, 'Opening the portal…', opened.userToken);
  });

  app.get('/view-as/end', async (request, reply) => {
    const cookies = sessionCookies(request, reply, config);
    const cookie = cookies.readSession();
    if (cookie !== undefined && cookies.isView()) {
      await endSession(database, cookie, clock.now());
      cookies.clearSession();
    }
    return sendPage(reply, 'The view has ended. You can close this tab.');
  });
}

/** The script of the page hands the token to the portal; it is worth nothing without the cookie. */
function sendPage(reply: FastifyReply, text: string, userToken?: string): FastifyReply {
  const script =
    userToken === undefined ? '' : `<script src="/view-as.js" defer data-token="${escapeHtml(userToken)}"></script>`;
  const head = `<meta charset="utf-8"><title>Customer view</title>${script}`;
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>Customer view</h1><p>${escapeHtml(text)}</p></main></body></html>`,
    );
}
