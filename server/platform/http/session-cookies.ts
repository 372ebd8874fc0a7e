import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/platform/config.ts';
import type { Cookies } from './endpoint.ts';

/** As long as an unused device stays known. */
const DEVICE_COOKIE_SECONDS = 30 * 24 * 60 * 60;

/**
 * The session cookie: HTTP-only and same-site. In production, the `__Host-` prefix binds it to this host over https;
 * elsewhere the product also runs on plain http.
 */
export function sessionCookies(request: FastifyRequest, reply: FastifyReply, config: Config): Cookies {
  const secure = config.mode === 'production';
  const name = secure ? '__Host-passbook' : 'passbook';
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  // One per user of this browser; the number reveals no username.
  const deviceName = (userId: number) => `${name}-device-${userId}`;
  const recoveryName = `${name}-recovery`;
  const passkeyName = `${name}-passkey`;
  const verifiedEmailName = `${name}-verified-email`;
  const viewName = `${name}-view`;
  const clearView = () => {
    if (request.cookies[viewName] !== undefined) void reply.clearCookie(viewName, attributes);
  };
  return {
    readSession: () => request.cookies[name],
    writeSession: (value) => {
      void reply.setCookie(name, value, attributes);
      clearView();
    },
    clearSession: () => {
      void reply.clearCookie(name, attributes);
      clearView();
    },
    markView: () => void reply.setCookie(viewName, 'yes', attributes),
    isView: () => request.cookies[viewName] !== undefined,
    readDevice: (userId) => request.cookies[deviceName(userId)],
    writeDevice: (userId, value) =>
      void reply.setCookie(deviceName(userId), value, { ...attributes, maxAge: DEVICE_COOKIE_SECONDS }),
    readRecovery: () => request.cookies[recoveryName],
    writeRecovery: (value) => void reply.setCookie(recoveryName, value, attributes),
    clearRecovery: () => void reply.clearCookie(recoveryName, attributes),
    readPasskeyRequest: () => request.cookies[passkeyName],
    writePasskeyRequest: (value) => void reply.setCookie(passkeyName, value, attributes),
    clearPasskeyRequest: () => void reply.clearCookie(passkeyName, attributes),
    readVerifiedEmail: () => request.cookies[verifiedEmailName],
    writeVerifiedEmail: (value) => void reply.setCookie(verifiedEmailName, value, attributes),
    clearVerifiedEmail: () => void reply.clearCookie(verifiedEmailName, attributes),
  };
}
