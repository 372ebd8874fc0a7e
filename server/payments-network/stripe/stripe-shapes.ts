import { z } from 'zod';
import type { StripeRequest } from './stripe-client.ts';

/** Asks Stripe, with the key of the account. */
export type Ask = <Schema extends z.ZodType>(schema: Schema, request: StripeRequest) => Promise<z.output<Schema>>;

export const identified = z.object({ id: z.string() });

export const paymentIntent = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  created: z.int(),
  metadata: z.record(z.string(), z.string()),
  cancellation_reason: z.string().nullish(),
  next_action: z.object({ redirect_to_url: z.object({ url: z.string() }).optional() }).nullish(),
  last_payment_error: z.object({ code: z.string().optional(), decline_code: z.string().optional() }).nullish(),
  latest_charge: z
    .union([
      z.string(),
      z.object({ refunded: z.boolean(), amount_refunded: z.int().default(0), disputed: z.boolean() }),
    ])
    .nullish(),
});

export const refunds = z.object({
  data: z.array(z.object({ metadata: z.record(z.string(), z.string()).nullish() })),
});

export type PaymentIntent = z.infer<typeof paymentIntent>;

export const paymentIntents = z.object({ data: z.array(paymentIntent), has_more: z.boolean() });
