import type { Institution } from '#common/institution/institution.ts';
import type { TextKey, TextValues } from '#common/contract/all-texts.ts';
import { fillText } from '#common/contract/fill-text.ts';
import type { OutgoingMessage } from './outbox.queries.ts';
import { institutionSends } from './may-send.ts';
import type { MessageKey } from './message-catalog.ts';

export interface TextMessage {
  readonly key: MessageKey & `${string}Text.${string}`;
  /** See {@link OutgoingMessage.occasion}. */
  readonly occasion: string;
  readonly recipient: string;
  readonly userId: number;
  /** The values for each `{}` after the first, which is the institution's name. */
  readonly fills?: readonly string[];
  /** Besides `sender`, the institution's name. */
  readonly values?: TextValues<TextKey>;
  readonly usefulMinutes?: number;
}

/**
 * Builds a text message that starts with the institution's name.
 * Returns undefined without a phone, or if the institution doesn't send it or hides its text.
 */
export function composeText(institution: Institution, message: TextMessage): OutgoingMessage | undefined {
  const { texts } = institution;
  const sender = texts['shell.institutionShortName'] ?? '';
  const words = texts[message.key];
  if (message.recipient === '' || words === null || !institutionSends(institution, message.key)) return undefined;
  return {
    kind: message.key,
    userId: message.userId,
    occasion: message.occasion,
    recipient: message.recipient,
    subject: '',
    body: fillText(words, message.fills ? [sender, ...message.fills] : { ...message.values, sender }),
    html: '',
    channel: 'text',
    usefulMinutes: message.usefulMinutes,
  };
}
