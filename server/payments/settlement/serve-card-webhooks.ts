import type { FastifyInstance } from 'fastify';
import { HostUnavailable } from '#server/host/host-errors.ts';
import {
  cardEvent,
  isKnownEventType,
  isSignedEvent,
  WEBHOOK_SIGNATURE_HEADER,
} from '#server/payments-network/card-event.wire.ts';
import { createClock } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';
import { handleCardEvent } from './card-events.command.ts';

const MAX_BODY_BYTES = 65_536;

/** Signatures use the machine's time, even when the portal's clock is moved. */
const machineClock = createClock('UTC');

/** Serves `POST /webhooks/cards` to the card processor; without a key to check signatures, there is no such address. */
export function serveCardWebhooks(app: FastifyInstance, services: Services): void {
  const { webhookKey } = services.config.network;
  if (webhookKey === null) return;
  void app.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/cards', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const header = String(request.headers[WEBHOOK_SIGNATURE_HEADER] ?? '');
      if (!isSignedEvent(webhookKey, body, header, machineClock.now())) return reply.code(401).send({});
      // A restored copy must not change anything yet; the processor sends the event again.
      if (await services.quarantine.isOn()) return reply.code(503).send({});
      const sent = parse(body);
      // The processor may report more than we use.
      if (sent !== undefined && !isKnownEventType(sent['type'])) return reply.send({});
      const event = cardEvent.safeParse(sent);
      if (!event.success) {
        const places = event.error.issues.map(({ path }) => path.join('.')).join(', ');
        services.log.error({ places, reference: request.id }, 'a card event is not understood');
        return reply.code(400).send({});
      }
      try {
        const result = await handleCardEvent(services, event.data);
        if (result === 'later') return await reply.code(503).send({});
      } catch (error) {
        if (!(error instanceof HostUnavailable)) throw error;
        return reply.code(503).send({});
      }
      return reply.send({});
    });
  });
}

function parse(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
