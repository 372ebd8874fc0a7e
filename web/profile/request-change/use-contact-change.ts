import { type Control, useForm, type UseFormSetValue, useWatch } from 'react-hook-form';
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

export function useContactChange(): ContactChangeForm {
  const { control, formState, reset, setValue } = useForm<Entry>({ defaultValues: nothing });
  const { isDirty, touchedFields: touched } = formState;
  const entry = useWatch({ control }) as Entry;
  const text = useTexts();
  const fields = fieldsOf(entry);
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
      const key = validateAddressFields(entry[part])[name];
      return key && touched[part]?.[name] ? (text(key) ?? '') : undefined;
    },
    phoneError(part, name) {
      const key = validatePhoneFields(entry[part])[name];
      // A missing number shows as soon as the other one was touched.
      const shown = key === 'requestChangeError.bothPhones' ? touched[part] : touched[part]?.[name];
      return key && shown ? (text(key) ?? '') : undefined;
    },
    reset: () => reset(),
  };
}

function fieldsOf(entry: Entry): ContactChangeFields {
  return {
    accountNumbers: entry.accountNumbers,
    addresses: entry.changesAddress ? { old: entry.oldAddress, new: entry.newAddress } : null,
    phones: entry.changesPhone ? { first: entry.firstPhone, second: entry.secondPhone } : null,
  };
}
