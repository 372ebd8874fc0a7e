/** `new`: nobody has taken it; `open`: the institution owes an answer; `waiting`: the customer has the last answer. */
export const conversationStates = ['new', 'open', 'waiting', 'closed'] as const;

export type ConversationState = (typeof conversationStates)[number];

export type ConversationEvent = 'customerWrote' | 'staffAnswered' | 'taken' | 'closed' | 'reopened';

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
    case 'reopened':
      return 'open';
  }
}

/** Room for a long explanation; the contact form's own limit is smaller (M 2). */
export const MAX_ENTRY_CHARACTERS = 4_000;

export const MAX_SUBJECT_CHARACTERS = 150;

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
