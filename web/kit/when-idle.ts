/** At the latest, even on a page that is never idle. */
const PATIENCE_MS = 1_000;

export function whenIdle(callback: () => void): void {
  // Not in every Safari.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(callback, { timeout: PATIENCE_MS });
  else setTimeout(callback, PATIENCE_MS / 10);
}
