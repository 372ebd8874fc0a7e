import type { Institution } from '#common/institution/institution.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import type { OutgoingMessage } from '#server/messages/outbox.queries.ts';
import type { HostTask } from '#server/host-tasks/host-task.ts';
import type { Conversation } from './conversations.queries.ts';

interface WrittenEntry {
  readonly entryId: number;
  readonly text: string;
}

/** Tells a customer that there is an answer, without any of its words: others may read the mailbox. */
export function answerNotice(customerId: string, entryId: number, siteUrl: string, at: Temporal.Instant): HostTask {
  return {
    kind: 'mail',
    customerId,
    mail: {
      occasion: `conversation-notice-${entryId}`,
      subject: { key: 'conversationMail.noticeSubject' },
      body: { key: 'conversationMail.noticeBody' },
      link: {
        label: 'conversationMail.noticeLink',
        url: `${siteUrl}/#/myaccount/conversations`,
        opensPortal: true,
      },
    },
    at: at.toString(),
  };
}

/** The email with an answer, for a sender who can't read it in the portal. Undefined without an address. */
export function answerMail(
  institution: Institution,
  { subject, writerEmail }: Conversation,
  { entryId, text }: WrittenEntry,
): OutgoingMessage | undefined {
  return composeMail(institution, {
    occasion: `conversation-answer-${entryId}`,
    recipient: writerEmail,
    replyTo: institution.options['messageOptions.sendTo'],
    subject: { key: 'conversationMail.answerSubject', values: { subject } },
    body: { key: 'conversationMail.answerBody', values: { answer: text } },
  });
}
