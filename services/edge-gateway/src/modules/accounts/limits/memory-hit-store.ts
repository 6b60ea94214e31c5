import { MemoryStore, type Store } from "express-rate-limit";

/** The library's memory store returns objects that later hits change; this one copies them. */
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
