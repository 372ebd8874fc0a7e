import type { NotificationKind } from '#common/profile/rules/notifications.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { findUserById } from './users.queries.ts';
import type { Services } from '#server/services.ts';
import { institutionSends, isWantedBy } from '#server/messages/may-send.ts';
import type { MessageKey } from '#server/messages/message-catalog.ts';
import { findPreferences } from '#server/messages/notification-preferences.queries.ts';

/** Something that a person may have chosen to be told of. */
export interface Notice {
  readonly kind: NotificationKind;
  readonly userId: number;
  /** Which of its kind, so that it is told once, e.g. the id of a payment or the instant of a sign-in. */
  readonly about: string;
  /** What the mail says after the person's name. Null: another mail tells it already, or always does. */
  readonly mailFills: readonly string[] | null;
  readonly textFills?: readonly string[];
}

interface MailWords {
  readonly subject: TextKey;
  readonly body: MessageKey;
}

/** The notifications that have no mail of their own that goes out anyway. */
const mails: Readonly<Partial<Record<NotificationKind, MailWords>>> = {
  userRestricted: { subject: 'noticeMail.userRestrictedSubject', body: 'noticeMail.userRestrictedBody' },
  restrictedPasswordViolation: {
    subject: 'noticeMail.passwordViolationSubject',
    body: 'noticeMail.passwordViolationBody',
  },
  userLogsOn: { subject: 'noticeMail.logsOnSubject', body: 'noticeMail.logsOnBody' },
};

/** Tells a person of an event by the channels the person chose, in the transaction of the event. */
export async function notify(services: Services, transaction: Transaction, notice: Notice): Promise<void> {
  const { institution, clock } = services;
  const { kind, userId } = notice;
  const words = notice.mailFills === null ? undefined : mails[kind];
  const textKey = `noticeText.${kind}` as const;
  const keys = [textKey, ...(words ? [words.body] : [])];
  const sent = keys.filter((key) => institutionSends(institution, key));
  if (sent.length === 0) return;
  const wishes = await findPreferences(transaction, userId);
  // Most events are nobody's wish, and then nothing need be composed.
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
