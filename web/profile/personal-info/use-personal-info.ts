import { useState } from 'react';
import type { Contacts } from '#common/profile/profile.wire.ts';
import type { MailingAddress } from '#common/core/mailing-address.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import { isWholePhone, type PersonalInfoFields, validatePersonalInfo } from '#common/profile/rules/personal-info.ts';
import { formatPhone, phoneDigits, type PhoneOnFile } from '#common/profile/rules/phones.ts';
import { useOption, useTexts } from '#web/institution/settings.ts';
import type { Conflict } from '../edits.ts';
import { useEdits } from '../use-edits.ts';
import { useHasPassword } from '#web/identity/use-has-password.ts';

type FieldName = keyof PersonalInfoFields;

export interface PersonalInfoForm {
  readonly fields: PersonalInfoFields;
  readonly primary: 1 | 2;
  readonly oldPassword: string;
  readonly dirty: boolean;
  readonly valid: boolean;
  /** A changed number requires the current password. */
  readonly needsPassword: boolean;
  readonly mayBePrimary2: boolean;
  readonly error: (name: FieldName) => string | undefined;
  readonly change: (part: Partial<PersonalInfoFields>) => void;
  readonly leave: (name: FieldName) => void;
  readonly leaveAll: () => void;
  readonly setPrimary: (phone: 1 | 2, on: boolean) => void;
  readonly setOldPassword: (password: string) => void;
  /** Fields changed elsewhere while edited here. */
  readonly conflicts: readonly Conflict<EditedName>[];
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
  const edited = useEdits(onFile(saved));
  const { primary: chosenPrimary, ...fields } = edited.values;
  const primary = chosenPrimary === '2' ? 2 : 1;
  const [oldPassword, setOldPassword] = useState('');
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const before = onFile(saved);
  const addressTouched = addressNames.some(edited.isTouched);
  const errors = validatePersonalInfo(fields, { hidesPhones, checksAddress: addressTouched });
  const mayBePrimary2 = isWholePhone(fields.phone2);
  const hasPassword = useHasPassword();
  const needsPassword = hasPassword && !hidesPhones && numbersOf(fields) !== numbersOf(before);
  // A deleted second phone can't be the primary one.
  const effectivePrimary = mayBePrimary2 ? primary : 1;

  const phonesTouched = phoneNames.some(edited.isTouched) || effectivePrimary !== primaryOf(saved);

  function forget() {
    setOldPassword('');
    setLeft(new Set());
  }

  return {
    fields,
    primary: effectivePrimary,
    oldPassword,
    conflicts: edited.conflicts,
    dirty: addressTouched || phonesTouched,
    valid: !hasErrors(errors) && (!needsPassword || oldPassword !== ''),
    needsPassword,
    mayBePrimary2,
    error(name) {
      const key = errors[name];
      return key && left.has(name) ? (text(key) ?? '') : undefined;
    },
    change: edited.change,
    leave: (name) => setLeft((now) => new Set(now).add(name)),
    leaveAll: () => setLeft(new Set([...addressNames, ...phoneNames])),
    // One is always primary: turning one off turns the other on.
    setPrimary: (phone, on) => edited.change({ primary: on === (phone === 1) ? '1' : '2' }),
    setOldPassword,
    revert() {
      edited.revert();
      forget();
    },
    settle(to) {
      edited.settle(onFile(to));
      forget();
    },
    address: addressTouched ? addressOf(fields) : null,
    phones: phonesTouched && !hidesPhones ? phonesOf(fields, effectivePrimary, saved) : null,
  };
}

const addressNames = ['address1', 'city', 'state', 'zipCode'] as const satisfies readonly FieldName[];
const phoneNames = ['phone1', 'phone2'] as const satisfies readonly FieldName[];

type EditedName = FieldName | 'primary';

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
