import type { Institution } from '#common/institution/institution.ts';
import { notificationSwitches } from '#common/profile/notification-switches.ts';
import { isAlwaysSent, isWanted } from '#common/profile/rules/notifications.ts';
import { messageCatalog, type MessageKey } from './message-catalog.ts';
import type { KeptPreferences } from './notification-preferences.queries.ts';

/*
 * The only place that decides what is sent. `composeMail` and `composeText` check the institution's settings, and the
 * outbox checks the user's preferences; there is no other way to send.
 */

export function institutionSends({ options }: Pick<Institution, 'options'>, key: MessageKey): boolean {
  const { class: messageClass, sender } = messageCatalog[key];
  if (sender === 'textSender' && !options['globalOptions.useTextMessagesOption']) return false;
  if (goesOutAnyway(key) || messageClass === 'necessary' || messageClass === 'accountAlert') return true;
  return !options[notificationSwitches[messageClass]];
}

export interface Addressee {
  readonly kind: MessageKey;
  readonly userId?: number | undefined;
}

export type Wishes = Pick<KeptPreferences, 'preferences' | 'optedOutOfEmail'>;

/**
 * Returns whether to send, by the user's preferences or because the message is always sent.
 * Throws if preferences matter but were not read.
 */
export function isWantedBy(wishes: Wishes | undefined, kind: MessageKey): boolean {
  if (goesOutAnyway(kind)) return true;
  if (!wishes) throw new Error(`The preferences for ${kind} were not read`);
  const { class: messageClass, sender } = messageCatalog[kind];
  const channel = sender === 'textSender' ? 'text' : 'email';
  return isWanted(messageClass, channel, wishes.preferences, { ofOptionalEmail: wishes.optedOutOfEmail });
}

/** Always sent: codes, links, receipts and warnings of a changed login. */
export function goesOutAnyway(key: MessageKey): boolean {
  const { class: messageClass, sender } = messageCatalog[key];
  if (messageClass === 'necessary') return true;
  return messageClass !== 'accountAlert' && sender === 'mailFrom' && isAlwaysSent('email', messageClass);
}
