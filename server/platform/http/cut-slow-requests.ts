import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its files may take as long as the server waits for any. */
    readonly arrivesSlowly?: boolean;
  }
}

/**
 * Ends the connection of a body that trickles in, as those do that mean to hold connections.
 * Node has one limit for a whole server, which must be long enough for uploads.
 */
export function cutSlowRequests(app: FastifyInstance, withinMs: number): void {
  app.addHook('onRequest', async ({ raw, headers, routeOptions }) => {
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    const isOfFiles = /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
    if (!hasBody || (isOfFiles && routeOptions.config.arrivesSlowly === true)) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, withinMs);
    // It holds no process that is about to end.
    timer.unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
