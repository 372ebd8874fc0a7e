import type { Institution } from '#common/institution/institution.ts';
import { fillText } from '#common/contract/fill-text.ts';
import type { OutgoingMessage } from './outbox.queries.ts';
import { institutionSends } from './may-send.ts';
import type { MessageKey } from './message-catalogue.ts';

export interface TextMessage {
  readonly key: MessageKey & `${string}Text.${string}`;
  /** See {@link OutgoingMessage.occasion}. */
  readonly occasion: string;
  /** Ten digits of a telephone whose owner agreed to texts; nobody is told anything while this is empty. */
  readonly recipient: string;
  readonly userId: number;
  /** What stands in the place of each `{}` after the first, which is the institution's name. */
  readonly fills: readonly string[];
  /** See {@link OutgoingMessage.usefulMinutes}. */
  readonly usefulMinutes?: number;
}

/**
 * A text message in the institution's words; it begins with who it comes from.
 * @returns nothing when there is no telephone, or when the institution does not send it or hides the text.
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
    body: fillText(words, [texts['shell.institutionShortName'] ?? '', ...message.fills]),
    html: '',
    channel: 'text',
    usefulMinutes: message.usefulMinutes,
  };
}
