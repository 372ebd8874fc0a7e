import Fastify, { type FastifyReply } from 'fastify';
import { changeRequest, NOT_TEXTABLE_STATUS, phoneParams, sendRequest } from '../text-messages.wire.ts';
import { TextSandboxStore } from './text-sandbox-store.queries.ts';

export interface TextSandboxOptions {
  /** 0 picks a free port. */
  readonly port: number;
  readonly storeFile: string;
}

export interface TextSandbox {
  readonly url: string;
  close(): Promise<void>;
}

/** The last four digits of a phone number control its behavior; all others work. See docs/sandbox-texts.md. */
export const sandboxEndings = {
  notTextable: '0000',
  /** Changes of the second brand fail. */
  secondBrandFails: '0005',
  /** Subscriptions are read-only. */
  changeFails: '0006',
  /** Every request fails. */
  broken: '0009',
} as const;

/** Runs the text message provider's sandbox: a local HTTP server with its own store. */
export async function startTextSandbox({ port, storeFile }: TextSandboxOptions): Promise<TextSandbox> {
  const store = new TextSandboxStore(storeFile);
  const app = Fastify({ bodyLimit: 8_192, forceCloseConnections: true });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Error && error.name === 'ZodError' ? 400 : 500).send({}),
  );

  app.get('/telephones/:phone/subscriptions', (request, reply) => {
    const { phone } = phoneParams.parse(request.params);
    return refusalOf(phone, reply) ?? reply.send({ subscriptions: store.listSubscriptions(phone) });
  });

  app.put('/telephones/:phone/subscriptions', (request, reply) => {
    const { phone } = phoneParams.parse(request.params);
    const { changes } = changeRequest.parse(request.body);
    const refusal = refusalOf(phone, reply);
    if (refusal) return refusal;
    if (phone.endsWith(sandboxEndings.changeFails)) return reply.code(503).send({});
    const outcomes = changes.map((change) => {
      const fails = phone.endsWith(sandboxEndings.secondBrandFails) && change.brandingId === '2';
      const done = !fails && store.change(phone, change);
      return {
        brandingId: change.brandingId,
        marketingSet: change.marketing === null ? null : done,
        accountSet: change.account === null ? null : done,
      };
    });
    return reply.send({ outcomes });
  });

  app.post('/messages', (request, reply) => {
    const message = sendRequest.parse(request.body);
    const refusal = refusalOf(message.to, reply);
    if (refusal) return refusal;
    store.add(message);
    return reply.send({});
  });

  app.get('/messages', (_request, reply) => reply.send({ messages: store.listMessages() }));

  const url = await app.listen({ host: '127.0.0.1', port });
  return {
    url,
    async close() {
      await app.close();
      store.close();
    },
  };
}

function refusalOf(phone: string, reply: FastifyReply): FastifyReply | undefined {
  if (phone.endsWith(sandboxEndings.notTextable)) return reply.code(NOT_TEXTABLE_STATUS).send({});
  return phone.endsWith(sandboxEndings.broken) ? reply.code(503).send({}) : undefined;
}
