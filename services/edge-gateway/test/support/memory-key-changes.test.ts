import { describeKeyChanges } from "../../src/modules/accounts/keys/key-changes.contract.ts";
import { createMemoryStores } from "./memory-stores.ts";

describeKeyChanges("memory", async () => {
  const { stores, kept } = createMemoryStores();
  return {
    ...stores,
    hasEvent: async (eventId) => kept.events.some(({ event_id }) => event_id === eventId),
  };
});
