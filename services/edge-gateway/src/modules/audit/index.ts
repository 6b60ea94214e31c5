export type { OnEvents } from "./background/event-relay.ts";
export { auditEvent, type JobEvent, jobEvent, ownedEvents, type Payload } from "./domain/events.ts";
export type { EventOutbox } from "./ports.ts";
