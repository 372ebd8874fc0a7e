import type { AccountBlock, PaymentTypeBlock } from './availability.ts';
import type { PaymentType } from './payment-types.ts';

/** Account error codes with their texts; an unknown code gets the generic text (P 8). */
export function accountBlockText(code: string) {
  return isAccountError(code) ? accountErrorTexts[code] : 'paymentAccountError.generic';
}

export function paymentTypeBlockText(type: PaymentType, reason: PaymentTypeBlock) {
  if (reason === 'DueAboveCardMaximum') return 'amountError.cardMaximum';
  return type === 'Card' ? 'paymentMethodError.cardNotAllowed' : 'paymentMethodError.achNotAllowed';
}

const accountErrorTexts = {
  NiteMode: 'paymentAccountError.niteMode',
  PaymentBlocked: 'paymentAccountError.paymentBlocked',
  Delinquent: 'paymentAccountError.delinquent',
  NoPaymentNeeded: 'paymentAccountError.noPaymentNeeded',
  BlockedOnPendingRecurring: 'paymentAccountError.blockedOnPendingRecurring',
  DisabledPaymentsAfterCutoffTime: 'paymentAccountError.disabledPaymentsAfterCutoffTime',
  Unsettled: 'paymentAccountError.unsettled',
  PaidOff: 'paymentAccountError.paidOff',
  ChargedOff: 'paymentAccountError.chargedOff',
} as const satisfies Record<AccountBlock, string>;

function isAccountError(code: string): code is AccountBlock {
  return Object.hasOwn(accountErrorTexts, code);
}
