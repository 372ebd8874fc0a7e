import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/platform/config.ts';

export interface DeskCookies {
  readSession(): string | undefined;
  writeSession(value: string): void;
  clearSession(): void;
  /** Ties a passkey challenge or a visit to the identity provider to its browser. */
  readEntry(): string | undefined;
  writeEntry(value: string): void;
  clearEntry(): void;
}

/** Separate from the customers' cookies: signing in at the desk does not touch a session of the portal. */
export function deskCookies(request: FastifyRequest, reply: FastifyReply, { mode }: Pick<Config, 'mode'>): DeskCookies {
  const secure = mode === 'production';
  const name = secure ? '__Host-passbook-desk' : 'passbook-desk';
  const entryName = `${name}-entry`;
  const attributes = { path: '/', httpOnly: true, secure } as const;
  const session = { ...attributes, sameSite: 'strict' } as const;
  // The identity provider's page leads back here, and `strict` would hold the cookie back.
  const entry = { ...attributes, sameSite: 'lax', maxAge: 600 } as const;
  return {
    readSession: () => request.cookies[name],
    writeSession: (value) => void reply.setCookie(name, value, session),
    clearSession: () => void reply.clearCookie(name, session),
    readEntry: () => request.cookies[entryName],
    writeEntry: (value) => void reply.setCookie(entryName, value, entry),
    clearEntry: () => void reply.clearCookie(entryName, entry),
  };
}
