import { describeEventOutbox } from "../../src/modules/audit/adapters/event-outbox.contract.ts";
import { createMemoryEventOutbox } from "./memory-outboxes.ts";

describeEventOutbox("memory", async () => {
  const { outbox, add, count } = createMemoryEventOutbox();
  return { outbox, add: async (events) => add(events), count: async () => count() };
});
