import type { DeskAnswer } from '#web/desk/data/desk-client.ts';

export type Conversation = DeskAnswer<'GET /api/desk/conversation'>;

/** Stands in an address for the customer of a conversation that has none. */
export const VISITOR = 'visitor';

export function conversationPath(conversation: {
  readonly customerId: string | null;
  readonly conversationId: number;
}): string {
  const { customerId, conversationId } = conversation;
  return `/inbox/${customerId === null ? VISITOR : encodeURIComponent(customerId)}/${conversationId}`;
}
