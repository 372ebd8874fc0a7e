import type { PaymentTiming } from './payment-types.ts';

/** The words that a customer authorizes by submitting a bank draft without an agreement of its own (Nacha, WEB entries). */
export const draftAuthorizationTexts = {
  immediate: 'draftOnce.authorization',
  scheduled: 'draftOnce.scheduled',
  recurring: 'draftOnce.recurring',
} as const satisfies Record<PaymentTiming, string>;
