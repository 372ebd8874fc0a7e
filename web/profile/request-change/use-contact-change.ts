import { useState } from 'react';
import {
  type AddressFields,
  type ContactChangeFields,
  emptyAddress,
  emptyPhone,
  isCompleteContactChange,
  type PhoneFields,
  validateAddressFields,
  validatePhoneFields,
} from '#common/profile/rules/contact-change.ts';
import { useTexts } from '#web/institution/settings.ts';

export type AddressPart = 'oldAddress' | 'newAddress';
export type PhonePart = 'firstPhone' | 'secondPhone';

interface Entry {
  readonly accountNumbers: readonly string[];
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

/** The form's state; a part that is turned off keeps its entries but is neither validated nor sent. */
export interface ContactChangeForm {
  readonly entry: Entry;
  readonly fields: ContactChangeFields;
  readonly touched: boolean;
  /** Whether leaving would lose entries. */
  readonly dirty: boolean;
  readonly valid: boolean;
  readonly change: (part: Partial<Entry>) => void;
  readonly toggleAccount: (number: string, on: boolean) => void;
  readonly leave: (field: string) => void;
  readonly addressError: (part: AddressPart, name: keyof AddressFields) => string | undefined;
  readonly phoneError: (part: PhonePart, name: keyof PhoneFields) => string | undefined;
  readonly reset: () => void;
}

export function useContactChange(): ContactChangeForm {
  const [entry, setEntry] = useState(nothing);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const text = useTexts();
  const fields = fieldsOf(entry);
  return {
    entry,
    fields,
    touched: entry !== nothing,
    dirty: JSON.stringify(entry) !== JSON.stringify(nothing),
    valid: isCompleteContactChange(fields),
    change: (part) => setEntry((now) => ({ ...now, ...part })),
    toggleAccount: (number, on) =>
      setEntry((now) => {
        const others = now.accountNumbers.filter((known) => known !== number);
        return { ...now, accountNumbers: on ? [...others, number] : others };
      }),
    leave: (field) => setLeft((now) => new Set(now).add(field)),
    addressError(part, name) {
      const key = validateAddressFields(entry[part])[name];
      return key && left.has(`${part}.${name}`) ? (text(key) ?? '') : undefined;
    },
    phoneError(part, name) {
      const key = validatePhoneFields(entry[part])[name];
      // A missing number shows as soon as the other one was left.
      const shown = left.has(`${part}.${name}`) || key === 'requestChangeError.bothPhones';
      return key && shown && wasLeft(left, part) ? (text(key) ?? '') : undefined;
    },
    reset() {
      setEntry(nothing);
      setLeft(new Set());
    },
  };
}

function wasLeft(left: ReadonlySet<string>, part: PhonePart): boolean {
  return left.has(`${part}.oldPhoneNumber`) || left.has(`${part}.newPhoneNumber`);
}

function fieldsOf(entry: Entry): ContactChangeFields {
  return {
    accountNumbers: entry.accountNumbers,
    addresses: entry.changesAddress ? { old: entry.oldAddress, new: entry.newAddress } : null,
    phones: entry.changesPhone ? { first: entry.firstPhone, second: entry.secondPhone } : null,
  };
}
