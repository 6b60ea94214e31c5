export { auditEvent, type JobEvent, jobEvent, type Payload } from "./domain/events.ts";
