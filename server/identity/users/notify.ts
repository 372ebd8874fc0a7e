import type { NotificationKind } from '#common/profile/rules/notifications.ts';
import type { FilledText, TextKey } from '#common/contract/all-texts.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { enqueueHostTask, leaveHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import type { HostTask } from '#server/host-tasks/host-task.ts';
import { findUserById } from './users.queries.ts';
import type { Services, ServicesWithoutInstitution } from '#server/services.ts';
import { institutionSends, isWantedBy, type Wishes } from '#server/messages/may-send.ts';
import type { MessageKey } from '#server/messages/message-catalog.ts';
import { findPreferences } from '#server/messages/notification-preferences.queries.ts';

/** An event a customer may have chosen to be notified of. */
export interface Notice {
  /** The text message of the event. */
  readonly text: FilledText<`noticeText.${NotificationKind}`, 'sender'>;
  /** Null if another email covers the event. */
  readonly mail: FilledText<NoticeMailKey, 'name'> | null;
  readonly userId: number;
  /** Identifies the event, so it is sent once, e.g. a payment's id or the time of a sign-in. */
  readonly about: string;
  /** The user's preferences, if already read. */
  readonly wishes?: Wishes;
}

type NoticeMailKey = MessageKey & `noticeMail.${string}`;

const subjects = {
  'noticeMail.userRestrictedBody': 'noticeMail.userRestrictedSubject',
  'noticeMail.passwordViolationBody': 'noticeMail.passwordViolationSubject',
  'noticeMail.logsOnBody': 'noticeMail.logsOnSubject',
} as const satisfies Readonly<Record<NoticeMailKey, TextKey>>;

/**
 * Notifies a customer of an event by the chosen channels, in the event's transaction. Without the institution, a process
 * that has it decides whether it sends this, and finds the words.
 */
export async function notify(
  services: Services | ServicesWithoutInstitution,
  transaction: Transaction,
  notice: Notice,
): Promise<void> {
  const { institution, clock } = services;
  const enqueue = (task: HostTask) =>
    services.institution ? enqueueHostTask(services, transaction, task) : leaveHostTask(services, transaction, task);
  const { text, mail: body, userId } = notice;
  const keys: readonly MessageKey[] = [text.key, ...(body ? [body.key] : [])];
  const sent = keys.filter((key) => !institution || institutionSends(institution, key));
  if (sent.length === 0) return;
  const wishes = notice.wishes ?? (await findPreferences(transaction, userId));
  // Most events are not wanted, so nothing is composed.
  const wanted = sent.filter((key) => isWantedBy(wishes, key));
  if (wanted.length === 0) return;
  const user = await findUserById(transaction, userId);
  if (!user) return;
  const { customerId } = user;
  const at = clock.now().toString();
  const kind = text.key.slice('noticeText.'.length);
  const occasion = (channel: string) => `notice-${channel}-${kind}-${userId}-${notice.about}`;
  if (body && wanted.includes(body.key)) {
    const mail = { occasion: occasion('mail'), userId, subject: { key: subjects[body.key] }, body };
    await enqueue({ kind: 'mail', customerId, mail, at });
  }
  if (!wanted.includes(text.key)) return;
  const message = { ...text, occasion: occasion('text'), userId };
  await enqueue({ kind: 'text', customerId, text: message, at });
}
