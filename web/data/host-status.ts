export type HostStatus = 'up' | 'down';

/** The system that keeps the accounts, as the last answers of the server tell of it. */
let status: HostStatus = 'up';
const watchers = new Set<() => void>();

export function hostStatus(): HostStatus {
  return status;
}

export function noteHost(now: HostStatus): void {
  if (now === status) return;
  status = now;
  for (const watcher of watchers) watcher();
}

export function watchHost(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
