import { isPayable } from '#common/accounts/rules/account.ts';
import { accountNumberKey } from '#common/registration/rules/entry-formats.ts';
import { isSameFirstName, isSameName } from '#common/registration/rules/person-names.ts';
import type { IdentityFacts } from '#server/host/host.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { CustomersTable } from './books-tables.ts';
import {
  birthDatePurpose,
  birthPlacePurpose,
  driversLicensePurpose,
  mothersMaidenPurpose,
  normalizeWord,
  ssnIdentity,
  ssnPurpose,
} from './customer-details.ts';
import type { AccountIdentity } from './identity.queries.ts';

export function matchesIdentity(
  facts: IdentityFacts,
  customer: CustomersTable,
  accounts: readonly AccountIdentity[],
  cipher: FieldCipher,
): boolean {
  const hashed = (fact: string | undefined, known: Uint8Array | null, purpose: string) =>
    fact === undefined || (known !== null && Buffer.from(known).equals(cipher.blindIndex(fact, purpose)));
  const hashedWord = (fact: string | undefined, known: Uint8Array | null, purpose: string) =>
    hashed(fact === undefined ? undefined : normalizeWord(fact), known, purpose);

  return [
    isWholeSsn(facts.ssn)
      ? hashed(facts.ssn, customer.ssn_index, ssnPurpose)
      : endsInDigits(facts.ssn, customer, cipher),
    hashed(facts.birthDate, customer.birth_date_index, birthDatePurpose),
    hashedWord(facts.birthPlace, customer.birth_place_index, birthPlacePurpose),
    hashedWord(facts.driversLicense, customer.drivers_license_index, driversLicensePurpose),
    hashedWord(facts.mothersMaiden, customer.mothers_maiden_index, mothersMaidenPurpose),
    sameWord(facts.emailAddress, customer.email_address, (text) => text.toLowerCase()),
    facts.lastName === undefined || isSameName(facts.lastName, customer.company_name || customer.last_name),
    // A company has no first name.
    customer.company_name !== '' ||
      facts.firstName === undefined ||
      isSameFirstName(facts.firstName, customer.first_name),
    sameWord(facts.zip, customer.zip.slice(0, 5)),
    sameWord(facts.branch, customer.branch, withoutLeadingZeros),
    facts.phone === undefined || [customer.phone, customer.second_phone].includes(facts.phone),
    facts.accountNumber === undefined || accounts.some((account) => isMeant(facts, account)),
  ].every(Boolean);
}

export function isWholeSsn(ssn: string | undefined): ssn is string {
  return ssn?.length === 9;
}

function endsInDigits(digits: string | undefined, customer: CustomersTable, cipher: FieldCipher): boolean {
  if (digits === undefined) return true;
  const ssn = customer.ssn_sealed && cipher.decrypt(customer.ssn_sealed, ssnIdentity(customer.customer_id));
  return ssn !== null && digits !== '' && ssn.endsWith(digits);
}

function sameWord(fact: string | undefined, known: string, normalize: (text: string) => string = (text) => text) {
  return fact === undefined || (known !== '' && normalize(fact) === normalize(known));
}

function withoutLeadingZeros(branch: string): string {
  return branch.replace(/^0+/, '');
}

/** A third part that is a check digit. */
const CHECK_DIGIT = /^([^-]+-[^-]+)-\d$/;

/** An institution that drops check digits asks only for the first two parts of the number. */
function isMeant({ accountNumber, accountType }: IdentityFacts, account: AccountIdentity): boolean {
  const isLoan = isPayable({ typeCode: account.type_code });
  if (accountType !== undefined && (accountType === 'Loan') !== isLoan) return false;
  const withoutCheckDigit = CHECK_DIGIT.exec(account.account_number)?.[1] ?? account.account_number;
  const meant = accountNumberKey(accountNumber ?? '');
  return [account.account_number, withoutCheckDigit].some((number) => accountNumberKey(number) === meant);
}
