import { useEffect } from 'react';
import { call } from '#web/data/client.ts';
import { hostOutageReference, noteHost } from '#web/data/host-status.ts';
import { nextPoll } from '#web/data/next-poll.ts';
import { queryClient } from '#web/data/query-client.ts';
import { Text } from '#web/kit/Text.tsx';
import { TroubleReference } from '#web/kit/TroubleReference.tsx';
import { useHostStatus } from '#web/kit/use-host-status.ts';
import { Alert } from '#web/ui/Alert.tsx';

const words = {
  down: 'hostDown.banner',
  portalDown: 'hostDown.portalBanner',
  offline: 'hostDown.offline',
} as const;

addEventListener('offline', () => noteHost('offline'));

/** Says on every screen that the host or the portal can't be reached, until it answers again; then what failed is fetched again. */
export function HostDownBanner() {
  const status = useHostStatus();
  useEffect(() => (status === 'up' ? undefined : pollUntilBack()), [status]);
  // The next session finds out for itself.
  useEffect(() => () => noteHost('up'), []);
  if (status === 'up') return null;
  return (
    <Alert tone="warn">
      <Text of={words[status]} />
      <TroubleReference reference={hostOutageReference()} />
    </Alert>
  );
}

/** @returns what ends it. */
function pollUntilBack(): () => void {
  const stopping = new AbortController();
  void ask(stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  return () => stopping.abort();
}

async function ask(signal: AbortSignal): Promise<void> {
  for (let asked = 2; ; asked += 1) {
    await nextPoll(asked);
    signal.throwIfAborted();
    const answer = await call('GET /api/accountList', { signal });
    if (answer.kind === 'unreachable') continue;
    noteHost('up');
    await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    return;
  }
}
