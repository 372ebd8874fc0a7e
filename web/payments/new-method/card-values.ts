import type { MaskInputOptions } from 'maska';
import { findCardBrand, securityCodeLength } from '#common/payments/rules/card-rules.ts';
import type { CardEntry } from '#common/payments/rules/payment-types.ts';

/** The card form as it stands on the screen: the number in groups, everything else as the rules want it. */
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

/** Groups of four; the length is that of the brand (P 5). */
export const cardNumberMask: MaskInputOptions = {
  mask: (typed) => (findCardBrand(digitsOf(typed)) === 'amex' ? '#### #### #### ###' : '#### #### #### ####'),
};

/** `MM/YY`; the slash comes by itself, a month of one digit is filled up, a full year shortened. */
export const expirationMask: MaskInputOptions = {
  mask: '##/##',
  eager: true,
  preProcess: (typed) =>
    typed
      .replaceAll(/\s/g, '')
      .replace(/^([2-9])/, '0$1')
      .replace(/^1\//, '01/')
      // Also while a full year is being typed: after 12/20 the next digit says that it was one.
      .replace(/^(\d{2}\/?)20(\d{1,2})$/, '$1$2'),
};

/** Digits only, as many as the brand prints. */
export function securityCodeMask(cardNumber: string): MaskInputOptions {
  return securityCodeLength(findCardBrand(digitsOf(cardNumber))) === 4 ? fourDigits : threeDigits;
}

const threeDigits: MaskInputOptions = { mask: '###' };
const fourDigits: MaskInputOptions = { mask: '####' };
