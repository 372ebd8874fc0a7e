/**
 * `down`: the system that keeps the accounts doesn't answer; `portalDown`: the portal can't reach its own database;
 * `offline`: the browser has no network.
 */
export type HostStatus = 'up' | 'down' | 'portalDown' | 'offline';

/** As the last answers of the server tell of it. */
let status: HostStatus = 'up';
let reference: string | undefined;
const watchers = new Set<() => void>();

export function hostStatus(): HostStatus {
  return status;
}

/** Returns what names the outage in the server's log: the reference of the answer that first told of it. */
export function hostOutageReference(): string | undefined {
  return reference;
}

export function noteHost(now: HostStatus, outage?: string): void {
  if (now === status) return;
  status = now;
  reference = outage;
  for (const watcher of watchers) watcher();
}

export function watchHost(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
