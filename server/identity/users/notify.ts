import type { NotificationKind } from '#common/profile/rules/notifications.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { findUserById } from './users.queries.ts';
import type { Services } from '#server/services.ts';
import { institutionSends, isWantedBy, type Wishes } from '#server/messages/may-send.ts';
import type { MessageKey } from '#server/messages/message-catalog.ts';
import { findPreferences } from '#server/messages/notification-preferences.queries.ts';

/** An event a customer may have chosen to be notified of. */
export interface Notice {
  readonly kind: NotificationKind;
  readonly userId: number;
  /** Identifies the event, so it is sent once, e.g. a payment's id or the time of a sign-in. */
  readonly about: string;
  /** Values for the mail after the customer's name; null if another mail covers the event. */
  readonly mailFills: readonly string[] | null;
  readonly textFills?: readonly string[];
  /** The user's preferences, if already read. */
  readonly wishes?: Wishes;
}

interface MailWords {
  readonly subject: TextKey;
  readonly body: MessageKey;
}

const mails: Readonly<Partial<Record<NotificationKind, MailWords>>> = {
  userRestricted: { subject: 'noticeMail.userRestrictedSubject', body: 'noticeMail.userRestrictedBody' },
  restrictedPasswordViolation: {
    subject: 'noticeMail.passwordViolationSubject',
    body: 'noticeMail.passwordViolationBody',
  },
  userLogsOn: { subject: 'noticeMail.logsOnSubject', body: 'noticeMail.logsOnBody' },
};

/** Notifies a customer of an event by the chosen channels, in the event's transaction. */
export async function notify(services: Services, transaction: Transaction, notice: Notice): Promise<void> {
  const { institution, clock } = services;
  const { kind, userId } = notice;
  const words = notice.mailFills === null ? undefined : mails[kind];
  const textKey = `noticeText.${kind}` as const;
  const keys = [textKey, ...(words ? [words.body] : [])];
  const sent = keys.filter((key) => institutionSends(institution, key));
  if (sent.length === 0) return;
  const wishes = notice.wishes ?? (await findPreferences(transaction, userId));
  // Most events are not wanted, so nothing is composed.
  const wanted = sent.filter((key) => isWantedBy(wishes, key));
  if (wanted.length === 0) return;
  const user = await findUserById(transaction, userId);
  if (!user) return;
  const { customerId } = user;
  const at = clock.now().toString();
  const occasion = (channel: string) => `notice-${channel}-${kind}-${userId}-${notice.about}`;
  if (words && wanted.includes(words.body)) {
    const body = { key: words.body, fills: notice.mailFills ?? [] };
    const mail = { occasion: occasion('mail'), userId, subject: { key: words.subject }, body };
    await enqueueHostTask(services, transaction, { kind: 'mail', customerId, mail, greets: true, at });
  }
  if (!wanted.includes(textKey)) return;
  const text = { key: textKey, occasion: occasion('text'), userId, fills: notice.textFills ?? [] };
  await enqueueHostTask(services, transaction, { kind: 'text', customerId, text, at });
}
