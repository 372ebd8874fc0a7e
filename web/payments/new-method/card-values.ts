import type { MaskInputOptions } from 'maska';
import { securityCodeLength } from '#common/payments/rules/card-rules.ts';
import { findCardBrand } from '#common/payments/rules/card-brands.ts';
import type { CardEntry } from '#common/payments/rules/payment-types.ts';

/** The form's values: the number in groups, the rest as the rules expect. */
export type CardValues = { -readonly [Field in keyof CardEntry]: CardEntry[Field] };

export const emptyCard: CardValues = {
  firstName: '',
  lastName: '',
  cardNumber: '',
  expiration: '',
  securityCode: '',
  debitCredit: 'DebitCard',
  zipCode: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
};

export function cardFromValues(values: CardValues): CardEntry {
  return { ...values, cardNumber: digitsOf(values.cardNumber), zipCode: values.zipCode.trim() };
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** Groups of four, with the brand's length (P 5). */
export const cardNumberMask: MaskInputOptions = {
  mask: (typed) => (findCardBrand(digitsOf(typed)) === 'amex' ? '#### #### #### ###' : '#### #### #### ####'),
};

/** `MM/YY`; adds the slash, pads a one-digit month, and shortens a full year. */
export const expirationMask: MaskInputOptions = {
  mask: '##/##',
  eager: true,
  preProcess: (typed) =>
    typed
      .replaceAll(/\s/g, '')
      .replace(/^([2-9])/, '0$1')
      .replace(/^1\//, '01/')
      // Also while typing a full year: after 12/20, another digit shows that 20 was the century.
      .replace(/^(\d{2}\/?)20(\d{1,2})$/, '$1$2'),
};

/** Only digits, as many as the brand has. */
export function securityCodeMask(cardNumber: string): MaskInputOptions {
  return securityCodeLength(findCardBrand(digitsOf(cardNumber))) === 4 ? fourDigits : threeDigits;
}

const threeDigits: MaskInputOptions = { mask: '###' };
const fourDigits: MaskInputOptions = { mask: '####' };
