import { type Control, useForm, useWatch } from 'react-hook-form';
import type { Contacts } from '#common/profile/profile.wire.ts';
import type { MailingAddress } from '#common/core/mailing-address.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import { isWholePhone, type PersonalInfoFields, validatePersonalInfo } from '#common/profile/rules/personal-info.ts';
import { formatPhone, phoneDigits, type PhoneOnFile } from '#common/profile/rules/phones.ts';
import { useHasPassword } from '#web/identity/use-has-password.ts';
import { useOption, useTexts } from '#web/institution/settings.ts';
import { type Conflict, useSavedValues } from '../use-saved-values.ts';

type FieldName = keyof PersonalInfoFields;

type EditedName = FieldName | 'primary';

type Entries = Record<EditedName | 'oldPassword', string>;

export interface PersonalInfoForm {
  readonly control: Control<Entries>;
  readonly fields: PersonalInfoFields;
  readonly primary: 1 | 2;
  readonly oldPassword: string;
  readonly dirty: boolean;
  readonly valid: boolean;
  /** A changed number requires the current password. */
  readonly needsPassword: boolean;
  readonly mayBePrimary2: boolean;
  /** Returns a field's error once the field was touched. */
  readonly error: (name: FieldName) => string | undefined;
  readonly setPrimary: (phone: 1 | 2, on: boolean) => void;
  /** Fields changed elsewhere while edited here. */
  readonly conflicts: readonly Conflict<EditedName>[];
  readonly showErrors: () => void;
  readonly revert: () => void;
  readonly settle: (saved: Contacts) => void;
  /** Null if untouched. */
  readonly address: MailingAddress | null;
  /** Null if untouched. */
  readonly phones: readonly PhoneOnFile[] | null;
}

export function usePersonalInfo(saved: Contacts): PersonalInfoForm {
  const hidesPhones = useOption('profileOptions.hidePhoneSection');
  const text = useTexts();
  const before = onFile(saved);
  const { control, formState, reset, setValue } = useForm<Entries>({
    defaultValues: { ...before, oldPassword: '' },
  });
  const { oldPassword, primary: chosenPrimary, ...fields } = useWatch({ control }) as Entries;
  const { conflicts, isEdited } = useSavedValues(before, { ...fields, primary: chosenPrimary }, setValue);
  const { touchedFields } = formState;
  const addressTouched = addressNames.some(isEdited);
  const errors = validatePersonalInfo(fields, { hidesPhones, checksAddress: addressTouched });
  const mayBePrimary2 = isWholePhone(fields.phone2);
  const hasPassword = useHasPassword();
  const needsPassword = hasPassword && !hidesPhones && numbersOf(fields) !== numbersOf(before);
  // A deleted second phone can't be the primary one.
  const primary = mayBePrimary2 && chosenPrimary === '2' ? 2 : 1;
  const phonesTouched = phoneNames.some(isEdited) || primary !== primaryOf(saved);
  return {
    control,
    fields,
    primary,
    oldPassword,
    conflicts,
    dirty: addressTouched || phonesTouched,
    valid: !hasErrors(errors) && (!needsPassword || oldPassword !== ''),
    needsPassword,
    mayBePrimary2,
    error(name) {
      const key = errors[name];
      return key && touchedFields[name] ? (text(key) ?? '') : undefined;
    },
    // One is always primary: turning one off turns the other on.
    setPrimary: (phone, on) => setValue('primary', on === (phone === 1) ? '1' : '2'),
    showErrors() {
      for (const name of [...addressNames, ...phoneNames]) setValue(name, fields[name], { shouldTouch: true });
    },
    revert: () => reset({ ...before, oldPassword: '' }),
    settle: (kept) => reset({ ...onFile(kept), oldPassword: '' }),
    address: addressTouched ? addressOf(fields) : null,
    phones: phonesTouched && !hidesPhones ? phonesOf(fields, primary, saved) : null,
  };
}

const addressNames = ['address1', 'city', 'state', 'zipCode'] as const satisfies readonly FieldName[];
const phoneNames = ['phone1', 'phone2'] as const satisfies readonly FieldName[];

function onFile(contacts: Contacts): Record<EditedName, string> {
  const {
    address: { address1, city, state, zipCode },
    phones: [first, second],
  } = contacts;
  return {
    address1,
    city,
    state,
    zipCode,
    phone1: formatPhone(first?.number ?? ''),
    phone2: formatPhone(second?.number ?? ''),
    primary: String(primaryOf(contacts)),
  };
}

function primaryOf({ phones: [, second] }: Contacts): 1 | 2 {
  return second?.primary === true ? 2 : 1;
}

function addressOf({ address1, city, state, zipCode }: PersonalInfoFields): MailingAddress {
  return { address1, city, state, zipCode };
}

function numbersOf({ phone1, phone2 }: PersonalInfoFields): string {
  return [phone1, phone2].map(phoneDigits).join();
}

/** A number keeps its consent to texts in either position; a new number has none. */
function phonesOf(fields: PersonalInfoFields, primary: 1 | 2, { phones }: Contacts): PhoneOnFile[] {
  return [fields.phone1, fields.phone2].map(phoneDigits).flatMap((number, index) => {
    if (number === '') return [];
    const textsAgreed = phones.find((known) => known.number === number)?.textsAgreed === true;
    return [{ number, primary: primary === index + 1, textsAgreed }];
  });
}
