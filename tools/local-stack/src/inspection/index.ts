export {
  type AuditRow,
  callEventsOf,
  eventsOf,
  eventsWhere,
  eventsWith,
  isOfCall,
  queryAs,
  verifyAuditChain,
} from "./audit-log.ts";
export { findIn, type Sink } from "./search.ts";
export { findInFiles, sinksOf } from "./sinks.ts";
export { queuesOf, type WaitingMessage, waitingMessages } from "./waiting-messages.ts";
