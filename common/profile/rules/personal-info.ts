import { type AddressErrorKey, type MailingAddress, validateAddress } from '#common/core/mailing-address.ts';
import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';
import { isPhoneNumber, phoneDigits } from './telephones.ts';

/** Personal Information as it is filled in. */
export interface PersonalInfoFields extends MailingAddress {
  readonly phone1: string;
  readonly phone2: string;
}

export type PersonalInfoErrorKey =
  | AddressErrorKey
  | 'personalEntry.phoneRequired'
  | 'personalEntry.phoneInvalid'
  | 'personalEntry.phoneSame';

export interface PersonalInfoRules {
  /** The institution hides the telephones: nothing is asked of them. */
  readonly hidesPhones: boolean;
  /** False while no part of the address was touched: it is then left as it is. */
  readonly checksAddress: boolean;
}

/** Checks Personal Information (M 5); whether city and zip code belong together only the server knows. */
export function validatePersonalInfo(
  fields: PersonalInfoFields,
  { hidesPhones, checksAddress }: PersonalInfoRules,
): FieldErrors<PersonalInfoFields, PersonalInfoErrorKey> {
  return {
    ...(checksAddress ? validateAddress(fields) : {}),
    ...(hidesPhones
      ? {}
      : collectErrors<PersonalInfoFields, PersonalInfoErrorKey>({
          phone1: phoneError(fields.phone1, 'personalEntry.phoneRequired'),
          phone2: phoneError(fields.phone2, undefined) ?? sameError(fields),
        })),
  };
}

/** Whether a second telephone may be the primary one: only a whole number may. */
export function isWholePhone(typed: string): boolean {
  return isPhoneNumber(phoneDigits(typed));
}

/** Letters and people reach no box: an address of the profile is a place (M 8). */
export function isPoBox(address1: string): boolean {
  return /\b(p\W{0,2}o\W{0,2}|post(al)?\s+office\s+)box\b/i.test(address1);
}

function sameError({ phone1, phone2 }: PersonalInfoFields): PersonalInfoErrorKey | undefined {
  const isSame = phone2.trim() !== '' && phoneDigits(phone1) === phoneDigits(phone2);
  return isSame ? 'personalEntry.phoneSame' : undefined;
}

function phoneError(typed: string, whenEmpty: PersonalInfoErrorKey | undefined): PersonalInfoErrorKey | undefined {
  if (typed.trim() === '') return whenEmpty;
  return isWholePhone(typed) ? undefined : 'personalEntry.phoneInvalid';
}
