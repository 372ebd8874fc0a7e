import type { Institution } from '#common/institution/institution.ts';
import { notificationSwitches } from '#common/profile/notification-switches.ts';
import { isAlwaysSent, isWanted } from '#common/profile/rules/notifications.ts';
import { messageCatalogue, type MessageKey } from './message-catalogue.ts';
import type { KeptPreferences } from './notification-preferences.queries.ts';

/*
 * The one place that decides what is sent. The institution's part is asked when a
 * message is composed, the person's part when it is put into the outbox; neither
 * can be gone around, because there is no other way to either.
 */

/** Whether the institution sends such a message at all: text messages have their switch, and so has each notification. */
export function institutionSends({ options }: Pick<Institution, 'options'>, key: MessageKey): boolean {
  const { class: messageClass, sender } = messageCatalogue[key];
  if (sender === 'textSender' && !options['globalOptions.useTextMessagesOption']) return false;
  if (goesOutAnyway(key) || messageClass === 'necessary' || messageClass === 'accountAlert') return true;
  return !options[notificationSwitches[messageClass]];
}

export interface Addressee {
  readonly kind: MessageKey;
  /** Whose choice counts; absent of messages that go out anyway. */
  readonly userId?: number | undefined;
}

/** What decides about a person's part. */
export type Wishes = Pick<KeptPreferences, 'preferences' | 'optedOutOfEmail'>;

/**
 * Whether the person wants it, or gets it regardless.
 * @throws when somebody's choice matters and was not asked for
 */
export function isWantedBy(wishes: Wishes | undefined, kind: MessageKey): boolean {
  if (goesOutAnyway(kind)) return true;
  if (!wishes) throw new Error(`Nobody's choice was asked for ${kind}`);
  const { class: messageClass, sender } = messageCatalogue[kind];
  const channel = sender === 'textSender' ? 'text' : 'email';
  return isWanted(messageClass, channel, wishes.preferences, { ofOptionalEmail: wishes.optedOutOfEmail });
}

/** Codes, links, receipts and warnings of a changed login: nobody's choice is asked. */
export function goesOutAnyway(key: MessageKey): boolean {
  const { class: messageClass, sender } = messageCatalogue[key];
  if (messageClass === 'necessary') return true;
  return messageClass !== 'accountAlert' && sender === 'mailFrom' && isAlwaysSent('email', messageClass);
}
