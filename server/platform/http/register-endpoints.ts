import type { FastifyInstance, HTTPMethods } from 'fastify';
import { keysOf } from '#common/core/keys-of.ts';
import { contract } from '#common/contract/all-apis.ts';
import type { Endpoint } from '#common/contract/contract.ts';
import { REFERENCE_HEADER } from '#common/contract/reference-header.ts';
import { DenialRecorder } from '#server/platform/audit/denials.ts';
import { withQueryTimeLimit } from '#server/platform/db/query-time-limit.ts';
import { withTroubleReference } from '#server/platform/trouble-reference.ts';
import type { Services } from '#server/services.ts';
import { assertNamedObjectsDeclared } from './check-named-objects.ts';
import type { ContractKey, Handler, Handlers } from './endpoint.ts';
import { Refusal } from './refusal.ts';
import { type Exchange, runEndpoint } from './run-endpoint.ts';
import { sessionCookies } from './session-cookies.ts';
import type { SessionReader } from './session-reader.ts';

const DEFAULT_MAX_BODY_BYTES = 16 * 1024;
/** Longer than any statement of a request takes; after it, the database counts as unavailable. */
const QUERY_WITHIN_MS = 8_000;

const allMethods: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];

/**
 * Registers every call of the contract.
 * @throws Error at start-up for a call without a handler or declared access, with an undeclared ticket, or with an
 * identifying input that is neither owned nor exempt
 */
export function registerEndpoints(
  app: FastifyInstance,
  services: Services,
  sessions: SessionReader,
  handlers: Handlers<typeof contract>,
): void {
  const denials = new DenialRecorder(services);
  const methodsByPath = new Map<string, { readonly path: string; readonly methods: Set<string> }>();
  for (const key of keysOf(contract)) {
    const endpoint: Endpoint = contract[key];
    const [method = '', path = ''] = key.split(' ');
    const handler = handlers[key] as Handler<typeof key> | undefined;
    if (!handler) throw new Error(`${key} has no handler`);
    if (!endpoint.access) throw new Error(`${key} does not declare its access`);
    if ((endpoint.access === 'ticket') !== (endpoint.ticket !== undefined)) {
      throw new Error(`${key} must name a ticket exactly if its access is ticket`);
    }
    assertNamedObjectsDeclared(key, endpoint);
    app.route({
      method,
      url: path,
      compress: method === 'GET' && endpoint.access === 'public' && !endpoint.compressesOnce ? {} : false,
      config: {
        arrivesSlowly: endpoint.upload !== undefined,
        compressesOnce: endpoint.compressesOnce === true,
        opensInTab: endpoint.access === 'ticket',
        takesFile: endpoint.upload !== undefined,
      },
      // Files are counted while streaming; any other body would be held in memory.
      bodyLimit: endpoint.upload ? DEFAULT_MAX_BODY_BYTES : (endpoint.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES),
      handler: (request, reply) =>
        withTroubleReference(
          request.id,
          (reference) => void reply.header(REFERENCE_HEADER, reference),
          () =>
            withQueryTimeLimit(QUERY_WITHIN_MS, () =>
              recordingDenials(denials, key, { services, sessions, request, reply }, () =>
                runEndpoint(key, handler, { services, sessions, request, reply }),
              ),
            ),
        ),
    });
    const known = methodsByPath.get(path.toLowerCase()) ?? { path, methods: new Set<string>() };
    known.methods.add(method);
    methodsByPath.set(path.toLowerCase(), known);
  }
  for (const { path, methods } of methodsByPath.values()) refuseOtherMethods(app, path, methods);
}

async function recordingDenials(
  denials: DenialRecorder,
  key: ContractKey,
  { services, sessions, request, reply }: Exchange,
  run: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal) {
      const denial = { call: key, status: error.status, ipAddress: request.ip };
      // For foreign accounts, the log also names who asked.
      await denials.record(denial, async () => {
        const cookie = sessionCookies(request, reply, services.config).readSession();
        const session = cookie && (await sessions.findByCookie(cookie));
        return session ? session.userId : null;
      });
    }
    throw error;
  }
}

function refuseOtherMethods(app: FastifyInstance, path: string, methods: ReadonlySet<string>): void {
  app.route({
    method: allMethods.filter((method) => !methods.has(String(method))),
    url: path,
    exposeHeadRoute: false,
    handler: async (_request, reply) => {
      reply.header('allow', [...methods].join(', '));
      throw new Refusal(405, 'MethodNotAllowed');
    },
  });
}
