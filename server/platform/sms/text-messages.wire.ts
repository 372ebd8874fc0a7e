import { z } from 'zod';

/** The protocol between us and the provider or its sandbox. */
export const phoneParams = z.object({ phone: z.string().regex(/^\d{10}$/) });

export const sendRequest = z.strictObject({
  messageId: z.string().min(1).max(200),
  to: z.string().regex(/^\d{10}$/),
  body: z.string().min(1).max(1_600),
});

const change = z.strictObject({
  brandingId: z.string().max(64),
  marketing: z.boolean().nullable(),
  account: z.boolean().nullable(),
});

export const changeRequest = z.strictObject({ changes: z.array(change).max(20) });

export const subscriptionsAnswer = z.object({
  subscriptions: z
    .array(z.object({ brandingId: z.string(), brandingName: z.string(), marketing: z.boolean(), account: z.boolean() }))
    .max(20),
});

export const changeAnswer = z.object({
  outcomes: z
    .array(
      z.object({
        brandingId: z.string(),
        marketingSet: z.boolean().nullable(),
        accountSet: z.boolean().nullable(),
      }),
    )
    .max(20),
});

export const NOT_TEXTABLE_STATUS = 422;
