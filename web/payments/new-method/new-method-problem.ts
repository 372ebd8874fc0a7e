import type { ProblemTexts } from '#web/data/problem-text.ts';

/** Why a payment method was refused (P 8). */
export const newMethodTexts: ProblemTexts<
  | 'AlreadyExists'
  | 'RoutingNumberInvalid'
  | 'RoutingNumberAchNotAllowed'
  | 'RoutingAccountInvalidThirdParty'
  | 'RoutingAccountInvalidInternal'
> = {
  codes: {
    AlreadyExists: 'paymentMethodError.alreadyExists',
    RoutingNumberInvalid: 'paymentMethodError.routingNumber',
    RoutingNumberAchNotAllowed: 'paymentMethodError.routingNumber',
    RoutingAccountInvalidThirdParty: 'paymentMethodError.accountThirdParty',
    RoutingAccountInvalidInternal: 'paymentMethodError.accountInternal',
  },
  other: 'paymentMethodError.other',
  failed: 'paymentMethodError.other',
};
