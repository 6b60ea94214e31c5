import { describeKeyRing } from "../src/adapters/key-ring.contract.ts";
import { createMemoryKeyRing, type MemoryKeyStore } from "./memory-key-ring.ts";

describeKeyRing("memory", async (nowMs) => {
  const store: MemoryKeyStore = { keys: [] };
  return {
    open: () => createMemoryKeyRing(store, { nowMs }),
    keyIds: async () => store.keys.map(({ id }) => id.toString("hex")),
  };
});
