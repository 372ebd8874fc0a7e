/** What a person can be told of the login and of money, in the order of the list (M 3). */
export const notificationKinds = [
  'userRestricted',
  'restrictedPasswordViolation',
  'userLogsOn',
  'moneyTransOnWeb',
  'logonNameChange',
  'passwordGenerated',
  'passwordChanged',
  'emailAddressChanged',
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** What a person does not want to be sent at all. */
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

/**
 * By e-mail these go out whatever was chosen: they warn the owner of a login that
 * somebody else may have changed, carry the very link that was asked for, or are
 * the receipt of a payment.
 */
const alwaysByEmail: ReadonlySet<NotificationFlag> = new Set<NotificationFlag>([
  'moneyTransOnWeb',
  'logonNameChange',
  'passwordGenerated',
  'passwordChanged',
  'emailAddressChanged',
]);

export function isAlwaysSent(channel: NotificationChannel, flag: NotificationFlag): boolean {
  return channel === 'email' && alwaysByEmail.has(flag);
}

const quiet = Object.fromEntries(notificationFlags.map((flag) => [flag, false])) as ChannelNotifications;

/** What holds until a person has chosen: warnings by e-mail, and nothing by text message. */
export const defaultNotifications: NotificationPreferences = {
  turnOffAll: false,
  email: withAlwaysSent({ ...quiet, userRestricted: true, restrictedPasswordViolation: true }),
  text: quiet,
};

/** What may be chosen: e-mails that always go out are on. */
export function settledNotifications({ turnOffAll, email, text }: NotificationPreferences): NotificationPreferences {
  return { turnOffAll, email: withAlwaysSent(email), text };
}

function withAlwaysSent(email: ChannelNotifications): ChannelNotifications {
  return Object.fromEntries(
    notificationFlags.map((flag) => [flag, email[flag] || alwaysByEmail.has(flag)]),
  ) as ChannelNotifications;
}

/** The preferences with one switch in another position. */
export function withNotification(
  preferences: NotificationPreferences,
  channel: NotificationChannel,
  flag: NotificationFlag,
  on: boolean,
): NotificationPreferences {
  return { ...preferences, [channel]: { ...preferences[channel], [flag]: on } };
}

/** The preferences without any text message that would have to be sent. */
export function withoutTexts(preferences: NotificationPreferences): NotificationPreferences {
  const { optOutMarketingAlerts, optOutTransactionalAlerts } = preferences.text;
  return { ...preferences, text: { ...quiet, optOutMarketingAlerts, optOutTransactionalAlerts } };
}

/** Whether a text message is chosen that was not before; opting out is none. */
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
 * What sort of message something is: one that must go out, such as codes, receipts
 * and warnings of a changed login; an alert that was chosen for an account; or one of
 * the notifications.
 */
export type MessageClass = 'necessary' | 'accountAlert' | NotificationKind;

const transactional: ReadonlySet<MessageClass> = new Set<MessageClass>(['accountAlert', 'moneyTransOnWeb']);

export interface OptOuts {
  /** By the link of a message (A 2.12): nothing that need not be. */
  readonly ofOptionalEmail: boolean;
}

/** Whether a person is to be sent a message. What an account alert is about was chosen with the account. */
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
