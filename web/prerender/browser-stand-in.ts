/**
 * What modules of the portal ask a browser for while they load, where there is
 * no browser: an address, a history and storages that hold nothing. Imported for
 * its effect, before everything else.
 */
{
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

  for (const [name, value] of Object.entries({ ...page, window: page, self: page })) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}
