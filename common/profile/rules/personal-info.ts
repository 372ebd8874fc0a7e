import { type AddressErrorKey, type MailingAddress, validateAddress } from '#common/core/mailing-address.ts';
import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';
import { isPhoneNumber, phoneDigits } from './phones.ts';

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
  readonly hidesPhones: boolean;
  /** False if no part of the address was changed; it then stays as it is. */
  readonly checksAddress: boolean;
}

/** M 5. Only the server can check that city and ZIP code match. */
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

export function isWholePhone(typed: string): boolean {
  return isPhoneNumber(phoneDigits(typed));
}

/** A profile address must be a street address (M 8). */
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
