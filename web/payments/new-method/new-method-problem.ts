import type { Refused, Unreachable } from '#web/data/client.ts';

/** Why a payment method was not taken (P 8). */
export function newMethodProblem(result: Refused | Unreachable) {
  const code = result.kind === 'refused' ? (result.codes[0] ?? '') : '';
  return isKnown(code) ? texts[code] : 'paymentMethodError.other';
}

export type NewMethodProblem = ReturnType<typeof newMethodProblem> | 'achTerms.disagreed';

const texts = {
  AlreadyExists: 'paymentMethodError.alreadyExists',
  RoutingNumberInvalid: 'paymentMethodError.routingNumber',
  RoutingNumberAchNotAllowed: 'paymentMethodError.routingNumber',
  RoutingAccountInvalidThirdParty: 'paymentMethodError.accountThirdParty',
  RoutingAccountInvalidInternal: 'paymentMethodError.accountInternal',
  ConfirmationNeeded: 'confirmIdentity.notDone',
} as const;

function isKnown(code: string): code is keyof typeof texts {
  return Object.hasOwn(texts, code);
}
