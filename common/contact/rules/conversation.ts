/** `new`: no one has taken it; `open`: the institution owes an answer; `waiting`: it is the customer's turn. */
export const conversationStates = ['new', 'open', 'waiting', 'closed'] as const;

export type ConversationState = (typeof conversationStates)[number];

export type ConversationEvent = 'customerWrote' | 'staffAnswered' | 'staffPromised' | 'taken' | 'closed' | 'reopened';

/** Who is to act after an answer: staff say it as they send, because an answer may only promise another one. */
export const turnsAfterAnswer = ['customer', 'us', 'done'] as const;

export type TurnAfterAnswer = (typeof turnsAfterAnswer)[number];

export const eventOfTurn = {
  customer: 'staffAnswered',
  us: 'staffPromised',
  done: 'closed',
} as const satisfies Readonly<Record<TurnAfterAnswer, ConversationEvent>>;

/** A customer's message opens a conversation again, so no answer to an answer is lost. */
export function stateAfter(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event) {
    case 'customerWrote':
      return state === 'new' ? 'new' : 'open';
    case 'staffAnswered':
      return 'waiting';
    case 'taken':
      return state === 'new' ? 'open' : state;
    case 'closed':
      return 'closed';
    case 'staffPromised':
    case 'reopened':
      return 'open';
  }
}

/** Room for a long explanation; the contact form's own limit is smaller (M 2). */
export const MAX_ENTRY_CHARACTERS = 4_000;

export const MAX_SUBJECT_CHARACTERS = 150;

/** The most files that any institution lets a message have. */
export const MAX_ATTACHMENTS = 20;

interface AttachmentOptions {
  readonly 'messageOptions.allowAttachments': boolean;
  readonly 'messageOptions.maxAttachments': number | null;
}

/** Returns how many files a message can have; 0 where none can be attached. */
export function maxAttachments(options: AttachmentOptions): number {
  if (!options['messageOptions.allowAttachments']) return 0;
  return Math.max(0, Math.min(options['messageOptions.maxAttachments'] ?? MAX_ATTACHMENTS, MAX_ATTACHMENTS));
}

export interface AnswerTemplate {
  readonly title: string;
  readonly text: string;
}

/** Reads a template of the institution: its title in the first line, its words below. */
export function parseTemplate(
  written: string,
  fills: Readonly<Record<'name' | 'institution', string>>,
): AnswerTemplate {
  const [title = '', ...lines] = written.split('\n');
  const text = lines.join('\n').trim();
  return {
    title: title.trim(),
    text: text.replaceAll('{name}', () => fills.name).replaceAll('{institution}', () => fills.institution),
  };
}
