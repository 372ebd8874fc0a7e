import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

const phoneNumber = z.string().max(20);

const option = z.strictObject({
  BrandingId: z.string(),
  BrandingName: z.string(),
  OptInMarketing: z.boolean(),
  OptInAccount: z.boolean(),
});

/**
 * One brand's outcome, as JSON in `ErrorMessage`: `true` for a changed flag, `false` for a failed one, otherwise null.
 */
export interface BrandOutcome {
  readonly BrandingId: string;
  readonly OptInMarketing: boolean | null;
  readonly OptInAccount: boolean | null;
}

export const textingApi = defineApi({
  'POST /api/SolutionsByText/GetSubscriptionInfo': {
    access: 'session',
    whileViewing: true,
    summary: 'What a phone of the customer has agreed to be texted, brand by brand',
    gate: { switch: 'globalOptions.useTextMessagesOption', is: true },
    body: z.strictObject({ PhoneNumber: phoneNumber }),
    answers: {
      200: z.union([
        z.strictObject({ ...envelope.shape, SubscriptionInfo: z.strictObject({ Options: z.array(option).max(20) }) }),
        envelope,
      ]),
    },
  },
  'POST /api/SolutionsByText/ModifySubscriptions': {
    access: 'session',
    summary: "Changes text subscriptions; a failure reports each brand's outcome as JSON in its message",
    gate: { switch: 'globalOptions.useTextMessagesOption', is: true },
    body: z.strictObject({
      PhoneNumber: phoneNumber,
      /** Only changed brands; an unchanged flag is null. */
      Options: z
        .array(
          z.strictObject({
            BrandingId: z.string().max(64),
            BrandingName: z.string().max(200).optional(),
            OptInMarketing: z.boolean().nullable(),
            OptInAccount: z.boolean().nullable(),
          }),
        )
        .min(1)
        .max(20),
    }),
    answers: { 200: envelope },
  },
});
