import type { Day } from '../../core/dates.ts';
import { isUsState } from '#common/core/us-states.ts';
import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';
import { findCardBrand } from './card-brands.ts';
import { isCardExpired } from './card-life.ts';
import { hasForbiddenCharacters, isBlank, isPersonName } from './name-rules.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { CardBrand, CardEntry } from './payment-types.ts';

export type CardErrorKey =
  | 'cardError.nameRequired'
  | 'cardError.nameInvalid'
  | 'cardError.numberRequired'
  | 'cardError.numberInvalid'
  | 'cardError.numberUnsupported'
  | 'cardError.expirationRequired'
  | 'cardError.expirationInvalid'
  | 'cardError.securityCodeRequired'
  | 'cardError.securityCodeInvalid'
  | 'cardError.zipRequired'
  | 'cardError.zipInvalid'
  | 'cardError.address1Required'
  | 'cardError.cityRequired'
  | 'cardError.stateRequired'
  | 'cardError.addressInvalid';

export type CardErrors = FieldErrors<CardEntry, CardErrorKey>;

export type CardSettings = Pick<PaymentSettings, 'cardBrands' | 'fullCardAddressRequired'>;

/** The fields that the portal itself asks for when the processor's page takes the card number. */
export type CardHolder = Omit<CardEntry, 'cardNumber' | 'expiration' | 'securityCode'>;

/** Checks a card form (P 5). An empty record means it is valid. */
export function validateCard(entry: CardEntry, settings: CardSettings, today: Day): CardErrors {
  return collectErrors<CardEntry, CardErrorKey>({
    ...validateCardHolder(entry, settings),
    cardNumber: cardNumberError(entry.cardNumber, settings.cardBrands),
    expiration: expirationError(entry.expiration, today),
    securityCode: securityCodeError(entry.securityCode, findCardBrand(entry.cardNumber)),
  });
}

/** Checks the part of a card form that stays the portal's when the processor asks for number, expiration and code. */
export function validateCardHolder(entry: CardHolder, settings: CardSettings): CardErrors {
  return collectErrors<CardEntry, CardErrorKey>({
    firstName: nameError(entry.firstName),
    lastName: nameError(entry.lastName),
    zipCode: zipCodeError(entry.zipCode),
    address1: addressError(entry.address1, settings.fullCardAddressRequired && 'cardError.address1Required'),
    address2: addressError(entry.address2, false),
    city: addressError(entry.city, settings.fullCardAddressRequired && 'cardError.cityRequired'),
    state: stateError(entry.state, settings.fullCardAddressRequired),
  });
}

/** 15 for Amex, otherwise 16, also while the brand is unknown. */
export function cardNumberLength(brand: CardBrand | undefined): 15 | 16 {
  return brand === 'amex' ? 15 : 16;
}

/** 4 for Amex, otherwise 3, also while the brand is unknown. */
export function securityCodeLength(brand: CardBrand | undefined): 3 | 4 {
  return brand === 'amex' ? 4 : 3;
}

/** ISO/IEC 7812-1, annex B. */
export function passesLuhnCheck(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = place % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return /^\d+$/.test(digits) && sum % 10 === 0;
}

function nameError(name: string): CardErrorKey | undefined {
  if (isBlank(name)) return 'cardError.nameRequired';
  return isPersonName(name) ? undefined : 'cardError.nameInvalid';
}

function cardNumberError(cardNumber: string, accepted: readonly CardBrand[]): CardErrorKey | undefined {
  if (isBlank(cardNumber)) return 'cardError.numberRequired';
  if (!/^\d{15,16}$/.test(cardNumber)) return 'cardError.numberInvalid';
  const brand = findCardBrand(cardNumber);
  if (brand === undefined || !accepted.includes(brand)) return 'cardError.numberUnsupported';
  const plausible = cardNumber.length === cardNumberLength(brand) && passesLuhnCheck(cardNumber);
  return plausible ? undefined : 'cardError.numberInvalid';
}

function expirationError(expiration: string, today: Day): CardErrorKey | undefined {
  if (isBlank(expiration)) return 'cardError.expirationRequired';
  return isCardExpired(expiration, today) ? 'cardError.expirationInvalid' : undefined;
}

function securityCodeError(code: string, brand: CardBrand | undefined): CardErrorKey | undefined {
  if (isBlank(code)) return 'cardError.securityCodeRequired';
  const complete = /^\d+$/.test(code) && code.length === securityCodeLength(brand);
  return complete ? undefined : 'cardError.securityCodeInvalid';
}

function zipCodeError(zipCode: string): CardErrorKey | undefined {
  if (isBlank(zipCode)) return 'cardError.zipRequired';
  return /^\d{5}(-\d{4})?$/.test(zipCode) ? undefined : 'cardError.zipInvalid';
}

function addressError(text: string, required: CardErrorKey | false): CardErrorKey | undefined {
  if (isBlank(text)) return required || undefined;
  return hasForbiddenCharacters(text) ? 'cardError.addressInvalid' : undefined;
}

function stateError(state: string, required: boolean): CardErrorKey | undefined {
  if (isBlank(state)) return required ? 'cardError.stateRequired' : undefined;
  return isUsState(state) ? undefined : 'cardError.addressInvalid';
}
