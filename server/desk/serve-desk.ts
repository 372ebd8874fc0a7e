import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keysOf } from '#common/core/keys-of.ts';
import { deskContract } from '#common/desk/all-desk-apis.ts';
import type { DeskEndpoint } from '#common/desk/desk-contract.ts';
import { deskPermissions } from '#common/desk/permissions.ts';
import { assertNamedObjectsDeclared } from '#server/platform/http/check-named-objects.ts';
import { withQueryTimeLimit } from '#server/platform/db/query-time-limit.ts';
import { projectPath } from '#server/platform/project-folder.ts';
import type { Services } from '#server/services.ts';
import { allDeskHandlers } from './all-desk-handlers.ts';
import type { DeskHandler, DeskKey } from './http/desk-endpoint.ts';
import { runDeskCall } from './http/run-desk-call.ts';

const deskFolder = projectPath('dist/desk');
const DEFAULT_MAX_BODY_BYTES = 16 * 1024;
/** Longer than any statement of the desk takes. */
const QUERY_WITHIN_MS = 15_000;

/**
 * Serves the staff's pages and calls.
 * @throws Error at start-up for a call without a handler, permission, audit entry or declared objects
 */
export async function serveDesk(app: FastifyInstance, services: Services): Promise<void> {
  assertDeskContract();
  for (const key of keysOf(deskContract)) addCall(app, services, key);
  const page = await readFile(path.join(deskFolder, 'desk.html'), 'utf8').catch(() => undefined);
  if (page === undefined) return;
  const sendPage = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.headers({ 'cache-control': 'no-cache' }).type('text/html; charset=utf-8').send(page);
  await app.register(fastifyStatic, {
    root: path.join(deskFolder, 'assets'),
    prefix: '/desk/assets/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
  app.get('/desk', sendPage);
  app.get('/desk/*', sendPage);
}

function addCall(app: FastifyInstance, services: Services, key: DeskKey): void {
  const endpoint: DeskEndpoint = deskContract[key];
  const [method = '', url = ''] = key.split(' ');
  const handler = allDeskHandlers[key] as DeskHandler<typeof key> | undefined;
  if (!handler) throw new Error(`${key} has no handler`);
  app.route({
    method,
    url,
    bodyLimit: endpoint.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    exposeHeadRoute: false,
    handler: (request, reply) =>
      withQueryTimeLimit(QUERY_WITHIN_MS, () => runDeskCall(key, handler, { services, request, reply })),
  });
}

/**
 * Checks at start-up that every call of the desk declares who may make it, what its inputs name, and what it records.
 * @throws Error naming the call
 */
export function assertDeskContract(contract: Readonly<Record<string, DeskEndpoint>> = deskContract): void {
  for (const [key, endpoint] of Object.entries(contract)) {
    const known = ['everyone', 'staff', ...Object.keys(deskPermissions)];
    if (!known.includes(endpoint.may)) throw new Error(`${key} does not declare who may call it`);
    if (key.startsWith('POST ') && !endpoint.records) throw new Error(`${key} does not declare its audit entry`);
    if (endpoint.may === 'everyone' && !key.includes(' /api/desk/entry')) {
      throw new Error(`${key} is open to everyone although it is not for signing in`);
    }
    assertNamedObjectsDeclared(key, endpoint);
  }
}
