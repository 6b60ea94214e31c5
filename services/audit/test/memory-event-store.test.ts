import { describeEventStore } from "../src/adapters/event-store.contract.ts";
import { createMemoryEventStore } from "./memory-event-store.ts";

describeEventStore("memory", async () => {
  const store = createMemoryEventStore();
  return {
    store,
    replica: store,
    refused: async () => store.refused,
    close: async () => undefined,
  };
});
