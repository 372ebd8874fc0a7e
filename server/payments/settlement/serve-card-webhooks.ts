import type { FastifyInstance } from 'fastify';
import { HostUnavailable } from '#server/host/host-errors.ts';
import { isSignedEvent, MalformedEvent } from '#server/payments-network/card-event.wire.ts';
import { ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import { createClock } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';
import { handleCardEvent } from './card-events.command.ts';

/** Closed disputes of Stripe hold the evidence: up to 150,000 characters. */
const MAX_BODY_BYTES = 1_048_576;

/** Signatures use the machine's time, even when the portal's clock is moved. */
const machineClock = createClock('UTC');

/** Serves `POST /webhooks/cards` to the card processor; without keys to check signatures, there is no such address. */
export function serveCardWebhooks(app: FastifyInstance, services: Services): void {
  const { webhookKeys } = services.config.network;
  const { signatureHeader } = services.cardEvents;
  if (webhookKeys.length === 0) return;
  void app.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/cards', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const header = String(request.headers[signatureHeader] ?? '');
      if (!isSignedEvent(webhookKeys, body, header, machineClock.now())) return reply.code(401).send({});
      // A restored copy must not change anything yet; the processor sends the event again.
      if (await services.quarantine.isOn()) return reply.code(503).send({});
      const status = await takeEvent(services, parse(body), request.id);
      return reply.code(status).send({});
    });
  });
}

/** @returns the status of the answer; after any but 200, the processor sends the event again */
async function takeEvent(services: Services, sent: unknown, reference: string): Promise<200 | 400 | 503> {
  try {
    const event = await services.cardEvents.read(sent);
    if (event) return (await handleCardEvent(services, event)) === 'later' ? 503 : 200;
    // The processor may report more than we use, and its account may charge for others.
    const { type } = sent as { readonly type: string };
    services.log.info({ type, reference }, 'a card event has no effect here');
    return 200;
  } catch (error) {
    if (error instanceof HostUnavailable || error instanceof ProcessorUnavailable) return 503;
    if (!(error instanceof MalformedEvent)) throw error;
    services.log.error({ places: error.places, reference }, 'a card event is not understood');
    return 400;
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
