import { type AddressFields, type ContactChangeFields, emptyPhone, type PhoneFields } from './rules/contact-change.ts';
import type { ContactChangeEntry } from './request-change.api.ts';

type AddressItem = NonNullable<ContactChangeEntry['NewAddress']>;
type PhoneItem = NonNullable<ContactChangeEntry['PhoneNumber1']>;

/** A phone without an old number isn't sent (M 5). */
export function contactChangeToWire(
  { accountNumbers, addresses, phones }: ContactChangeFields,
  person: { readonly userName: string; readonly firstName: string },
): ContactChangeEntry {
  return {
    AccountNumbers: [...accountNumbers],
    NewAddress: addresses && addressToWire(addresses.new),
    OldAddress: addresses && addressToWire(addresses.old),
    PhoneNumber1: phones && phoneToWire(phones.first),
    PhoneNumber2: phones && phoneToWire(phones.second),
    UserName: person.userName,
    FirstName: person.firstName,
  };
}

/** If only one address or phone arrives, the other is empty, so the change is refused. Both are null if neither arrives. */
export function contactChangeFromWire(entry: ContactChangeEntry): ContactChangeFields {
  const { NewAddress, OldAddress, PhoneNumber1, PhoneNumber2 } = entry;
  return {
    accountNumbers: [...new Set(entry.AccountNumbers)],
    addresses: NewAddress || OldAddress ? { old: addressFromWire(OldAddress), new: addressFromWire(NewAddress) } : null,
    phones:
      PhoneNumber1 || PhoneNumber2 ? { first: phoneFromWire(PhoneNumber1), second: phoneFromWire(PhoneNumber2) } : null,
  };
}

function addressToWire({ addressLine1, addressLine2, city, state, zip }: AddressFields): AddressItem {
  return {
    Address1: addressLine1.trim(),
    Address2: addressLine2.trim(),
    City: city.trim(),
    State: state,
    ZipCode: zip,
  };
}

function addressFromWire(item: AddressItem | null | undefined): AddressFields {
  return {
    addressLine1: item?.Address1 ?? '',
    addressLine2: item?.Address2 ?? '',
    city: item?.City ?? '',
    state: item?.State ?? '',
    zip: item?.ZipCode ?? '',
  };
}

function phoneToWire({ oldPhoneNumber, newPhoneNumber }: PhoneFields): PhoneItem | null {
  return oldPhoneNumber === '' ? null : { OldPhoneNumber: oldPhoneNumber, NewPhoneNumber: newPhoneNumber };
}

function phoneFromWire(item: PhoneItem | null | undefined): PhoneFields {
  return item ? { oldPhoneNumber: item.OldPhoneNumber, newPhoneNumber: item.NewPhoneNumber } : emptyPhone;
}
