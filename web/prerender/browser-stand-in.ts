/**
 * What modules of the portal ask a browser for while they load, where there is
 * no browser: an address, a history and storages that hold nothing. Imported for
 * its effect, before everything else; a process that loads modules of the portal
 * again after it was removed installs it again.
 */
const standIn = makeStandIn();
const replaced = Object.getOwnPropertyDescriptors(globalThis) as Record<string, PropertyDescriptor>;
installBrowserStandIn();

export function installBrowserStandIn(): void {
  for (const [name, value] of Object.entries(standIn)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

/** Takes it away again, for what runs next in this process and must not think it is in a browser. */
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
