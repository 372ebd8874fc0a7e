import type { MailingAddress } from '#common/core/mailing-address.ts';
import {
  type ChannelNotifications,
  type NotificationFlag,
  notificationFlags,
  type NotificationPreferences,
} from './rules/notifications.ts';
import { formatPhone, phoneDigits, type PhoneOnFile } from './rules/phones.ts';
import { addressFromWire, addressToWire } from '#common/accounts/account-details.wire.ts';
import type {
  ChannelItem,
  PersonalInfoEntry,
  PersonalInfoItem,
  PhoneNumberItem,
  UserAlertsItem,
} from './profile.api.ts';

const wireFlags = {
  userRestricted: 'UserRestricted',
  restrictedPasswordViolation: 'RestrictedPasswordViolation',
  userLogsOn: 'UserLogsOn',
  moneyTransOnWeb: 'MoneyTransOnWeb',
  loginNameChange: 'LogonNameChange',
  passwordGenerated: 'PasswordGenerated',
  passwordChanged: 'PasswordChanged',
  emailAddressChanged: 'EmailAddressChanged',
  optOutMarketingAlerts: 'OptOutMarketingAlerts',
  optOutTransactionalAlerts: 'OptOutTransactionalAlerts',
} as const satisfies Readonly<Record<NotificationFlag, keyof ChannelItem>>;

/** With the sequence number of the save they come from. */
export interface NumberedPreferences {
  readonly sequenceNumber: number;
  readonly preferences: NotificationPreferences;
}

export function preferencesToWire(
  { sequenceNumber, preferences }: NumberedPreferences,
  alertsAreDirty = false,
): UserAlertsItem {
  return {
    SequenceNumber: sequenceNumber,
    TurnOffAllAlerts: preferences.turnOffAll,
    AlertsAreDirty: alertsAreDirty,
    EmailAlerts: channelToWire(preferences.email),
    TextAlerts: channelToWire(preferences.text),
  };
}

export function preferencesFromWire(item: UserAlertsItem): NumberedPreferences {
  return {
    sequenceNumber: item.SequenceNumber,
    preferences: {
      turnOffAll: item.TurnOffAllAlerts,
      email: channelFromWire(item.EmailAlerts),
      text: channelFromWire(item.TextAlerts),
    },
  };
}

function channelToWire(channel: ChannelNotifications): ChannelItem {
  return Object.fromEntries(notificationFlags.map((flag) => [wireFlags[flag], channel[flag]])) as ChannelItem;
}

function channelFromWire(item: ChannelItem): ChannelNotifications {
  return Object.fromEntries(notificationFlags.map((flag) => [flag, item[wireFlags[flag]]])) as ChannelNotifications;
}

export interface Contacts {
  readonly address: MailingAddress;
  readonly phones: readonly PhoneOnFile[];
}

export function contactsToWire({ address, phones }: Contacts): PersonalInfoItem {
  return { Address: addressToWire(address), PhoneNumbers: phonesToWire(phones) };
}

export function contactsFromWire({ Address, PhoneNumbers }: PersonalInfoItem): Contacts {
  return { address: addressFromWire(Address), phones: phonesFromWire(PhoneNumbers) };
}

/** The changes a customer wants. A value that is undefined stays as it is. */
export interface WantedContacts {
  readonly address: MailingAddress | undefined;
  readonly phones: readonly PhoneOnFile[] | undefined;
  /** The values that were shown to them. */
  readonly before: {
    readonly address: MailingAddress | undefined;
    readonly phones: readonly PhoneOnFile[] | undefined;
  };
  readonly password: string;
}

export function wantedContactsFromWire({
  Address,
  PhoneNumbers,
  Before,
  OldPassword,
}: PersonalInfoEntry): WantedContacts {
  return {
    address: Address ? addressFromWire(Address) : undefined,
    phones: PhoneNumbers ? phonesFromWire(PhoneNumbers) : undefined,
    before: {
      address: Before?.Address && addressFromWire(Before.Address),
      phones: Before?.PhoneNumbers && phonesFromWire(Before.PhoneNumbers),
    },
    password: OldPassword,
  };
}

export function phonesToWire(phones: readonly PhoneOnFile[]): PhoneNumberItem[] {
  return phones.map(({ number, primary, textsAgreed }) => ({
    PhoneNumber: formatPhone(number),
    Primary: primary,
    OptInToTexting: textsAgreed,
  }));
}

/** Entries without a number are dropped. */
function phonesFromWire(items: readonly PhoneNumberItem[]): PhoneOnFile[] {
  return items
    .map(({ PhoneNumber, Primary, OptInToTexting }) => ({
      number: phoneDigits(PhoneNumber),
      primary: Primary,
      textsAgreed: OptInToTexting,
    }))
    .filter(({ number }) => number !== '');
}
