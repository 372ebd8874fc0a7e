import { countOf } from '#common/core/counts.ts';
import { countInbox, listInbox } from '#server/contact/conversations/inbox.queries.ts';
import type { Today } from '#server/desk/today-list.ts';
import type { Services } from '#server/services.ts';

/** Messages that wait for an answer, and the one that has waited longest for someone to take it. */
export async function listMessagesToday({ database }: Pick<Services, 'database'>): Promise<Today> {
  const [counts, [oldest]] = await Promise.all([
    countInbox(database),
    listInbox(database, { states: ['new'], offset: 0, limit: 1 }),
  ]);
  const writer = oldest === undefined || oldest.writerName === '' ? 'a visitor' : oldest.writerName;
  const messages = countOf(counts.new, 'new message');
  const need = {
    tone: 'warn',
    title: `${messages}, the oldest from ${writer}`,
    action: 'Answer',
    path: '/inbox',
  } as const;
  return {
    needs: oldest ? [need] : [],
    counts: [
      { label: 'Messages to answer', value: String(counts.new + counts.open), path: '/inbox' },
      { label: 'Messages that wait for customers', value: String(counts.waiting), path: '/inbox' },
    ],
  };
}
