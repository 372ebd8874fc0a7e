import type { NotificationKind } from '#common/profile/rules/notifications.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { findUserById } from './users.queries.ts';
import type { Services } from '#server/services.ts';
import { composeText } from '#server/messages/compose-text.ts';
import { institutionSends, isWantedBy } from '#server/messages/may-send.ts';
import type { MessageKey } from '#server/messages/message-catalogue.ts';
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
  const { institution, clock, host } = services;
  const { kind, userId } = notice;
  const words = notice.mailFills === null ? undefined : mails[kind];
  const textKey = `noticeText.${kind}` as const;
  const keys = [textKey, ...(words ? [words.body] : [])];
  const sent = keys.filter((key) => institutionSends(institution, key));
  if (sent.length === 0) return;
  const wishes = await findPreferences(transaction, userId);
  // Most events are nobody's wish, and then nothing need be composed.
  if (!sent.some((key) => isWantedBy(wishes, key))) return;
  const user = await findUserById(transaction, userId);
  const customer = user && (await host.findCustomer(user.customerId, transaction));
  if (!customer) return;
  const occasion = (channel: string) => `notice-${channel}-${kind}-${userId}-${notice.about}`;
  const mail = words
    ? composeMail(institution, {
        occasion: occasion('mail'),
        recipient: customer.emailAddress,
        userId,
        subject: { key: words.subject },
        body: { key: words.body, fills: [customer.personalName, ...(notice.mailFills ?? [])] },
      })
    : undefined;
  const text = composeText(institution, {
    key: textKey,
    occasion: occasion('text'),
    recipient: customer.textPhone,
    userId,
    fills: notice.textFills ?? [],
  });
  for (const message of [mail, text]) {
    if (message) await enqueueMessage(services, transaction, message, clock.now(), wishes);
  }
}
