import { collectErrors, type FieldErrors } from './field-errors.ts';
import { isUsState } from './us-states.ts';

export interface MailingAddress {
  readonly address1: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
}

export type AddressErrorKey =
  | 'addressError.addressRequired'
  | 'addressError.addressTooLong'
  | 'addressError.cityRequired'
  | 'addressError.cityTooLong'
  | 'addressError.stateRequired'
  | 'addressError.zipRequired'
  | 'addressError.zipInvalid';

/** M 9, C-133. */
export const MAX_ADDRESS_CHARACTERS = 45;
export const MAX_CITY_CHARACTERS = 20;

/** Checks each part of an address (M 5). Only the server can check that city and ZIP code match. */
export function validateAddress(address: MailingAddress): FieldErrors<MailingAddress, AddressErrorKey> {
  return collectErrors<MailingAddress, AddressErrorKey>({
    address1: lineError(address.address1, MAX_ADDRESS_CHARACTERS, {
      required: 'addressError.addressRequired',
      tooLong: 'addressError.addressTooLong',
    }),
    city: lineError(address.city, MAX_CITY_CHARACTERS, {
      required: 'addressError.cityRequired',
      tooLong: 'addressError.cityTooLong',
    }),
    state: isUsState(address.state) ? undefined : 'addressError.stateRequired',
    zipCode: zipError(address.zipCode),
  });
}

const strangeSigns = /[^\p{L}\p{M}\p{N} .,'’#/&-]/gu;

/** Returns whether an address has characters its fields would drop while typing. */
export function hasStrangeSigns({ address1, city }: Pick<MailingAddress, 'address1' | 'city'>): boolean {
  return `${address1}${city}`.search(strangeSigns) >= 0;
}

/** Drops characters that no address contains, and leading spaces (M 5). */
export function sanitizeAddressText(text: string): string {
  return text.replaceAll(strangeSigns, '').replaceAll(/ {2,}/g, ' ').trimStart();
}

export function sanitizeZipCode(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, 5);
}

export function isSameAddress(one: MailingAddress, other: MailingAddress): boolean {
  return (
    one.address1 === other.address1 &&
    one.city === other.city &&
    one.state === other.state &&
    one.zipCode === other.zipCode
  );
}

export function trimAddress(address: MailingAddress): MailingAddress {
  return {
    address1: address.address1.trim(),
    city: address.city.trim(),
    state: address.state,
    zipCode: address.zipCode,
  };
}

/** Returns the same key for spellings such as `St. Paul` and `SAINT PAUL`. */
export function cityKey(city: string): string {
  return city
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()
    .split(' ')
    .map((word) => shortForms[word] ?? word)
    .join('');
}

const shortForms: Readonly<Record<string, string>> = {
  saint: 'st',
  sainte: 'ste',
  fort: 'ft',
  mount: 'mt',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
};

function lineError(
  text: string,
  max: number,
  keys: { readonly required: AddressErrorKey; readonly tooLong: AddressErrorKey },
): AddressErrorKey | undefined {
  if (text.trim() === '') return keys.required;
  return text.trim().length > max ? keys.tooLong : undefined;
}

function zipError(zipCode: string): AddressErrorKey | undefined {
  if (zipCode === '') return 'addressError.zipRequired';
  return /^\d{5}$/.test(zipCode) ? undefined : 'addressError.zipInvalid';
}
