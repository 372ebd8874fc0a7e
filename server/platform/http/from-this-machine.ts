import type { FastifyRequest } from 'fastify';

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Returns whether the caller is local and the request wasn't proxied. */
export function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  const passedOn = headers['x-forwarded-for'] ?? headers['forwarded'] ?? headers['via'];
  return passedOn === undefined && loopback.has(socket.remoteAddress ?? '');
}
