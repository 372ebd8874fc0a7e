import { useState } from 'react';
import { type Control, useForm, type UseFormSetValue, useWatch } from 'react-hook-form';
import {
  type AddressFields,
  type ContactChangeFields,
  emptyAddress,
  emptyPhone,
  isCompleteContactChange,
  type PhoneFields,
  validateAddressFields,
  validateNewAddress,
  validatePhoneFields,
} from '#common/profile/rules/contact-change.ts';
import type { Contacts } from '#common/profile/profile.wire.ts';
import { useTexts } from '#web/institution/settings.ts';

export type AddressPart = 'oldAddress' | 'newAddress';
export type PhonePart = 'firstPhone' | 'secondPhone';

interface Entry {
  readonly accountNumbers: string[];
  readonly changesAddress: boolean;
  readonly changesPhone: boolean;
  readonly oldAddress: AddressFields;
  readonly newAddress: AddressFields;
  readonly firstPhone: PhoneFields;
  readonly secondPhone: PhoneFields;
}

const nothing: Entry = {
  accountNumbers: [],
  changesAddress: false,
  changesPhone: false,
  oldAddress: emptyAddress,
  newAddress: emptyAddress,
  firstPhone: emptyPhone,
  secondPhone: emptyPhone,
};

/** Starts with the address and the phone numbers on file, if they are known. */
function startOf(known: Contacts | null): Entry {
  if (!known) return nothing;
  const { address1, city, state, zipCode } = known.address;
  const [first = '', second = ''] = known.phones.map(({ number }) => maskedPhone(number));
  return {
    ...nothing,
    oldAddress: { addressLine1: address1, addressLine2: '', city, state, zip: zipCode },
    firstPhone: { oldPhoneNumber: first, newPhoneNumber: '' },
    secondPhone: { oldPhoneNumber: second, newPhoneNumber: '' },
  };
}

/** `(999) 999-9999`, as the phone fields are masked. */
function maskedPhone(digits: string): string {
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** A part that is turned off keeps its entries but is neither validated nor sent. */
export interface ContactChangeForm {
  readonly control: Control<Entry>;
  readonly entry: Entry;
  readonly fields: ContactChangeFields;
  /** Whether leaving would lose entries. */
  readonly dirty: boolean;
  readonly valid: boolean;
  readonly change: UseFormSetValue<Entry>;
  readonly toggleAccount: (number: string, on: boolean) => void;
  /** Returns the error of a field once it was touched. */
  readonly addressError: (part: AddressPart, name: keyof AddressFields) => string | undefined;
  readonly phoneError: (part: PhonePart, name: keyof PhoneFields) => string | undefined;
  readonly reset: () => void;
}

export function useContactChange(known: Contacts | null): ContactChangeForm {
  const [start] = useState(() => startOf(known));
  const { control, formState, reset, setValue } = useForm<Entry>({ defaultValues: start });
  const { isDirty, touchedFields: touched } = formState;
  const entry = useWatch({ control }) as Entry;
  const text = useTexts();
  const fields = fieldsOf(entry, start);
  return {
    control,
    entry,
    fields,
    dirty: isDirty,
    valid: isCompleteContactChange(fields),
    change: (name, value) => setValue(name, value, { shouldDirty: true }),
    toggleAccount(number, on) {
      const others = entry.accountNumbers.filter((known) => known !== number);
      setValue('accountNumbers', on ? [...others, number] : others, { shouldDirty: true });
    },
    addressError(part, name) {
      const errors =
        part === 'newAddress'
          ? validateNewAddress(entry.newAddress, entry.oldAddress)
          : validateAddressFields(entry.oldAddress);
      const key = errors[name];
      return key && touched[part]?.[name] ? (text(key) ?? '') : undefined;
    },
    phoneError(part, name) {
      const key = validatePhoneFields(typedPhone(entry[part], start[part]))[name];
      // What is wrong with both numbers shows as soon as one of them was touched.
      const isOfBoth = key === 'requestChangeError.bothPhones' || key === 'requestChangeError.samePhone';
      const shown = isOfBoth ? touched[part] : touched[part]?.[name];
      return key && shown ? (text(key) ?? '') : undefined;
    },
    reset: () => reset(),
  };
}

/** A number on file without a new one beside it isn't a change. */
function typedPhone(phone: PhoneFields, start: PhoneFields): PhoneFields {
  return phone.newPhoneNumber === '' && phone.oldPhoneNumber === start.oldPhoneNumber ? emptyPhone : phone;
}

function fieldsOf(entry: Entry, start: Entry): ContactChangeFields {
  const first = typedPhone(entry.firstPhone, start.firstPhone);
  const second = typedPhone(entry.secondPhone, start.secondPhone);
  return {
    accountNumbers: entry.accountNumbers,
    addresses: entry.changesAddress ? { old: entry.oldAddress, new: entry.newAddress } : null,
    phones: entry.changesPhone ? { first, second } : null,
  };
}
