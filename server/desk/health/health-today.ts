import { statfs } from 'node:fs/promises';
import type { Today } from '#server/desk/today-list.ts';
import { readOutboxState } from '#server/messages/outbox-state.queries.ts';
import type { Services } from '#server/services.ts';
import { checkFolders, type Line } from './connections.ts';
import { stateOfQueue } from './evaluate-health.ts';

/** What the health page says of disks, the institution's folder and messages, without asking another system. */
export async function listHealthToday(services: Services, readSpace = statfs): Promise<Today> {
  const { database, clock } = services;
  const [folders, outbox] = await Promise.all([
    Promise.all(checkFolders(services, readSpace)),
    readOutboxState(database),
  ]);
  const queues = outbox
    .filter(({ channel }) => sends(services, channel))
    .map((state) => stateOfQueue(state, clock.now()));
  return { needs: [...folders, ...queues].flatMap(needOf), counts: [] };
}

/** Where nothing sends, messages wait on purpose, as in a demonstration. */
function sends({ mailer, textMessages }: Services, channel: 'email' | 'text'): boolean {
  return (channel === 'email' ? mailer : textMessages) !== undefined;
}

function needOf({ name, tone, state }: Line): Today['needs'] {
  return tone === 'bad' || tone === 'warn'
    ? [{ tone, title: `${name}: ${state}`, action: 'Open', path: '/health' }]
    : [];
}
