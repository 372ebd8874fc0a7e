import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failed } from '#common/contract/answers.ts';
import type { Envelope } from '#common/contract/envelope.ts';
import { HOST_UNAVAILABLE } from '#common/contract/host-unavailable.ts';
import { REFERENCE_HEADER } from '#common/contract/reference-header.ts';
import type { Institution } from '#common/institution/institution.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { isDatabaseUnavailable } from '#server/platform/db/database-unavailable.ts';
import { Refusal } from './refusal.ts';
import { isShownInTab, tabFailurePage } from './tab-failure-page.ts';

const codeByStatus: Readonly<Record<number, string>> = {
  400: 'InvalidInput',
  413: 'TooLarge',
  415: 'InvalidInput',
  429: 'TooManyRequests',
};

/** Most restarts and failovers are over by then. */
const RETRY_AFTER_SECONDS = 5;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Receives a file, so the answer to a failure has words for it. */
    readonly takesFile?: boolean;
  }
}

/** Answers every failure generically; details only go to the log. */
export function answerErrorsGenerically(app: FastifyInstance, institution: Pick<Institution, 'texts'>): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, status: number, envelope: Refusal['envelope']) =>
    isShownInTab(request)
      ? reply
          .status(status)
          .type('text/html; charset=utf-8')
          .send(tabFailurePage(institution, status, envelope.Message))
      : reply.status(status).send(envelope);
  /** The list of files shows a reason beside each one (M 8). */
  const withWords = ({ id, routeOptions }: FastifyRequest, envelope: Envelope) =>
    routeOptions.config.takesFile === true
      ? { ...envelope, Message: documentWords(institution.texts)('uploadError.unavailable', { reference: id }) }
      : envelope;
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    if (error instanceof Refusal) {
      if (error.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
      return answer(request, reply, error.status, error.envelope);
    }
    const status = error.statusCode ?? 500;
    const code = codeByStatus[status];
    if (code) return answer(request, reply, status, failed(code));
    // A file path that leaves its folder gets the same answer as an unknown one.
    if (status === 403 || status === 404) return answer(request, reply, 404, failed('NotFound'));
    const isFull = isDiskFull(error);
    request.log.error({ err: error, reference: request.id }, isFull ? 'a disk is full' : 'a request failed');
    reply.header(REFERENCE_HEADER, request.id);
    const unavailable = (reason: string) =>
      answer(request, reply.header('retry-after', RETRY_AFTER_SECONDS), 503, withWords(request, failed(reason)));
    // Asked first: its cause is a refused connection, as of a database.
    if (isHostUnavailable(error)) return unavailable(HOST_UNAVAILABLE);
    if (isDatabaseUnavailable(error) || isFull) return unavailable('Unavailable');
    return answer(request, reply, 500, failed('Error'));
  });
}

/** Compares the name, because the platform doesn't import the host. Host calls can be repeated. */
function isHostUnavailable(error: unknown): boolean {
  return error instanceof Error && error.name === 'HostUnavailable';
}

/** The disk is full: nothing was stored, and it works again after an operator frees space. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { readonly code?: unknown }).code;
  return code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error.cause);
}
