import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { fastify, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { failed } from '#common/contract/envelope.ts';
import { serveCaptchaFrame } from './contact/serve-captcha-frame.ts';
import { createSessionReader } from './identity/sessions/session-reader.ts';
import { applicationOptions } from './institution/application-options.ts';
import { allHandlers } from './all-handlers.ts';
import { compressOnce } from './platform/http/compress-once.ts';
import { cutSlowRequests } from './platform/http/cut-slow-requests.ts';
import { answerErrorsGenerically } from './platform/http/error-handler.ts';
import { pageHeaders, sendPageHeaders } from './platform/http/page-headers.ts';
import { registerEndpoints } from './platform/http/register-endpoints.ts';
import { serveOpenApi } from './platform/http/serve-openapi.ts';
import { serveHealth } from './platform/http/serve-health.ts';
import { serveOutbox } from './messages/serve-outbox.ts';
import { serveWeb, themeCss } from './platform/http/serve-web.ts';
import { readPage } from './platform/pages/page.ts';
import { serveMetrics } from './platform/metrics.ts';
import type { Services } from './services.ts';

/** How long a request may take to arrive; the largest file over a slow line takes the longest. */
const USUAL_TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 5 * 60_000;

/** The web server: the calls of the contract, the page, health and figures. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = services.log;
  const page = await readPage(themeCss(services.institution));
  const headers = pageHeaders(services.config, services.institution, page);
  const app = fastify({
    loggerInstance: log,
    // Addresses hold account numbers and tickets; `metrics` counts requests by route instead.
    logController: new LogController({ disableRequestLogging: true }),
    // What failed names its request itself; a logger for each request costs more than reading its session.
    childLoggerFactory: (logger) => logger,
    trustProxy: services.config.trustedProxy ?? false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    // What is no upload must be quicker: see cutSlowRequests.
    requestTimeout: UPLOAD_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // An address that cannot be decoded reaches no route and no hook.
    frameworkErrors(_error, _request, reply: FastifyReply) {
      void reply.status(400).headers(headers).send(failed('InvalidInput'));
    },
  });
  answerErrorsGenerically(app, services.institution);
  cutSlowRequests(app, USUAL_TIMEOUT_MS);
  sendPageHeaders(app, headers);
  await app.register(cookie);
  await app.register(multipart);
  compressOnce(app);
  // Asked for route by route: an answer that holds a secret is not compressed beside what others can choose.
  await app.register(compress, { global: false });
  serveMetrics(app, services.metrics, services.config);
  serveHealth(app, services);
  serveOpenApi(app, services.config);
  serveOutbox(app, services);
  serveCaptchaFrame(app, services);
  registerEndpoints(app, services, createSessionReader(services), allHandlers);
  app.setNotFoundHandler((request, reply) =>
    request.url.startsWith('/api/') ? reply.status(404).send(failed('NotFound')) : reply.status(404).send(),
  );
  await serveWeb(app, services, page, applicationOptions(services.institution));
  return app;
}
