import type { FastifyError, FastifyInstance } from 'fastify';
import { failed } from '#common/contract/envelope.ts';
import { isDatabaseUnavailable } from '#server/platform/db/database-unavailable.ts';
import { Refusal } from './refusal.ts';

const codeByStatus: Readonly<Record<number, string>> = {
  400: 'InvalidInput',
  413: 'TooLarge',
  415: 'InvalidInput',
  429: 'TooManyRequests',
};

/** A database that restarts or changes hands is mostly back by then. */
const RETRY_AFTER_SECONDS = 5;

/** Every failure leaves as the generic answer; what happened inside stays in the log. */
export function answerErrorsGenerically(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    if (error instanceof Refusal) return reply.status(error.status).send(error.envelope);
    const status = error.statusCode ?? 500;
    const code = codeByStatus[status];
    if (code) return reply.status(status).send(failed(code));
    // Of files: an address that leads out of their folder says no more than one that leads nowhere.
    if (status === 403 || status === 404) return reply.status(404).send(failed('NotFound'));
    request.log.error({ err: error, reqId: request.id }, 'a request failed');
    if (isDatabaseUnavailable(error) || isDiskFull(error)) {
      return reply.status(503).header('retry-after', RETRY_AFTER_SECONDS).send(failed('Unavailable'));
    }
    return reply.status(500).send(failed('Error'));
  });
}

/** Nothing was stored, and it works again once an operator has made room. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { readonly code?: unknown }).code;
  return code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error.cause);
}
