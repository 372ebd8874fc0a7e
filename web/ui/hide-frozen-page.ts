/**
 * Blanks a page before the browser freezes it for Back, which might show it after sign-out. It reloads when it returns.
 */
export function hideFrozenPage(): void {
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) document.documentElement.hidden = true;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
