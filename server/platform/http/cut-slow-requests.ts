import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Uploads may take as long as the server's general limit. */
    readonly arrivesSlowly?: boolean;
  }
}

/**
 * Closes connections whose body trickles in (slowloris). Node's own limit applies to the whole server and must be long
 * enough for uploads.
 */
export function cutSlowRequests(app: FastifyInstance, withinMs: number): void {
  app.addHook('onRequest', async ({ raw, headers, routeOptions }) => {
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    const isOfFiles = /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
    if (!hasBody || (isOfFiles && routeOptions.config.arrivesSlowly === true)) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, withinMs);
    // Doesn't keep the process alive.
    timer.unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
