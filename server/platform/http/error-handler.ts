import type { FastifyError, FastifyInstance } from 'fastify';
import { failed } from '#common/api/envelope.ts';
import { Refusal } from './run-endpoint.ts';

const codeByStatus: Readonly<Record<number, string>> = {
  400: 'InvalidInput',
  413: 'TooLarge',
  415: 'InvalidInput',
  429: 'TooManyRequests',
};

/** Every failure leaves as the generic answer; what happened inside stays in the log. */
export function answerErrorsGenerically(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    if (error instanceof Refusal) return reply.status(error.status).send(error.envelope);
    const status = error.statusCode ?? 500;
    const code = codeByStatus[status];
    if (code) return reply.status(status).send(failed(code));
    request.log.error({ err: error, reqId: request.id }, 'a request failed');
    return reply.status(500).send(failed('Error'));
  });
}
