import { describeCheckpointStore } from "../src/adapters/checkpoint-store.contract.ts";
import { createMemoryCheckpointStore } from "./memory-checkpoint-store.ts";
import { createMemoryEventStore } from "./memory-event-store.ts";

describeCheckpointStore("memory", async () => {
  const events = createMemoryEventStore();
  const checkpoints = createMemoryCheckpointStore(events);
  return { events, checkpoints, replica: checkpoints, close: async () => undefined };
});
