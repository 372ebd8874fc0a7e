/**
 * Provides the browser globals that portal modules need while loading in Node: an address, a history and empty storage.
 * Import it first, for its side effect; install it again if it was removed.
 */
const standIn = makeStandIn();
const replaced = Object.getOwnPropertyDescriptors(globalThis) as Record<string, PropertyDescriptor>;
installBrowserStandIn();

export function installBrowserStandIn(): void {
  for (const [name, value] of Object.entries(standIn)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

/** Removes it, so later code in this process doesn't detect a browser. */
export function removeBrowserStandIn(): void {
  for (const name of Object.keys(standIn)) {
    Reflect.deleteProperty(globalThis, name);
    const before = replaced[name];
    if (before) Object.defineProperty(globalThis, name, before);
  }
}

function makeStandIn(): Record<string, unknown> {
  const nothing = () => undefined;
  const storage = { getItem: () => null, setItem: nothing, removeItem: nothing };
  const history = { state: null, length: 1, pushState: nothing, replaceState: nothing, scrollRestoration: 'auto' };
  const location = {
    href: 'http://localhost/#/home/login',
    origin: 'http://localhost',
    pathname: '/',
    search: '',
    hash: '#/home/login',
  };
  const document = {
    title: '',
    addEventListener: nothing,
    querySelector: () => null,
    querySelectorAll: () => [],
    getElementById: () => null,
  };
  const page = {
    location,
    history,
    document,
    sessionStorage: storage,
    localStorage: storage,
    addEventListener: nothing,
    removeEventListener: nothing,
    scrollTo: nothing,
    matchMedia: () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }),
  };
  return { ...page, window: page, self: page };
}
