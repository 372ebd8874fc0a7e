import { useSyncExternalStore } from 'react';
import { type HostStatus, hostStatus, watchHost } from '#web/data/host-status.ts';

/** Whether the system that keeps the accounts answers. */
export function useHostStatus(): HostStatus {
  return useSyncExternalStore(watchHost, hostStatus, hostStatus);
}
