import type { FilledText } from '#common/contract/all-texts.ts';
import type { Institution } from '#common/institution/institution.ts';
import { fillText } from '#common/contract/fill-text.ts';
import type { OutgoingMessage } from './outbox.queries.ts';
import { institutionSends } from './may-send.ts';
import type { MessageKey } from './message-catalog.ts';

export type TextMessageKey = MessageKey & `${string}Text.${string}`;

/** The `sender` of its text is the institution. */
export type TextMessage<Key extends TextMessageKey = TextMessageKey> = FilledText<Key, 'sender'> & {
  /** See {@link OutgoingMessage.occasion}. */
  readonly occasion: string;
  readonly recipient: string;
  readonly userId: number;
  readonly usefulMinutes?: number;
};

/**
 * Builds a text message that starts with the institution's name.
 * Returns undefined without a phone, or if the institution doesn't send it or hides its text.
 */
export function composeText(institution: Institution, message: TextMessage): OutgoingMessage | undefined {
  const { texts } = institution;
  const words = texts[message.key];
  if (message.recipient === '' || words === null || !institutionSends(institution, message.key)) return undefined;
  return {
    kind: message.key,
    userId: message.userId,
    occasion: message.occasion,
    recipient: message.recipient,
    subject: '',
    body: fillText(words, { ...message.values, sender: texts['shell.institutionShortName'] ?? '' }),
    html: '',
    channel: 'text',
    usefulMinutes: message.usefulMinutes,
  };
}
