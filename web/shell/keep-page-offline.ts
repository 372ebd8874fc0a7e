/**
 * The router reloads the page by itself when the files of a screen cannot be fetched. While the server
 * restarts or the connection is down, that would put the browser's own error page in place of the portal.
 * The error view takes over: it waits for the server and reloads then.
 */
export function keepPageOffline(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    // The router recognizes such an error by how its message begins.
    payload.message = `Missing file: ${payload.message}`;
  });
}
