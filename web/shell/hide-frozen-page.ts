/**
 * A browser may keep a page that was left as it is, and show it again on Back, long after the
 * customer has signed out. It keeps a blank one, which loads anew when it comes back.
 */
export function hideFrozenPage(): void {
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) document.documentElement.hidden = true;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
