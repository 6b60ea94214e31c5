import { describeEventQueries } from "../src/adapters/event-queries.contract.ts";
import { describeEventStore } from "../src/adapters/event-store.contract.ts";
import { createMemoryEventStore } from "./memory-event-store.ts";

describeEventQueries("memory", async () => {
  return { store: createMemoryEventStore(), close: async () => undefined };
});

describeEventStore("memory", async () => {
  const store = createMemoryEventStore();
  return {
    store,
    replica: store,
    refused: async () => store.refused,
    close: async () => undefined,
  };
});
