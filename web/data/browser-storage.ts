/** Storage in the browser. If the user has blocked it, values last as long as the page. */
export interface BrowserStorage {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
  readonly remove: (key: string) => void;
}

/** For this tab: survives a reload and ends with the tab. */
export const tabStorage = safeStorage(() => sessionStorage);

/** For all tabs, and kept after the browser closes, so never store customer data here. */
export const sharedStorage = safeStorage(() => localStorage);

function safeStorage(find: () => Storage): BrowserStorage {
  const kept = new Map<string, string>();
  /** Blocked storage throws on access, and full storage on writing. */
  function attempt<Value>(work: (storage: Storage) => Value, otherwise: Value): Value {
    try {
      return work(find());
    } catch {
      return otherwise;
    }
  }
  return {
    get: (key) => attempt((storage) => storage.getItem(key), null) ?? kept.get(key) ?? null,
    set: (key, value) => {
      if (attempt((storage) => (storage.setItem(key, value), true), false)) kept.delete(key);
      else kept.set(key, value);
    },
    remove: (key) => {
      attempt((storage) => storage.removeItem(key), undefined);
      kept.delete(key);
    },
  };
}
