import { MemoryStore, type Store } from "express-rate-limit";

/**
 * The library's memory store, with answers that stay as they were: its own are live, so that of several hits
 * at the same moment each would be told the count of the last.
 */
export function createMemoryHitStore(): Store {
  const store = new MemoryStore();
  return {
    localKeys: true,
    init: (options) => store.init(options),
    increment(key) {
      // Counts before it returns.
      const counted = store.increment(key);
      const snapshot = { ...store.current.get(key) };
      return counted.then((live) => ({ ...live, ...snapshot }));
    },
    decrement: (key) => store.decrement(key),
    resetKey: (key) => store.resetKey(key),
    shutdown: () => store.shutdown(),
  };
}
