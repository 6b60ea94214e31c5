export { createHttpJobSource } from "./http/http-job-source.ts";
export { createHttpJobTransport } from "./http/http-job-transport.ts";
export {
  type IncomingJob,
  type JobHandler,
  type JobOutcome,
  type JobSource,
  type JobTransport,
  NotSentError,
  type OutgoingJob,
  type ResultHandler,
} from "./job-ports.ts";
export { type QueueDepth, readQueueDepths } from "./rabbitmq/queue-depths.ts";
export { createRabbitmqJobSource } from "./rabbitmq/rabbitmq-job-source.ts";
export { createRabbitmqJobTransport } from "./rabbitmq/rabbitmq-job-transport.ts";
