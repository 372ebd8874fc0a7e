import type { SubmissionErrorKey } from '#common/payments/rules/submission-errors.ts';

/**
 * `sameAgain`: may be repeated unchanged; `afterChange`: only with another method or amount (P 4); `never`: the money
 * may have moved, and a repetition could take it twice.
 */
export type Retry = 'sameAgain' | 'afterChange' | 'never';

/** The catalog of P 8; each key has a text `paymentError.<key>`. */
export const retryAfter = {
  Error: 'sameAgain',
  New: 'sameAgain',
  Invalid: 'sameAgain',
  MultipleScheduled: 'sameAgain',
  Scheduled: 'sameAgain',
  Retrieving: 'sameAgain',
  SecurityNotAllowed: 'sameAgain',
  PayWithoutSaving: 'sameAgain',
  Deleting: 'sameAgain',
  ReachedMaxScheduledAllowed: 'sameAgain',
  MustSavePaymentMethod: 'sameAgain',
  PaymentDateMinimumError: 'sameAgain',
  PaymentDateMaximumError: 'sameAgain',
  PaymentBeforeCutOffTimeError: 'sameAgain',
  PaymentDateHolidayError: 'sameAgain',
  PaymentDateWeekendError: 'sameAgain',
  PayOffQuote: 'sameAgain',
  PaymentAmountMaximumError: 'sameAgain',
  PaymentAmountMinimumError: 'sameAgain',
  RoutingNumberInvalid: 'sameAgain',
  Generic: 'never',
  Connection: 'sameAgain',
  Declined: 'afterChange',
  OverLimit: 'afterChange',
  InvalidInfo: 'afterChange',
  Expired: 'afterChange',
  CardExpiresBefore: 'afterChange',
  ContactUs: 'sameAgain',
  ConfirmationRequired: 'afterChange',
  NotConfirmed: 'sameAgain',
  Confirming: 'never',
  Unapplied: 'never',
  Refunded: 'sameAgain',
  PrincipalOnlyDueFirst: 'sameAgain',
  PreviewChanged: 'sameAgain',
  PaymentChanged: 'sameAgain',
  PayoffFixed: 'afterChange',
  DraftAgreement: 'sameAgain',
  AchTerms: 'sameAgain',
} as const satisfies Record<SubmissionErrorKey, Retry>;

export function isSubmissionError(code: string): code is SubmissionErrorKey {
  return Object.hasOwn(retryAfter, code);
}
