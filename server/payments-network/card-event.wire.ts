import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** Events that the card processor sends (docs/card-processor.md). More fields are ignored. */
const aboutCharge = { eventId: z.string().min(1).max(255), paymentId: z.uuid() };

const aboutDispute = {
  ...aboutCharge,
  disputeId: z.string().min(1).max(255),
  amountCents: z.int().min(1),
  reason: z.string().max(500),
  respondBy: z.iso.datetime({ offset: true }).optional(),
};

const eventTypes = ['charge.updated', 'charge.refunded', 'dispute.opened', 'dispute.won', 'dispute.lost'] as const;

const cardEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('charge.updated'), ...aboutCharge }),
  z.object({ type: z.literal('charge.refunded'), ...aboutCharge, amountCents: z.int().min(1) }),
  z.object({ type: z.literal('dispute.opened'), ...aboutDispute }),
  z.object({ type: z.literal('dispute.won'), ...aboutDispute }),
  z.object({ type: z.literal('dispute.lost'), ...aboutDispute }),
]);

export type CardEvent = z.infer<typeof cardEvent>;

/** How a processor reports to `POST /webhooks/cards`. */
export interface CardEvents {
  readonly signatureHeader: string;
  /**
   * Returns undefined for a kind we don't use, or about a charge that isn't ours.
   * @throws MalformedEvent
   * @throws ProcessorUnavailable if the processor has to be asked which payment it is about, and doesn't answer
   */
  read(sent: unknown): Promise<CardEvent | undefined>;
}

/** An event of a kind we use that lacks what it is about. */
export class MalformedEvent extends Error {
  override readonly name = 'MalformedEvent';
  /** Paths in the event, without its values. */
  readonly places: string;

  constructor({ issues }: z.ZodError) {
    const places = issues.map(({ path }) => path.join('.')).join(', ');
    super(`A card event is not understood: ${places}`);
    this.places = places;
  }
}

/** @throws MalformedEvent */
export function parseEvent<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw new MalformedEvent(parsed.error);
  return parsed.data;
}

export const WEBHOOK_SIGNATURE_HEADER = 'passbook-signature';

const someEvent = z.object({ type: z.string() });

/** Events of docs/card-processor.md, which name our payment themselves. */
export const ownProtocolEvents: CardEvents = {
  signatureHeader: WEBHOOK_SIGNATURE_HEADER,
  read(sent) {
    const { type } = parseEvent(someEvent, sent);
    const isUsed = eventTypes.some((used) => used === type);
    return Promise.resolve(isUsed ? parseEvent(cardEvent, sent) : undefined);
  },
};

/** How old an event may be; a captured one can't be sent again later. */
const WINDOW_SECONDS = 300;

/** @returns the header value `t=SECONDS,v1=HEX`: HMAC-SHA-256 of the seconds, a dot and the body */
export function signEvent(key: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`;
}

/**
 * While keys change, the processor may sign with an old and a new one (several `v1` in the header), and we may accept
 * either (several keys). Stripe signs in the same way.
 */
export function isSignedEvent(keys: readonly string[], body: string, header: string, now: Temporal.Instant): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const seconds = Number(parts.find(([name]) => name === 't')?.[1] ?? Number.NaN);
  const age = Math.abs(now.epochMilliseconds / 1_000 - seconds);
  if (!Number.isSafeInteger(seconds) || age > WINDOW_SECONDS) return false;
  return keys.some((key) => {
    const expected = Buffer.from(signEvent(key, body, seconds).split('v1=')[1] ?? '');
    return parts.some(([name, value = '']) => {
      const given = Buffer.from(value);
      return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
  });
}
