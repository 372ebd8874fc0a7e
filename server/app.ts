import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { fastify, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { failed } from '#common/contract/answers.ts';
import { serveCaptchaFrame } from './contact/serve-captcha-frame.ts';
import { applicationOptions } from './institution/application-options.ts';
import { allHandlers } from './all-handlers.ts';
import { compressOnce } from './platform/http/compress-once.ts';
import { cutSlowRequests } from './platform/http/cut-slow-requests.ts';
import { answerErrorsGenerically } from './platform/http/error-handler.ts';
import { type PageHeaders, pageHeaders, sendPageHeaders } from './platform/http/page-headers.ts';
import { serveHealth } from './platform/http/serve-health.ts';
import { registerEndpoints } from './platform/http/register-endpoints.ts';
import { serveOutbox } from './messages/serve-outbox.ts';
import { serveConfirmationReturn } from './payments/settlement/serve-confirmation-return.ts';
import { serveCardWebhooks } from './payments/settlement/serve-card-webhooks.ts';
import { serveWeb, type Site as ServedSite, themeCss } from './platform/http/serve-web.ts';
import { readPage } from './platform/pages/page.ts';
import { serveMetrics } from './platform/metrics.ts';
import { createTroubleReference } from './platform/trouble-reference.ts';
import type { Services } from './services.ts';
import { contract } from '#common/contract/all-apis.ts';
import { describeContract } from '#common/contract/openapi.ts';
import type { Config } from './platform/config.ts';
import { serveViewing } from './identity/viewing/serve-viewing.ts';
import { redeemTicket } from './identity/tickets/tickets.ts';
import { inTransaction } from './platform/db/database.ts';
import type { SessionReader } from './platform/http/session-reader.ts';
import { endSessionOfToken, findSession, findSessionOfCookie } from './identity/sessions/sessions.queries.ts';

/** How long a request may take to arrive; a large file on a slow line takes the longest. */
const USUAL_TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 5 * 60_000;

interface Site extends ServedSite {
  readonly headers: PageHeaders;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes the page and its policy again, after the institution was loaded again. */
    renewSite(): Promise<void>;
  }
}

/** @param withDesk serves the staff's pages and calls as well */
export async function createApp(
  services: Services,
  withDesk = sharesItsPort(services.config),
): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = services.log;
  const readSite = async (): Promise<Site> => {
    const page = await readPage(themeCss(services.institution), services.institution);
    const settings = applicationOptions(services.institution);
    return { page, settings, headers: pageHeaders(services.config, services.institution, page) };
  };
  let site = await readSite();
  const app = fastify({
    loggerInstance: log,
    // URLs contain account numbers and tickets; `metrics` counts requests by route instead.
    logController: new LogController({ disableRequestLogging: true }),
    // Errors log their own request; a logger per request costs more than reading the session.
    childLoggerFactory: (logger) => logger,
    genReqId: createTroubleReference,
    trustProxy: services.config.trustedProxy ?? false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    // Other requests must be faster: see cutSlowRequests.
    requestTimeout: UPLOAD_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // A request that arrives during a stop is answered like any other, and its connection closed.
    return503OnClosing: false,
    // A URL that can't be decoded reaches no route or hook.
    frameworkErrors(_error, _request, reply: FastifyReply) {
      void reply.status(400).headers(site.headers).send(failed('InvalidInput'));
    },
  });
  answerErrorsGenerically(app, services.institution);
  warnOfProxy(app);
  cutSlowRequests(app, USUAL_TIMEOUT_MS);
  sendPageHeaders(app, () => site.headers);
  await app.register(cookie);
  await app.register(multipart);
  compressOnce(app);
  // Enabled per route: compressing an answer with both a secret and attacker-chosen data would leak the secret
  // (BREACH).
  await app.register(compress, { global: false });
  serveMetrics(app, services.metrics, services.config);
  serveHealth(app, services.database);
  serveOpenApi(app, services.config);
  serveOutbox(app, services);
  serveCardWebhooks(app, services);
  serveCaptchaFrame(app, services);
  serveConfirmationReturn(app, services);
  serveViewing(app, services);
  registerEndpoints(app, services, createSessionReader(services), allHandlers);
  // Loaded only where it is switched on.
  if (withDesk) await (await import('./desk/serve-desk.ts')).serveDesk(app, services);
  app.setNotFoundHandler((request, reply) =>
    request.url.startsWith('/api/') ? reply.status(404).send(failed('NotFound')) : reply.status(404).send(),
  );
  const renewPage = await serveWeb(app, services, site);
  app.decorate('renewSite', async () => {
    site = await readSite();
    renewPage(site);
  });
  return app;
}

function sharesItsPort({ desk }: Config): boolean {
  return desk !== null && desk.port === null;
}

const MAX_PROXIES_WARNED = 10;

/**
 * Says once for each address that a proxy is in front that PASSBOOK_TRUSTED_PROXY doesn't name: its address would stand
 * for every customer.
 */
export function warnOfProxy(app: FastifyInstance): void {
  const warned = new Set<string>();
  app.addHook('onRequest', (request, _reply, done) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    // Of a trusted proxy, the addresses before it count too.
    const isTrusted = (request.ips?.length ?? 0) > 1;
    const proxy = request.ip;
    if (isForwarded && !isTrusted && !warned.has(proxy) && warned.size < MAX_PROXIES_WARNED) {
      warned.add(proxy);
      request.log.warn(
        { proxy },
        `X-Forwarded-For arrives from ${proxy}, which PASSBOOK_TRUSTED_PROXY doesn't name: all customers behind this proxy count as one address`,
      );
    }
    done();
  });
}

/** Serves `GET /api/openapi.json`, except in production. */
export function serveOpenApi(app: FastifyInstance, { mode }: Pick<Config, 'mode'>): void {
  if (mode === 'production') return;
  app.get('/api/openapi.json', async () => describeContract(contract, '1'));
}

function createSessionReader({ database, clock, audit }: Services): SessionReader {
  return {
    find: (cookie, userToken) => findSession(database, cookie, userToken, clock.now()),
    findByCookie: (cookie) => findSessionOfCookie(database, cookie, clock.now()),
    redeemTicket: (ticket, sessionId, purpose) => redeemTicket(database, ticket, sessionId, purpose, clock.now()),
    endByUserToken: (userToken) =>
      inTransaction(database, async (transaction) => {
        const ended = await endSessionOfToken(transaction, userToken, clock.now());
        if (!ended) return false;
        await audit.record(transaction, { event: 'session-token-in-address', userId: ended.userId, details: {} });
        return true;
      }),
  };
}
