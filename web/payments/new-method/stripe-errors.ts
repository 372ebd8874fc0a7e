import type { CardErrorKey } from '#common/payments/rules/card-rules.ts';
import type { CardBrand } from '#common/payments/rules/payment-types.ts';
import type { StripeChange, StripeError, StripeFieldName } from './load-stripe.ts';

export const stripeFieldNames = ['cardNumber', 'cardExpiry', 'cardCvc'] as const satisfies readonly StripeFieldName[];

export type StripeFieldErrors = Partial<Record<StripeFieldName, CardErrorKey>>;

const required = {
  cardNumber: 'cardError.numberRequired',
  cardExpiry: 'cardError.expirationRequired',
  cardCvc: 'cardError.securityCodeRequired',
} as const satisfies Record<StripeFieldName, CardErrorKey>;

const invalid = {
  cardNumber: 'cardError.numberInvalid',
  cardExpiry: 'cardError.expirationInvalid',
  cardCvc: 'cardError.securityCodeInvalid',
} as const satisfies Record<StripeFieldName, CardErrorKey>;

const brands: Readonly<Record<string, CardBrand>> = {
  visa: 'visa',
  mastercard: 'master',
  amex: 'amex',
  discover: 'discover',
};

export function brandOf(stripeBrand: string): CardBrand | undefined {
  return brands[stripeBrand];
}

/** Returns the error of a field that the customer has left, or undefined. */
export function fieldError(
  name: StripeFieldName,
  change: StripeChange | undefined,
  accepted: readonly CardBrand[],
): CardErrorKey | undefined {
  if (!change || change.empty) return required[name];
  if (change.error || !change.complete) return invalid[name];
  const brand = change.brand === undefined ? undefined : brands[change.brand];
  if (name !== 'cardNumber' || (brand && accepted.includes(brand))) return undefined;
  return 'cardError.numberUnsupported';
}

const fieldsOfCodes: Readonly<Record<string, StripeFieldName>> = {
  incomplete_number: 'cardNumber',
  invalid_number: 'cardNumber',
  incorrect_number: 'cardNumber',
  incomplete_expiry: 'cardExpiry',
  invalid_expiry_month: 'cardExpiry',
  invalid_expiry_month_past: 'cardExpiry',
  invalid_expiry_year: 'cardExpiry',
  invalid_expiry_year_past: 'cardExpiry',
  expired_card: 'cardExpiry',
  incomplete_cvc: 'cardCvc',
  invalid_cvc: 'cardCvc',
  incorrect_cvc: 'cardCvc',
};

/** Why a card wasn't taken: an error at a field, or what to tell about all of them. */
export type StripeRefusal =
  | { readonly kind: 'field'; readonly name: StripeFieldName; readonly error: CardErrorKey }
  | { readonly kind: 'refused' | 'notConfirmed' | 'failed' };

export function refusalOf({ type, code = '' }: StripeError): StripeRefusal {
  const name = fieldsOfCodes[code];
  if (name) return { kind: 'field', name, error: invalid[name] };
  if (code === 'setup_intent_authentication_failure') return { kind: 'notConfirmed' };
  return { kind: type === 'card_error' ? 'refused' : 'failed' };
}
