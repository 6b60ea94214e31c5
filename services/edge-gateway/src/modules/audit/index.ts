export type { OnEvents } from "./background/event-relay.ts";
export { readAccountChanges } from "./domain/account-changes.ts";
export {
  auditEvent,
  endEntries,
  entriesOf,
  type JobEvent,
  jobEvent,
  type Payload,
} from "./domain/events.ts";
export type { ReadTrail, Trail } from "./domain/trail.ts";
export type { EventOutbox, LogReader } from "./ports.ts";
