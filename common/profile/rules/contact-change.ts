import { MAX_ADDRESS_CHARACTERS, MAX_CITY_CHARACTERS } from '#common/core/mailing-address.ts';
import { isUsState } from '#common/core/us-states.ts';
import { collectErrors, type FieldErrors, hasErrors } from '#common/core/field-errors.ts';

/** M 3. */
export interface AddressFields {
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** Typed as `(999) 999-9999`. */
export interface PhoneFields {
  readonly oldPhoneNumber: string;
  readonly newPhoneNumber: string;
}

/** The form; a part that is turned off is null and isn't validated. */
export interface ContactChangeFields {
  readonly accountNumbers: readonly string[];
  readonly addresses: { readonly old: AddressFields; readonly new: AddressFields } | null;
  readonly phones: { readonly first: PhoneFields; readonly second: PhoneFields } | null;
}

export type AddressFieldError =
  | 'requestChangeError.required'
  | 'requestChangeError.addressTooLong'
  | 'requestChangeError.cityTooLong'
  | 'requestChangeError.zipTooShort'
  | 'requestChangeError.zipTooLong'
  | 'requestChangeError.sameAddress';

export type PhoneFieldError =
  | 'requestChangeError.phoneInvalid'
  | 'requestChangeError.bothPhones'
  | 'requestChangeError.samePhone';

/** M 9. */
const MASKED_PHONE_LENGTH = 14;

export const emptyAddress: AddressFields = { addressLine1: '', addressLine2: '', city: '', state: '', zip: '' };
export const emptyPhone: PhoneFields = { oldPhoneNumber: '', newPhoneNumber: '' };

export function validateAddressFields(fields: AddressFields): FieldErrors<AddressFields, AddressFieldError> {
  return collectErrors<AddressFields, AddressFieldError>({
    addressLine1:
      required(fields.addressLine1) ??
      tooLong(fields.addressLine1, MAX_ADDRESS_CHARACTERS, 'requestChangeError.addressTooLong'),
    addressLine2: tooLong(fields.addressLine2, MAX_ADDRESS_CHARACTERS, 'requestChangeError.addressTooLong'),
    city: required(fields.city) ?? tooLong(fields.city, MAX_CITY_CHARACTERS, 'requestChangeError.cityTooLong'),
    state: isUsState(fields.state) ? undefined : 'requestChangeError.required',
    zip: required(fields.zip) ?? zipError(fields.zip),
  });
}

/** A new address must also differ from the old one. */
export function validateNewAddress(
  fields: AddressFields,
  old: AddressFields,
): FieldErrors<AddressFields, AddressFieldError> {
  const errors = validateAddressFields(fields);
  if (hasErrors(errors) || comparableAddress(fields) !== comparableAddress(old)) return errors;
  return { addressLine1: 'requestChangeError.sameAddress' };
}

/** Both numbers or none (M 5), and two different ones. */
export function validatePhoneFields(fields: PhoneFields): FieldErrors<PhoneFields, PhoneFieldError> {
  if (isEmptyPhone(fields)) return {};
  const { oldPhoneNumber, newPhoneNumber } = fields;
  return collectErrors<PhoneFields, PhoneFieldError>({
    oldPhoneNumber: phoneError(oldPhoneNumber),
    newPhoneNumber:
      phoneError(newPhoneNumber) ?? (newPhoneNumber === oldPhoneNumber ? 'requestChangeError.samePhone' : undefined),
  });
}

export function isEmptyPhone({ oldPhoneNumber, newPhoneNumber }: PhoneFields): boolean {
  return oldPhoneNumber === '' && newPhoneNumber === '';
}

/** Needs at least one account, at least one address or phone, and no errors. */
export function isCompleteContactChange({ accountNumbers, addresses, phones }: ContactChangeFields): boolean {
  if (accountNumbers.length === 0 || (!addresses && !phones)) return false;
  const addressesAreRight =
    !addresses ||
    (!hasErrors(validateAddressFields(addresses.old)) && !hasErrors(validateNewAddress(addresses.new, addresses.old)));
  const phonesAreRight =
    !phones ||
    ([phones.first, phones.second].every((fields) => !hasErrors(validatePhoneFields(fields))) &&
      !(isEmptyPhone(phones.first) && isEmptyPhone(phones.second)));
  return addressesAreRight && phonesAreRight;
}

/** Ignores case and repeated spaces. */
function comparableAddress({ addressLine1, addressLine2, city, state, zip }: AddressFields): string {
  return [addressLine1, addressLine2, city, state, zip]
    .map((part) => part.trim().replaceAll(/\s+/g, ' ').toLowerCase())
    .join('\n');
}

function required(text: string): AddressFieldError | undefined {
  return text.trim() === '' ? 'requestChangeError.required' : undefined;
}

function tooLong(text: string, max: number, error: AddressFieldError): AddressFieldError | undefined {
  return text.trim().length > max ? error : undefined;
}

/** Pasted or preset values may be too long (C-020). */
function zipError(zip: string): AddressFieldError | undefined {
  const digits = zip.replaceAll(/\D/g, '').length;
  if (digits > 5) return 'requestChangeError.zipTooLong';
  return digits === 5 && zip.length === 5 ? undefined : 'requestChangeError.zipTooShort';
}

function phoneError(phone: string): PhoneFieldError | undefined {
  if (phone === '') return 'requestChangeError.bothPhones';
  return phone.length === MASKED_PHONE_LENGTH && /^\(\d{3}\) \d{3}-\d{4}$/.test(phone)
    ? undefined
    : 'requestChangeError.phoneInvalid';
}
