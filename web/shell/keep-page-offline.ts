/**
 * A screen whose files cannot be fetched is tried once more by loading the page anew,
 * which finds the files of a newer version. Without a connection that would put the
 * browser's own page in place of the portal: then the screen says itself that it failed.
 */
export function keepPageOffline(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    // The router knows such an error by how its message begins.
    if (!navigator.onLine) payload.message = `Without a connection: ${payload.message}`;
  });
}
