import type { Institution } from '#common/institution/institution.ts';
import { reasonText } from '#common/contact/message-rules-from-options.ts';
import { fillText } from '#common/contract/fill-text.ts';
import type { TextKey, TextValues } from '#common/contract/all-texts.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import type { OutgoingMessage } from '#server/messages/outbox.queries.ts';
import type { ReceivedMessage } from './contact.queries.ts';

export interface MessageToMail extends Omit<ReceivedMessage, 'userId' | 'userAgent' | 'ipAddress'> {
  /** See {@link OutgoingMessage.occasion}. */
  readonly occasion: string;
  /** By which the desk finds it. */
  readonly number: number;
  /** Empty for visitors. */
  readonly loginName: string;
  /** Read at the desk alone: an email must not hold them. */
  readonly attachmentCount: number;
}

/**
 * Builds the email to the institution, which answers by replying. Verified facts come first, so nothing the sender
 * writes below the rule can pass for them.
 * Returns undefined if the institution has no address or reads messages in the desk alone.
 */
export function composeContactMail(institution: Institution, message: MessageToMail): OutgoingMessage | undefined {
  if (!institution.options['messageOptions.forwardByEmail']) return undefined;
  const isQuestion = message.type === 'Question';
  const words = message.message === '' ? text(institution, 'contactMail.noMessage') : message.message;
  return composeMail(institution, {
    occasion: message.occasion,
    recipient: institution.options['messageOptions.sendTo'],
    replyTo: message.emailAddress,
    ...(isQuestion
      ? {
          subject: { key: 'contactMail.questionSubject', values: { subject: message.subject } },
          body: {
            key: 'contactMail.questionBody',
            values: { sender: senderLines(institution, message), message: words },
          },
        }
      : {
          subject: { key: 'contactMail.feedbackSubject', values: { choice: choiceOf(institution, message) } },
          body: {
            key: 'contactMail.feedbackBody',
            values: {
              sender: senderLines(institution, message),
              answers: surveyLines(institution, message),
              message: words,
            },
          },
        }),
  });
}

function senderLines(institution: Institution, message: MessageToMail): string {
  const facts: readonly (readonly [TextKey, string, string])[] = [
    ['contactMail.from', 'name', message.name],
    ['contactMail.replyTo', 'email', message.emailAddress],
    ['contactMail.login', 'username', message.loginName],
    ['contactMail.branch', 'branch', message.branch],
    ['contactMail.number', 'number', String(message.number)],
    ['contactMail.attachments', 'count', message.attachmentCount === 0 ? '' : String(message.attachmentCount)],
  ];
  const given = facts.filter(([, , value]) => value !== '');
  return given.map(([key, name, value]) => text(institution, key, { [name]: value })).join('\n');
}

function surveyLines(
  institution: Institution,
  { answerType, reason }: Pick<ReceivedMessage, 'answerType' | 'reason'>,
): string {
  if (answerType === null) return '';
  const question = answerType === 'Good' ? 'feedback.goodQuestion' : 'feedback.betterQuestion';
  const lines = [[text(institution, 'feedback.question'), choiceOf(institution, { answerType })]];
  if (reason !== null)
    lines.push([text(institution, question), text(institution, reasonText(answerType, `${reason}`))]);
  return lines.map((line) => line.join(' ')).join('\n');
}

/** The choice of a feedback; empty for a question. */
export function choiceOf(institution: Institution, { answerType }: Pick<ReceivedMessage, 'answerType'>): string {
  if (answerType === null) return '';
  return text(institution, answerType === 'Good' ? 'feedback.good' : 'feedback.couldBeBetter');
}

/** Of a hidden text, the values without its words. */
function text({ texts }: Institution, key: TextKey, values: TextValues<TextKey> = {}): string {
  return fillText(
    texts[key] ??
      Object.keys(values)
        .map((name) => `{${name}}`)
        .join(' '),
    values,
  );
}
