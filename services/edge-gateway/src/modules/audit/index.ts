export { auditEvent, type JobEvent, jobEvent, type Payload } from "./domain/events.ts";
export type { EventOutbox } from "./ports.ts";
