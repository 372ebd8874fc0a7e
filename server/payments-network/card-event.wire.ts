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

export const cardEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('charge.updated'), ...aboutCharge }),
  z.object({ type: z.literal('charge.refunded'), ...aboutCharge, amountCents: z.int().min(1) }),
  z.object({ type: z.literal('dispute.opened'), ...aboutDispute }),
  z.object({ type: z.literal('dispute.won'), ...aboutDispute }),
  z.object({ type: z.literal('dispute.lost'), ...aboutDispute }),
]);

export type CardEvent = z.infer<typeof cardEvent>;

export function isKnownEventType(type: unknown): boolean {
  return eventTypes.some((known) => known === type);
}

export const WEBHOOK_SIGNATURE_HEADER = 'passbook-signature';

/** How old an event may be; a captured one can't be sent again later. */
const WINDOW_SECONDS = 300;

/** @returns the header value `t=SECONDS,v1=HEX`: HMAC-SHA-256 of the seconds, a dot and the body */
export function signEvent(key: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`;
}

/** Accepts several `v1` in one header, so the processor can sign with an old and a new key while keys change. */
export function isSignedEvent(key: string, body: string, header: string, now: Temporal.Instant): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const seconds = Number(parts.find(([name]) => name === 't')?.[1] ?? Number.NaN);
  const age = Math.abs(now.epochMilliseconds / 1_000 - seconds);
  if (!Number.isSafeInteger(seconds) || age > WINDOW_SECONDS) return false;
  const expected = Buffer.from(signEvent(key, body, seconds).split('v1=')[1] ?? '');
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value);
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
