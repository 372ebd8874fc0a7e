/** A storage of the browser. Where the person has blocked it, values live as long as the page. */
export interface BrowserStorage {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
  readonly remove: (key: string) => void;
}

/** Of this tab: survives a reload, and ends with the tab. */
export const tabStorage = safeStorage(() => sessionStorage);

/** Of all tabs of this browser. Survives the browser: nothing about a customer belongs here. */
export const sharedStorage = safeStorage(() => localStorage);

function safeStorage(find: () => Storage): BrowserStorage {
  const kept = new Map<string, string>();
  /** Blocked storage throws when it is named, full storage when it is written. */
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
