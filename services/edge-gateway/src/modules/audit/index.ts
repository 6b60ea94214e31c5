export type { OnEvents } from "./background/event-relay.ts";
export {
  auditEvent,
  endEntries,
  entriesOf,
  type JobEvent,
  jobEvent,
  type Payload,
} from "./domain/events.ts";
export type { EventOutbox } from "./ports.ts";
