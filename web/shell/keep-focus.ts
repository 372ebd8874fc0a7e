/** The elements that the focus may fall back to, from the inside out. */
const REGIONS = 'section, fieldset, form, dialog, main';

/**
 * Keeps the keyboard's place when the focused element is removed or switched off, which leaves the focus on the page's
 * body: it goes back to an element that is on again, or to the innermost region that is still there.
 * @returns stops it
 */
export function keepFocus(): () => void {
  let held: { readonly element: Element; readonly regions: readonly HTMLElement[] } | null = null;
  let frame = 0;

  function hold({ target }: FocusEvent) {
    held = target instanceof Element ? { element: target, regions: regionsOf(target) } : null;
  }

  /** A press beside every control takes the focus away on purpose. */
  function letGo() {
    held = null;
  }

  function check() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (!held || document.activeElement !== document.body || !document.hasFocus()) return;
      const { element, regions } = held;
      if (element.isConnected) {
        if (element instanceof HTMLElement && !element.matches(':disabled')) element.focus({ preventScroll: true });
        return;
      }
      // Another screen is loading, or has replaced what it showed while loading.
      const region = element.matches('h1')
        ? document.querySelector<HTMLElement>('main h1')
        : regions.find((one) => one.isConnected && !one.matches(':disabled'));
      if (region) focusRegion(region);
    });
  }

  const changes = new MutationObserver(check);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', hold);
  document.addEventListener('pointerdown', letGo, { capture: true });
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    document.removeEventListener('focusin', hold);
    document.removeEventListener('pointerdown', letGo, { capture: true });
  };
}

function regionsOf(element: Element): HTMLElement[] {
  const regions: HTMLElement[] = [];
  for (let at = element.parentElement; at; at = at.parentElement) if (at.matches(REGIONS)) regions.push(at);
  return regions;
}

function focusRegion(region: HTMLElement): void {
  if (region.tabIndex < 0 && !region.hasAttribute('tabindex')) {
    region.tabIndex = -1;
    region.addEventListener('blur', () => region.removeAttribute('tabindex'), { once: true });
  }
  region.focus({ preventScroll: true });
}
