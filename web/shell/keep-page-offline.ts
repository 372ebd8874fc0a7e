/**
 * Prevents the router's reload when a screen's files fail to load, which would show the browser's error page while the
 * server is unavailable. The error view waits for the server and reloads then.
 */
export function keepPageOffline(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    // The router recognizes such errors by the start of their message.
    payload.message = `Missing file: ${payload.message}`;
  });
}
