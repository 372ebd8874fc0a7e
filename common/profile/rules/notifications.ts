/** In display order (M 3). */
export const notificationKinds = [
  'userRestricted',
  'restrictedPasswordViolation',
  'userLogsOn',
  'moneyTransOnWeb',
  'loginNameChange',
  'passwordGenerated',
  'passwordChanged',
  'emailAddressChanged',
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

const optOutKinds = ['optOutMarketingAlerts', 'optOutTransactionalAlerts'] as const;

export const notificationFlags = [...notificationKinds, ...optOutKinds] as const;

export type NotificationFlag = (typeof notificationFlags)[number];

export type ChannelNotifications = Readonly<Record<NotificationFlag, boolean>>;

export type NotificationChannel = 'email' | 'text';

export interface NotificationPreferences {
  readonly turnOffAll: boolean;
  readonly email: ChannelNotifications;
  readonly text: ChannelNotifications;
}

export function isOptOut(flag: NotificationFlag): boolean {
  return (optOutKinds as readonly NotificationFlag[]).includes(flag);
}

/** Always sent by email: security warnings, requested links and payment receipts. */
const alwaysByEmail: ReadonlySet<NotificationFlag> = new Set<NotificationFlag>([
  'moneyTransOnWeb',
  'loginNameChange',
  'passwordGenerated',
  'passwordChanged',
  'emailAddressChanged',
]);

export function isAlwaysSent(channel: NotificationChannel, flag: NotificationFlag): boolean {
  return channel === 'email' && alwaysByEmail.has(flag);
}

const quiet = Object.fromEntries(notificationFlags.map((flag) => [flag, false])) as ChannelNotifications;

/** Defaults: warnings by email, no text messages. */
export const defaultNotifications: NotificationPreferences = {
  turnOffAll: false,
  email: withAlwaysSent({ ...quiet, userRestricted: true, restrictedPasswordViolation: true }),
  text: quiet,
};

/** Turns on the emails that can't be turned off. */
export function settledNotifications({ turnOffAll, email, text }: NotificationPreferences): NotificationPreferences {
  return { turnOffAll, email: withAlwaysSent(email), text };
}

function withAlwaysSent(email: ChannelNotifications): ChannelNotifications {
  return Object.fromEntries(
    notificationFlags.map((flag) => [flag, email[flag] || alwaysByEmail.has(flag)]),
  ) as ChannelNotifications;
}

/** Turns off all text messages. */
export function withoutTexts(preferences: NotificationPreferences): NotificationPreferences {
  const { optOutMarketingAlerts, optOutTransactionalAlerts } = preferences.text;
  return { ...preferences, text: { ...quiet, optOutMarketingAlerts, optOutTransactionalAlerts } };
}

/** Returns whether a text notification is newly turned on; opting out doesn't count. */
export function choosesTexts(wanted: NotificationPreferences, before: NotificationPreferences): boolean {
  return notificationKinds.some((kind) => wanted.text[kind] && !before.text[kind]);
}

export function isSameNotifications(one: NotificationPreferences, other: NotificationPreferences): boolean {
  return (
    one.turnOffAll === other.turnOffAll &&
    notificationFlags.every((flag) => one.email[flag] === other.email[flag] && one.text[flag] === other.text[flag])
  );
}

/**
 * `necessary` messages are always sent, such as codes, receipts and security warnings; account alerts are chosen per
 * account.
 */
export type MessageClass = 'necessary' | 'accountAlert' | NotificationKind;

const transactional: ReadonlySet<MessageClass> = new Set<MessageClass>(['accountAlert', 'moneyTransOnWeb']);

export interface OptOuts {
  /** Set by the link in a message (A 2.12): no optional email. */
  readonly ofOptionalEmail: boolean;
}

/** Account alerts have their own per-account settings. */
export function isWanted(
  messageClass: MessageClass,
  channel: NotificationChannel,
  preferences: NotificationPreferences,
  { ofOptionalEmail }: OptOuts,
): boolean {
  if (messageClass === 'necessary') return true;
  if (messageClass !== 'accountAlert' && isAlwaysSent(channel, messageClass)) return true;
  if (preferences.turnOffAll || (channel === 'email' && ofOptionalEmail)) return false;
  if (transactional.has(messageClass) && preferences[channel].optOutTransactionalAlerts) return false;
  return messageClass === 'accountAlert' || preferences[channel][messageClass];
}
