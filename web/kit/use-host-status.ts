import { useSyncExternalStore } from 'react';
import { type HostStatus, hostStatus, watchHost } from '#web/data/host-status.ts';

/** Whether the systems behind the server answer. */
export function useHostStatus(): HostStatus {
  return useSyncExternalStore(watchHost, hostStatus, hostStatus);
}
