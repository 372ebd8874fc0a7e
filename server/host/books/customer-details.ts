import type { Day } from '#common/core/dates.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { CustomersTable } from './books-tables.ts';

export interface CustomerDetails {
  readonly customerId: string;
  readonly companyNumber: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  readonly emailAddress: string;
  /** Ten digits, or empty. */
  readonly phone: string;
  readonly phoneTexting?: boolean;
  readonly birthDate: Day | null;
  /** Nine digits. */
  readonly ssn: string | null;
  /** Facts checked at registration; stored only as keyed hashes. */
  readonly birthPlace?: string;
  readonly driversLicense?: string;
  readonly mothersMaiden?: string;
  readonly address1: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly branch: string;
  /** The institution denies this customer access. */
  readonly restricted?: boolean;
}

/** Hash purposes; must be the same when writing and comparing. */
export const birthDatePurpose = 'customer-birth-date';
export const ssnPurpose = 'customer-ssn';
export const ssnEndingPurpose = 'customer-ssn-ending';
export const birthPlacePurpose = 'customer-birth-place';
export const driversLicensePurpose = 'customer-drivers-license';
export const mothersMaidenPurpose = 'customer-mothers-maiden';

/** Returns the identity a sealed Social Security number is bound to. */
export function ssnIdentity(customerId: string): string {
  return `customer-ssn:${customerId}`;
}

/** Makes words equal that differ only in case, spaces or punctuation, such as `O'Brien` and `obrien`. */
export function normalizeWord(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Seals Social Security number and birth date to this customer. */
export function sealCustomer(customer: CustomerDetails, cipher: FieldCipher): CustomersTable {
  const { customerId, ssn, birthDate } = customer;
  const indexOf = (word: string | undefined, purpose: string) =>
    word === undefined ? null : cipher.blindIndex(normalizeWord(word), purpose);
  return {
    customer_id: customerId,
    company_number: customer.companyNumber,
    first_name: customer.firstName,
    last_name: customer.lastName,
    company_name: customer.companyName,
    email_address: customer.emailAddress,
    phone: customer.phone,
    second_phone: '',
    primary_phone: 1,
    phone_texting: customer.phoneTexting ?? false,
    second_phone_texting: false,
    birth_date_sealed: birthDate === null ? null : cipher.encrypt(birthDate, `customer-birth-date:${customerId}`),
    birth_date_index: birthDate === null ? null : cipher.blindIndex(birthDate, birthDatePurpose),
    ssn_sealed: ssn === null ? null : cipher.encrypt(ssn, ssnIdentity(customerId)),
    ssn_index: ssn === null ? null : cipher.blindIndex(ssn, ssnPurpose),
    ssn_ending_index: ssn === null ? null : cipher.blindIndex(ssn.slice(-4), ssnEndingPurpose),
    birth_place_index: indexOf(customer.birthPlace, birthPlacePurpose),
    drivers_license_index: indexOf(customer.driversLicense, driversLicensePurpose),
    mothers_maiden_index: indexOf(customer.mothersMaiden, mothersMaidenPurpose),
    address1: customer.address1,
    city: customer.city,
    state: customer.state,
    zip: customer.zip,
    branch: customer.branch,
    restricted: customer.restricted ?? false,
  };
}
