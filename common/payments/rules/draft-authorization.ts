import type { PaymentTiming } from './payment-types.ts';

/** What a customer authorizes by submitting a bank draft that has no agreement of its own (Nacha, WEB entries). */
export const draftAuthorizationTexts = {
  immediate: 'draftOnce.authorization',
  scheduled: 'draftOnce.scheduled',
  recurring: 'draftOnce.recurring',
} as const satisfies Record<PaymentTiming, string>;
